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

function drawStalls() {
  const whole = report.modelled_us * data.device.cores || 1;
  const causes = data.timeline.causes.filter((cause) => report.stall_core_us[cause] > 0)
    .sort((a, b) => report.stall_core_us[b] - report.stall_core_us[a]);
  const row = (name, us, colour) => barRow(name, [{value: us, colour, title: time(us / data.device.cores) + ' per core'}], whole, percent(us / whole));
  part('stalls').append(element('div', {class: 'bars'},
    element('h3', {text: 'Stalled, by cause'}),
    ...causes.flatMap((cause) => row(causeText(cause), report.stall_core_us[cause], causeName(cause))),
    element('h3', {text: 'Busy, by unit'}),
    ...data.units.filter((unit) => report.busy_core_us[unit] > 0).flatMap((unit) => row(unit, report.busy_core_us[unit], 'accent'))));
  if (causes.length) part('stalls').append(element('h3', {text: 'Per kernel: µs per core', style: 'font-size:14px;margin:16px 0 4px'}),
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
