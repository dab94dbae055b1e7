// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels, fabrics, and every unit of every core drawn, over time.

/** Bars of a row as columns: from, to in us; kernel, what. */
function decodeBars(numbers) {
  const count = numbers.length / 4, bars = {count, from: new Float64Array(count), to: new Float64Array(count),
                                            kernel: new Int32Array(count), what: new Int32Array(count)};
  let at = 0;
  for (let i = 0; i < count; ++i) {
    at += numbers[4 * i];
    bars.from[i] = at * data.tick_us;
    bars.to[i] = (at + numbers[4 * i + 1]) * data.tick_us;
    bars.kernel[i] = numbers[4 * i + 2];
    bars.what[i] = numbers[4 * i + 3];
  }
  return bars;
}
/** The first bar that ends after a time. */
function firstAfter(bars, us) {
  let low = 0, high = bars.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars.to[middle] <= us) low = middle + 1;
    else high = middle;
  }
  return low;
}
function barAt(bars, us, slack) {
  const i = firstAfter(bars, us - slack);
  return i < bars.count && bars.from[i] <= us + slack ? i : -1;
}
/** Draws the visible bars; those that fall into a pixel already drawn are left out. */
function drawBars(chart, bars, top, height, colourOf, name) {
  const ctx = chart.context;
  let drawnTo = -1;
  for (let i = firstAfter(bars, view.from); i < bars.count && bars.from[i] < view.to; ++i) {
    const x = Math.max(chart.x(bars.from[i]), chart.gutter - 1), end = Math.min(chart.x(bars.to[i]), chart.gutter + chart.plotWidth + 1);
    if (end < drawnTo + 0.5) continue;
    const from = Math.max(x, drawnTo), width = Math.max(end - from, 0.6);
    ctx.fillStyle = colourOf(i);
    ctx.fillRect(from, top, width > 4 ? width - 0.6 : width, height);
    drawnTo = from + width;
    if (name && width > 34) barText(ctx, name(i), from + 3, top + Math.min(height / 2, 6) + 0.5, width - 6);
  }
}
function barText(ctx, text, x, y, width) {
  ctx.font = '10.5px system-ui, sans-serif';
  ctx.textBaseline = 'middle';
  if (ctx.measureText(text).width > width) return;
  ctx.fillStyle = colour('on-kernel');
  ctx.fillText(text, x, y);
}

function unitTrack(row) {
  const slices = decodeBars(row.slices), waits = decodeBars(row.waits);
  const name = (i) => report.kernels[slices.kernel[i]].name;
  return {
    height: 17, label: '  ' + row.unit, core: row.core,
    draw(chart, top) {
      drawBars(chart, slices, top + 1, 15, (i) => kernelColours[slices.kernel[i]], name);
      drawBars(chart, waits, top + 12, 4, (i) => causeColours[waits.what[i]]);
    },
    hit(us, y, chart) {
      const slack = 2 * chart.usPerPixel, slice = barAt(slices, us, slack), wait = barAt(waits, us, slack);
      const lines = [`core ${row.core}, ${row.unit}`];
      if (slice >= 0) {
        const item = data.timeline.items[row.unit][slices.what[slice]];
        lines.push(`${name(slice)}: ${item || 'several instructions'}`,
                   `${time(slices.to[slice] - slices.from[slice])} from ${time(slices.from[slice])}`);
      }
      if (wait >= 0) lines.push(`waits ${time(waits.to[wait] - waits.from[wait])}: ${causeText(data.timeline.causes[waits.what[wait]])}`);
      return lines.length > 1 ? lines.join('\n') : '';
    },
  };
}

function kernelTracks() {
  const lanes = [];
  data.timeline.kernel_lanes.forEach((lane, number) => { if (lane >= 0) (lanes[lane] ??= []).push(number); });
  return lanes.map((numbers, lane) => {
    const kernels = numbers.map((number) => report.kernels[number]).sort((a, b) => a.start_us - b.start_us);
    const number = new Map(report.kernels.map((kernel, i) => [kernel, i]));
    const bars = {count: kernels.length, from: kernels.map((k) => k.start_us), to: kernels.map((k) => k.start_us + k.span_us),
                  kernel: kernels.map((k) => number.get(k))};
    return {
      height: 18, label: lane ? '' : 'kernels', strong: true,
      draw(chart, top) {
        drawBars(chart, bars, top + 1, 15, (i) => kernelColours[bars.kernel[i]], (i) => kernels[i].name);
      },
      hit(us, y, chart) {
        const i = barAt(bars, us, 2 * chart.usPerPixel);
        if (i < 0) return '';
        const k = kernels[i];
        return `${k.name}\nspan ${time(k.span_us)} from ${time(k.start_us)}\n` +
          `${k.percent_of_bound.toFixed(0)} % of bound (${k.bound_by}), array ${percent(k.pt_utilisation)}\n${k.source}`;
      },
    };
  });
}

function fabricTracks() {
  const f = data.fabric, any = (...names) => names.some((name) => f[name].some((value) => value > 0));
  const tracks = [areaTrack('memory', [{name: 'read', values: f.read_gbs, colour: 'read'}, {name: 'written', values: f.write_gbs, colour: 'write'}],
                            data.device.sustained_gbs, 'GB/s')];
  if (any('turning'))
    tracks.push(areaTrack('node', [{name: 'moving', values: f.moving, colour: 'roof'}, {name: 'turning round', values: f.turning, colour: 'turn'}],
                          100, '%', 32));
  const links = (label, up, down, name) => {
    if (!any(up, down)) return;
    const [ups, downs] = [f[up], f[down]].map((values) => values.map((value) => value / 2)); // of the links of both directions
    const top = Math.max(5, ...ups.map((value, i) => value + downs[i]));
    tracks.push(areaTrack(label + ' links', [{name: 'upwards', values: ups, colour: name}, {name: 'downwards', values: downs, colour: 'quiet'}],
                          top, '%', 32));
  };
  links('ring', 'ring_up', 'ring_down', 'ring');
  links('psum', 'psum_up', 'psum_down', 'psum');
  return tracks;
}

/** The whole run, small; a drag over it chooses what the charts show. */
class Overview {
  constructor(parent) {
    this.canvas = element('canvas', {role: 'img', 'aria-label': 'whole run: drag to choose a part', style: 'height:22px;margin-bottom:6px'});
    parent.append(this.canvas);
    this.canvas.addEventListener('pointerdown', (event) => { this.anchor = this.us(event); });
    this.canvas.addEventListener('pointermove', (event) => {
      if (this.anchor === undefined || !event.buttons) return;
      const at = this.us(event);
      view.set(Math.min(this.anchor, at), Math.max(this.anchor, at));
    });
    this.canvas.addEventListener('click', (event) => {
      const at = this.us(event), half = (view.to - view.from) / 2;
      if (Math.abs(at - this.anchor) < view.total * 0.004) view.set(at - half, at + half);
      this.anchor = undefined;
    });
    view.listeners.push(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(parent);
  }
  us(event) { return event.offsetX / this.canvas.clientWidth * view.total; }
  draw() {
    const width = this.canvas.clientWidth, scale = Math.min(window.devicePixelRatio || 1, 2), ctx = this.canvas.getContext('2d');
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = 22 * scale;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    report.kernels.forEach((kernel, i) => {
      ctx.fillStyle = kernelColours[i];
      ctx.fillRect(kernel.start_us / view.total * width, 4, Math.max(kernel.span_us / view.total * width, 0.5), 14);
    });
    ctx.strokeStyle = colour('text');
    ctx.lineWidth = 2;
    const from = view.from / view.total * width, to = view.to / view.total * width;
    ctx.strokeRect(from + 1, 1, Math.max(to - from - 2, 2), 20);
  }
}

function drawTimeline() {
  const rows = data.timeline.rows.map(unitTrack), fixed = [axisTrack, ...kernelTracks(), ...fabricTracks()];
  new Overview(part('timeline'));
  const chart = new TimeChart(part('timeline'), 'timeline');
  const show = (cores) => chart.setTracks([...fixed, ...cores.flatMap((core) =>
    [{height: 20, label: `core ${core}`, strong: true, draw() {}}, ...rows.filter((row) => row.core === core)])]);
  const spread = (count) => data.cores.filter((_, i) => i % Math.ceil(data.cores.length / count) === 0).slice(0, count);
  const choices = [[`${spread(4).length} of ${data.device.cores} cores`, spread(4)], [`all ${data.cores.length} cores drawn`, data.cores],
                   ...data.cores.map((core) => [`core ${core}`, [core]])];
  const select = element('select', {'aria-label': 'cores', onchange: () => show(choices[select.value][1])},
    ...choices.map(([text], value) => element('option', {text, value})));
  const start = window.innerWidth < 600 ? 2 : 0; // one core on a phone
  select.value = start;
  part('timeline', 'controls').append(...zoomButtons(), select);
  show(choices[start][1]);
  const swatch = (style, text, thin) => element('span', {}, element('i', {style, class: thin ? 'thin' : ''}), text);
  const used = new Set(data.timeline.rows.flatMap((row) => row.waits.filter((_, i) => i % 4 === 3)));
  part('timeline', 'legend').append(
    ...groups.filter((group) => group.span > 0).slice(0, 40).map((group) => swatch(`background:${cssColour(group)}`, label(group))),
    ...data.timeline.causes.map((cause, i) => [cause, i]).filter(([, i]) => used.has(i))
      .map(([cause]) => swatch(`background:var(--${causeName(cause)})`, causeText(cause), true)));
  const resolution = data.timeline.resolution_us, few = data.cores.length < data.device.cores;
  part('timeline', 'note').textContent = 'Wide bars are instructions, thin ones waits by cause. Drag moves, pinch or Ctrl and wheel zoom, ' +
    'a drag over the strip chooses a part. ' +
    (few ? `Drawn: cores ${data.cores.join(', ')} of ${data.device.cores}. ` : '') +
    (resolution > 0 ? `Neighbours of one kernel within ${time(resolution)} are one bar.` : '');
}
