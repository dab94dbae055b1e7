// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data, numbers for people, elements, and kernels that are equal.

const data = JSON.parse(document.getElementById('data').textContent);
const report = data.report;

/** Three digits that count. */
function digits(value) {
  if (value === 0) return '0';
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  const text = value.toFixed(Math.max(0, Math.min(3, 3 - whole)));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
function time(us) {
  if (us === 0) return '0';
  if (us < 0.9995) return digits(us * 1e3) + ' ns';
  return us < 999.5 ? digits(us) + ' µs' : digits(us * 1e-3) + ' ms';
}
function bytes(count) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  for (; count >= 999.5 && unit < units.length - 1; ++unit) count /= 1e3;
  return (unit ? digits(count) : count) + ' ' + units[unit];
}
const kib = (count) => digits(count / 1024) + ' KiB';
const percent = (share) => (share >= 0.0995 || share === 0 ? (100 * share).toFixed(0) : (100 * share).toFixed(1)) + ' %';

/** element('a', {href: '#x', text: 'x'}, child, ...) */
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function svgElement(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (name === 'text') node.textContent = value;
    else if (name === 'style') node.style.cssText = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  node.append(...children);
  return node;
}
const part = (section, className = 'content') => document.querySelector(`#${section} .${className}`);

/** The value of a colour of page.css, for canvases. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

/** Kernels that do the same work, as layers do: one entry with their numbers and sums. */
function groupKernels(kernels) {
  const groups = new Map();
  kernels.forEach((kernel, number) => {
    const key = JSON.stringify([kernel.name.replace(/#\d+$/, ''), kernel.cores, kernel.macs, kernel.bound_sustained_us,
                                kernel.ddr_read_bytes, kernel.ddr_write_bytes]);
    if (!groups.has(key)) groups.set(key, {name: kernel.name, members: [], numbers: []});
    groups.get(key).members.push(kernel);
    groups.get(key).numbers.push(number);
  });
  return [...groups.values()].map((group, index) => ({...group, index, ...summary(group.members)}));
}
function summary(members) {
  const sum = (value) => members.reduce((total, kernel) => total + value(kernel), 0);
  const span = sum((k) => k.span_us);
  return {
    count: members.length,
    cores: members[0].cores,
    boundBy: members[0].bound_by,
    start: members[0].start_us,
    span: span / members.length,
    bound: sum((k) => k.bound_sustained_us) / members.length,
    exclusive: sum((k) => k.exclusive_us),
    ofBound: span > 0 ? sum((k) => k.bound_sustained_us) / span : 0,
    utilisation: span > 0 ? sum((k) => k.pt_utilisation * k.span_us) / span : 0,
    macs: sum((k) => k.macs),
    read: sum((k) => k.ddr_read_bytes),
    write: sum((k) => k.ddr_write_bytes),
    ring: sum((k) => k.ring_bytes),
    psum: sum((k) => k.psum_bytes),
    lx: Math.max(...members.map((k) => k.lx_peak_bytes)),
    stalls: Object.fromEntries(data.timeline.causes.map((cause) => [cause, sum((k) => k.stall_core_us[cause])])),
  };
}
const groups = groupKernels(report.kernels);
const groupOf = [];
for (const group of groups) for (const number of group.numbers) groupOf[number] = group;
const label = (group) => group.count > 1 ? `${group.name} ×${group.count}` : group.name;

/** One colour per group, far apart for neighbours. */
const hue = (group) => (210 + group.index * 137.508) % 360;
const cssColour = (group) => `hsl(${hue(group)} var(--kernel-sat) var(--kernel-light))`;
let kernelColours = [], causeColours = [];
function readColours() {
  const saturation = colour('kernel-sat'), light = colour('kernel-light');
  kernelColours = report.kernels.map((_, number) => `hsl(${hue(groupOf[number])} ${saturation} ${light})`);
  causeColours = data.timeline.causes.map((cause) => colour(causeName(cause)));
}
const causeName = (cause) => cause === 'ring' ? 'ring_stall' : cause;
const causeText = (cause) => ({multicast: 'group of a multicast', memory: 'memory node', ring: 'ring links', lx_port: 'LX port'})[cause] ||
  cause.replace('_', ' ');

/** Text beside the pointer; empty: none. */
function tip(event, text) {
  const box = document.getElementById('tip');
  box.hidden = !text;
  if (!text) return;
  box.textContent = text;
  const width = document.documentElement.clientWidth;
  const x = Math.min(event.pageX + 14, width - box.offsetWidth - 6);
  box.style.left = Math.max(4, x) + 'px';
  box.style.top = event.pageY + 18 + 'px';
}
