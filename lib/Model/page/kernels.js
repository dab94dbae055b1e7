// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of kernels, sortable, and the source lines that it links to.

/** "dir/model.mlir:105:11" -> {file, line} */
function placeOf(source) {
  const match = /^(.*):(\d+):(\d+)$/.exec(source);
  return match ? {file: match[1], line: match[2]} : null;
}
const lineId = (place) => `line-${place.file.replace(/[^\w.-]/g, '_')}-${place.line}`;

const oneFile = Object.keys(data.sources).length === 1;
function sourceCell(group) {
  const places = [...new Set(group.members.map((kernel) => kernel.source))];
  const place = placeOf(places[0]), more = places.length > 1 ? `, ${places.length - 1} more` : '';
  if (!place) return [places[0] || '', more];
  return [element('a', {href: '#' + lineId(place), text: oneFile ? `line ${place.line}` : `${place.file.replace(/.*\//, '')}:${place.line}`}), more];
}

function percentCell(share) {
  return [element('span', {class: 'percent'}, element('i', {style: `width:${Math.min(100, 100 * share)}%`})), percent(share)];
}

/** The timeline around the first of equal kernels. */
function showKernel(group) {
  const kernel = group.members[0], margin = 0.05 * kernel.span_us;
  view.set(kernel.start_us - margin, kernel.start_us + kernel.span_us + margin);
}

const columns = [
  {name: 'kernel', text: true, value: (g) => g.name,
   show: (g) => [element('i', {class: 'dot', style: `background:${cssColour(g)}`}),
                 element('a', {href: '#timeline', text: g.name, title: 'show in the timeline', onclick: () => showKernel(g)})]},
  {name: 'exclusive', value: (g) => g.exclusive, show: (g) => [time(g.exclusive)]},
  {name: '% of bound', value: (g) => g.ofBound, show: (g) => percentCell(g.ofBound)},
  {name: 'bound by', text: true, value: (g) => g.boundBy},
  {name: 'of run', value: (g) => g.exclusive, show: (g) => [percent(report.modelled_us > 0 ? g.exclusive / report.modelled_us : 0)]},
  {name: 'span', value: (g) => g.span, show: (g) => [time(g.span)]},
  {name: 'bound', value: (g) => g.bound, show: (g) => [time(g.bound)]},
  {name: 'array', value: (g) => g.utilisation, show: (g) => [percent(g.utilisation)]},
  {name: 'read', value: (g) => g.read, show: (g) => [bytes(g.read)]},
  {name: 'written', value: (g) => g.write, show: (g) => [bytes(g.write)]},
  {name: 'ring', value: (g) => g.ring + g.psum, show: (g) => [bytes(g.ring + g.psum)]},
  {name: 'LX peak', value: (g) => g.lx, show: (g) => [kib(g.lx)]},
  {name: 'cores', value: (g) => g.cores},
  {name: 'count', value: (g) => g.count},
  {name: 'source', text: true, value: (g) => g.members[0].source, show: sourceCell},
];

function drawKernels() {
  const body = element('tbody');
  const rows = groups.map((group) => ({group, node: element('tr', {id: `k${group.index}`}, ...columns.map((column) =>
    element('td', {class: column.text ? 'text' : ''}, ...(column.show ? column.show(group) : [String(column.value(group))]))))}));
  const heads = columns.map((column) => element('th', {class: column.text ? 'text' : ''},
    element('button', {type: 'button', text: column.name, onclick: () => sortBy(column)})));
  let sorted, down;
  function sortBy(column) {
    down = sorted === column ? !down : !column.text;
    sorted = column;
    const order = (a, b) => {
      const x = column.value(a.group), y = column.value(b.group);
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1) || a.group.index - b.group.index;
    };
    body.replaceChildren(...[...rows].sort(order).map((row) => row.node));
    heads.forEach((head, i) => columns[i] === column ? head.setAttribute('aria-sort', down ? 'descending' : 'ascending')
                                                     : head.removeAttribute('aria-sort'));
  }
  sortBy(columns[1]);
  part('kernels').append(element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body));
}

/** Each line once, with the kernels that come from it. */
function drawSources() {
  const used = new Map();
  for (const group of groups)
    for (const kernel of group.members) {
      const place = placeOf(kernel.source);
      if (!place) continue;
      const id = lineId(place);
      if (!used.has(id)) used.set(id, {id, place, groups: new Set()});
      used.get(id).groups.add(group);
    }
  // Of equal kernels only the first has its line here.
  const first = new Set(groups.map((group) => placeOf(group.members[0].source)).filter(Boolean).map(lineId));
  const lines = [...used.values()].filter((line) => first.has(line.id))
    .sort((a, b) => a.place.file < b.place.file ? -1 : a.place.file > b.place.file ? 1 : a.place.line - b.place.line);
  part('sources').append(...lines.map(({id, place, groups: users}) => {
    const text = (data.sources[place.file] || {})[place.line];
    const links = [...users].flatMap((group, i) => [i ? ', ' : '', kernelLink(group)]);
    return element('div', {class: 'line', id}, element('div', {class: 'used'}, `${place.file}:${place.line}: `, ...links),
                   ...(text === undefined ? [] : [element('code', {text: text.trim(), tabindex: 0})]));
  }));
  if (!lines.length) part('sources').append(element('p', {class: 'quiet', text: 'The plan names no source lines.'}));
  else if (!Object.values(data.sources).some((file) => Object.keys(file).length))
    part('sources').prepend(element('p', {class: 'quiet', text: 'With --source FILE, spyre-run shows the text of these lines.'}));
}
