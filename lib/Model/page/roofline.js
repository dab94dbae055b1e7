// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Log-log: operations per byte against operations per second, under two roofs.

function rooflinePoints() {
  const peak = data.device.peak_tflops;
  const points = groups.filter((group) => group.span > 0).map((group) => {
    const moved = group.read + group.write, us = group.span * group.count;
    return {group, us, gbs: moved / us * 1e-3,
            intensity: group.macs === 0 ? 0 : moved === 0 ? Infinity : 2 * group.macs / moved,
            tflops: 2e-6 * group.macs / us};
  });
  const finite = points.map((p) => p.intensity).filter((i) => i > 0 && i < Infinity);
  const ridge = peak * 1e3 / data.device.sustained_gbs;
  const low = Math.min(1, ...finite) / 3, high = Math.max(ridge * 4, ...finite.map((i) => i * 2));
  for (const p of points) {
    p.edge = p.intensity === 0;
    p.intensity = Math.min(p.edge ? low : p.intensity, high);
    if (p.edge) p.tflops = low * p.gbs * 1e-3;
  }
  const floor = Math.min(peak / 100, ...points.map((p) => p.tflops).filter((t) => t > 0)) / 2;
  return {points: points.filter((p) => p.tflops > 0), low, high, peak, floor};
}

function drawRoofline() {
  const parent = part('roofline'), {points, low, high, peak, floor} = rooflinePoints();
  const width = Math.max(parent.clientWidth, 200), height = width < 500 ? 300 : 380;
  const box = {left: 54, right: width - 12, top: 14, bottom: height - 36};
  const scale = (value, from, to, a, b) => a + Math.log(value / from) / Math.log(to / from) * (b - a);
  const x = (value) => scale(value, low / 1.4, high, box.left, box.right);
  const y = (value) => scale(value, floor, peak * 2, box.bottom, box.top);
  const svg = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': 'roofline'});
  const line = (x1, y1, x2, y2, style) => svg.append(svgElement('line', {x1, y1, x2, y2, style}));
  const text = (at, down, string, anchor = 'middle', quiet = true) =>
    svg.append(svgElement('text', {x: at, y: down, 'text-anchor': anchor, class: quiet ? 'quiet' : '', text: string}));
  const powers = (from, to) => {
    const list = [];
    for (let p = Math.ceil(Math.log10(from)); p <= Math.log10(to); ++p) list.push(10 ** p);
    return list;
  };
  for (const power of powers(low, high)) {
    line(x(power), box.top, x(power), box.bottom, 'stroke:var(--faint)');
    text(x(power), box.bottom + 15, String(power));
  }
  for (const power of powers(floor, peak * 2)) {
    line(box.left, y(power), box.right, y(power), 'stroke:var(--faint)');
    text(box.left - 6, y(power) + 4, power >= 1 ? String(power) : power.toFixed(Math.round(-Math.log10(power))), 'end');
  }
  text((box.left + box.right) / 2, height - 4, 'operations per byte of device memory');
  svg.append(svgElement('text', {x: 4, y: 10, class: 'quiet', text: 'TFLOPS'}));

  const roof = (gbs, style) => {
    const start = Math.max(low / 1.4, floor / (gbs * 1e-3)), ridge = peak * 1e3 / gbs;
    line(x(start), y(start * gbs * 1e-3), x(ridge), y(peak), style);
    return {start, ridge};
  };
  const hard = roof(data.device.pins_gbs, 'stroke:var(--roof);stroke-dasharray:5 4');
  const sustained = roof(data.device.sustained_gbs, 'stroke:var(--roof);stroke-width:2');
  line(x(Math.min(hard.ridge, sustained.ridge)), y(peak), box.right, y(peak), 'stroke:var(--roof);stroke-width:2');
  text(box.right, y(peak) - 6, `${digits(peak)} TFLOPS`, 'end');
  // Along the slope, where points are farthest.
  const slope = Math.atan2(y(peak) - y(sustained.start * data.device.sustained_gbs * 1e-3), x(sustained.ridge) - x(sustained.start));
  const distance = (intensity) => Math.min(...points.map((p) => Math.abs(Math.log(p.intensity / intensity))));
  const middle = [0.3, 0.4, 0.5, 0.6, 0.7].map((f) => sustained.start * (sustained.ridge / sustained.start) ** f)
    .reduce((a, b) => distance(b) > distance(a) ? b : a);
  svg.append(svgElement('text', {
    transform: `translate(${x(middle)} ${y(middle * data.device.sustained_gbs * 1e-3)}) rotate(${slope * 180 / Math.PI}) translate(0 16)`,
    'text-anchor': 'middle', class: 'quiet',
    text: width < 500 ? `${data.device.sustained_gbs} GB/s` : `${data.device.sustained_gbs} GB/s sustained (dashed: ${data.device.pins_gbs} at the pins)`}));

  const most = Math.max(...groups.map((group) => group.exclusive));
  const radius = (group) => 4 + 14 * Math.sqrt(group.exclusive / most);
  // Where no name may stand: on the text of the roof, and on circles.
  const taken = [{left: box.right - 90, right: box.right, top: y(peak) - 18, bottom: y(peak)},
                 ...points.map((p) => ({left: x(p.intensity) - 3, right: x(p.intensity) + 3,
                                        top: y(p.tflops) - radius(p.group) + 3, bottom: y(p.tflops) + radius(p.group) - 3}))];
  let named = 0;
  for (const p of points.sort((a, b) => b.group.exclusive - a.group.exclusive)) {
    const cx = x(p.intensity), cy = y(p.tflops), r = radius(p.group);
    const title = `${label(p.group)}\n${p.edge ? 'no products' : `${digits(p.tflops)} TFLOPS, ${digits(p.intensity)} per byte`}\n` +
      `${digits(p.gbs)} GB/s, ${percent(p.group.ofBound)} of bound (${p.group.boundBy})\nexclusive ${time(p.group.exclusive)}`;
    svg.append(svgElement('a', {href: `#k${p.group.index}`, onpointermove: (event) => tip(event, title),
                                onpointerleave: (event) => tip(event, '')},
      svgElement('circle', {cx, cy, r, style: `fill:${cssColour(p.group)};fill-opacity:.75;stroke:${cssColour(p.group)}`})));
    if (named++ < 14) place(taken, {text: label(p.group), cx, cy, r, right: box.right}, text);
  }
  parent.replaceChildren(svg);
}

/** Writes a name beside its circle, right or left of it, a line up or down if it must; else nowhere. */
function place(taken, {text: name, cx, cy, r, right}, write) {
  const width = 7 * name.length;
  for (const down of [0, -15, 15, -30, 30])
    for (const side of [1, -1]) {
      const from = side > 0 ? cx + r + 4 : cx - r - 4 - width;
      const area = {left: from, right: from + width, top: cy + down - 7, bottom: cy + down + 7};
      const free = taken.every((t) => area.right < t.left || area.left > t.right || area.bottom < t.top || area.top > t.bottom);
      if (!free || area.right > right || area.left < 54) continue;
      taken.push(area);
      return write(side > 0 ? from : from + width, cy + down + 4, name, side > 0 ? 'start' : 'end', false);
    }
}
