// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How full LX is on every core, and one core's memory as a map.

const stick = 128;

function decodeBuffers(numbers) {
  const buffers = [];
  let at = 0;
  for (let i = 0; i < numbers.length; i += 6) {
    at += numbers[i + 2];
    buffers.push({low: numbers[i] * stick, size: numbers[i + 1] * stick, from: at * data.tick_us,
                  to: (at + numbers[i + 3]) * data.tick_us, kernel: numbers[i + 4], unit: data.units[numbers[i + 5]]});
  }
  return buffers;
}

/** Bytes in use after each change. */
function useOf(buffers) {
  const changes = buffers.flatMap((b) => [[b.from, b.size], [b.to, -b.size]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const times = [], sizes = [];
  let use = 0;
  for (const [us, change] of changes) {
    use += change;
    if (times[times.length - 1] === us) sizes[sizes.length - 1] = use;
    else times.push(us), sizes.push(use);
  }
  return {times, sizes, peak: sizes.reduce((a, b) => Math.max(a, b), 0)};
}
/** The last change not after a time; -1: before the first. */
function changeAt(use, us) {
  let low = 0, high = use.times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (use.times[middle] <= us) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function useTrack(core, use, peak, choose, chosen) {
  const few = data.cores.length <= 8;
  return {
    height: few ? 18 : 8, label: few || core % 8 === 0 ? `core ${core}` : '', strong: chosen,
    draw(chart, top) {
      const ctx = chart.context, height = this.height - 1;
      ctx.fillStyle = colour('faint');
      ctx.fillRect(chart.gutter, top, chart.plotWidth, height);
      ctx.fillStyle = colour(chosen ? 'write' : 'accent');
      let i = changeAt(use, view.from);
      for (let x = 0; x < chart.plotWidth; ++x) { // the most within a pixel
        const end = view.from + (x + 1) * chart.usPerPixel;
        let most = i >= 0 ? use.sizes[i] : 0;
        while (i + 1 < use.times.length && use.times[i + 1] < end) most = Math.max(most, use.sizes[++i]);
        if (most === 0) continue;
        ctx.globalAlpha = 0.12 + 0.88 * most / peak;
        ctx.fillRect(chart.gutter + x, top, 1, height);
      }
      ctx.globalAlpha = 1;
    },
    hit(us) {
      const at = changeAt(use, us);
      return `core ${core}: ${kib(at >= 0 ? use.sizes[at] : 0)} in use\n${time(us)}`;
    },
    choose: () => choose(core),
  };
}

function mapTrack(core, buffers, top) {
  const height = 260, inner = height - 8;
  const y = (address) => height - 4 - address / top * inner;
  return {
    height,
    draw(chart, down) {
      const ctx = chart.context, step = niceStep(top / 1024, 6) * 1024;
      ctx.fillStyle = colour('faint');
      ctx.fillRect(chart.gutter, down, chart.plotWidth, height);
      for (const b of buffers) {
        if (b.to <= view.from || b.from >= view.to) continue;
        const x = chart.x(b.from), width = Math.max(chart.x(b.to) - x, 0.7), high = Math.max(b.size / top * inner, 1);
        ctx.fillStyle = kernelColours[b.kernel];
        ctx.globalAlpha = b.unit === 'load' || b.unit === 'ring' ? 0.92 : 0.55; // computed ones lighter
        ctx.fillRect(x, down + y(b.low) - high, width, high);
        ctx.globalAlpha = 1;
        if (width > 5 && high > 5) {
          ctx.strokeStyle = colour('card');
          ctx.lineWidth = 1;
          ctx.strokeRect(x + 0.5, down + y(b.low) - high + 0.5, width - 1, high - 1);
        }
      }
      for (let address = step; address <= top; address += step) {
        ctx.fillStyle = colour('line');
        ctx.fillRect(chart.gutter, down + y(address), chart.plotWidth, 1);
      }
    },
    margin(chart, down) {
      const step = niceStep(top / 1024, 6) * 1024;
      for (let address = 0; address <= top; address += step)
        chart.text(kib(address), 0, down + Math.max(y(address), 8));
    },
    hit(us, at) {
      const address = (height - 4 - at) / inner * top;
      const b = buffers.find((b) => b.from <= us && us < b.to && b.low <= address && address < b.low + b.size);
      return b ? `${report.kernels[b.kernel].name}, written by ${b.unit}\nbytes ${b.low} to ${b.low + b.size} (${kib(b.size)})\n` +
        `${time(b.from)} to ${time(b.to)}` : '';
    },
  };
}

function drawLx() {
  const buffers = data.lx.cores.map(decodeBuffers), uses = buffers.map(useOf);
  const peak = Math.max(1, ...uses.map((use) => use.peak));
  const top = Math.min(data.device.lx_allocatable_bytes, 1.05 * report.lx_peak_bytes || 1);
  const chart = new TimeChart(part('lx'), 'LX over time');
  const select = element('select', {'aria-label': 'core of the map', onchange: () => show(Number(select.value))},
    ...data.cores.map((core, value) => element('option', {text: `map of core ${core}`, value})));
  function show(index) {
    select.value = index;
    chart.setTracks([axisTrack,
      ...data.cores.map((core, i) => useTrack(core, uses[i], peak, () => show(i), i === index)),
      {height: 8, draw() {}}, mapTrack(data.cores[index], buffers[index], top), axisTrack]);
  }
  chart.canvas.addEventListener('click', (event) => { // on a core: its map
    let y = event.offsetY;
    for (const track of chart.tracks) {
      if (y >= 0 && y < track.height && track.choose) return track.choose();
      y -= track.height;
    }
  });
  part('lx', 'controls').append(select, element('span', {class: 'quiet', text: `most in use ${kib(peak)}; darkest is that`}));
  show(0);
  const resolution = data.lx.resolution_us;
  part('lx', 'note').textContent = 'Full colour: loaded or received; pale: computed. The map ends above the highest byte in use, ' +
    `${kib(report.lx_peak_bytes)} of ${kib(data.device.lx_allocatable_bytes)}.` +
    (resolution > 0 ? ` Equal buffers of one kernel within ${time(resolution)} are one.` : '');
}
