// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes per kernel, and stalls by cause.

function barRow(name, parts, scale, number) {
  const bar = element('div', {class: 'bar'},
    ...parts.filter((p) => p.value > 0).map((p) => {
      const node = element('i', {style: `width:${100 * p.value / scale}%;background:var(--${p.colour})`});
      node.addEventListener('pointermove', (event) => tip(event, p.title));
      node.addEventListener('pointerleave', (event) => tip(event, ''));
      return node;
    }));
  return [element('div', {class: 'name'}, name), bar, element('div', {class: 'number', text: number})];
}
const kernelLink = (group) => element('a', {href: `#k${group.index}`, text: label(group)});

function drawTraffic() {
  const kinds = [['read', 'read from device memory', 'read'], ['write', 'written to device memory', 'write'],
                 ['ring', 'over the data ring', 'ring'], ['psum', 'over the partial-sum rings', 'psum']];
  const total = (group) => kinds.reduce((sum, [key]) => sum + group[key], 0);
  const sorted = [...groups].sort((a, b) => total(b) - total(a)), shown = sorted.slice(0, 24);
  const scale = Math.max(...shown.map(total), 1);
  const row = (name, group) => barRow(name, kinds.map(([key, text, colour]) =>
    ({value: group[key], colour, title: `${text}: ${bytes(group[key])}`})), scale, bytes(total(group)));
  const rest = sorted.slice(24);
  const others = Object.fromEntries(kinds.map(([key]) => [key, rest.reduce((sum, group) => sum + group[key], 0)]));
  part('traffic').append(element('div', {class: 'bars'}, ...shown.flatMap((group) => row(kernelLink(group), group)),
    ...(rest.length ? row(`${rest.length} others`, others) : [])));
  part('traffic', 'legend').append(...kinds.map(([key, text, colour]) => element('span', {},
    element('i', {style: `background:var(--${colour})`}), `${text}: ${bytes(groups.reduce((sum, group) => sum + group[key], 0))}`)));
}

/** What holds an instruction of a unit up while it runs. */
const heldCause = (unit) => ({load: 'memory', store: 'memory', ring: 'ring', psum: 'ring'})[unit] || 'lx_port';

function unitRow(unit, parts, whole) {
  const colourOf = {work: 'accent', group: 'multicast', held: causeName(heldCause(unit))};
  const textOf = {work: 'at work', group: causeText('multicast'), held: causeText(heldCause(unit))};
  const shown = Object.entries(parts).map(([key, value]) => ({value, colour: colourOf[key] || causeName(key),
    title: `${unit}: ${textOf[key] || causeText(key)}\n${time(value / data.device.cores)} per core, ${percent(value / whole)}`}));
  return barRow(unit, shown, whole, percent(parts.work / whole));
}

function drawStalls() {
  const cores = data.device.cores, whole = report.modelled_us * cores || 1;
  const causes = data.timeline.causes.filter((cause) => report.stall_core_us[cause] > 0)
    .sort((a, b) => report.stall_core_us[b] - report.stall_core_us[a]);
  const most = Math.max(...causes.map((cause) => report.stall_core_us[cause]));
  const causeRow = (cause) => barRow(causeText(cause),
    [{value: report.stall_core_us[cause], colour: causeName(cause), title: causeText(cause)}], most, time(report.stall_core_us[cause] / cores));
  const units = Object.entries(data.unit_time).filter(([, parts]) => parts.work > 0);
  part('stalls').append(element('div', {class: 'bars'},
    element('h3', {text: 'Per unit: share of the run at work'}), ...units.flatMap(([unit, parts]) => unitRow(unit, parts, whole)),
    element('h3', {text: 'Per cause: time per core'}), ...causes.flatMap(causeRow)));
  part('stalls', 'legend').append(element('span', {}, element('i', {style: 'background:var(--accent)'}), 'at work'),
    ...causes.map((cause) => element('span', {}, element('i', {style: `background:var(--${causeName(cause)})`}), causeText(cause))));
  if (causes.length) part('stalls').append(element('h3', {text: 'Per kernel and cause: µs per core', style: 'font-size:14px;margin:16px 0 4px'}),
                                           element('div', {class: 'scroll'}, stallTable(causes)));
}

/** Kernels by causes; the shade is the share of the largest. */
function stallTable(causes) {
  const perCore = (group, cause) => group.stalls[cause] / data.device.cores;
  const sum = (group) => causes.reduce((total, cause) => total + perCore(group, cause), 0);
  const rows = [...groups].sort((a, b) => sum(b) - sum(a)).slice(0, 24);
  const most = Math.max(...rows.flatMap((group) => causes.map((cause) => perCore(group, cause))), 1e-9);
  const cell = (group, cause) => {
    const us = perCore(group, cause), shade = Math.round(70 * us / most);
    return element('td', {class: 'heat', text: us > 0 ? digits(us) : '',
                          style: `background:color-mix(in srgb, var(--${causeName(cause)}) ${shade}%, transparent)`});
  };
  return element('table', {}, element('thead', {}, element('tr', {}, element('th', {text: 'kernel'}),
      ...causes.map((cause) => element('th', {text: causeText(cause)})))),
    element('tbody', {}, ...rows.map((group) => element('tr', {}, element('td', {}, kernelLink(group)),
      ...causes.map((cause) => cell(group, cause))))));
}
