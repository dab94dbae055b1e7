// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stretch of time that all charts show, and a canvas of tracks over it.

const view = {
  total: Math.max(report.modelled_us, 1e-6), from: 0, to: 0, listeners: [],
  set(from, to) {
    const length = Math.min(Math.max(to - from, this.total * 1e-6), this.total);
    this.from = Math.min(Math.max(from, 0), this.total - length);
    this.to = this.from + length;
    for (const listener of this.listeners) listener();
  },
  zoom(factor, at = (this.from + this.to) / 2) {
    this.set(at - (at - this.from) / factor, at + (this.to - at) / factor);
  },
  pan(us) { this.set(this.from + us, this.to + us); },
  reset() { this.set(0, this.total); },
};
view.to = view.total;

/** Steps of 1, 2 or 5 times a power of ten, at most `count` of them. */
function niceStep(length, count) {
  const power = 10 ** Math.floor(Math.log10(length / count));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => length / step <= count);
}

/**
 * Tracks below one another on one canvas. A track has `height`, perhaps `label` and
 * `strong` and `scale` for the gutter, or margin(chart, top) that writes there; draw(chart, top) and perhaps hit(us, y), which returns text.
 */
class TimeChart {
  constructor(parent, name) {
    this.tracks = [];
    this.canvas = element('canvas', {tabindex: 0, role: 'img', 'aria-label': name});
    parent.append(this.canvas);
    this.context = this.canvas.getContext('2d');
    this.pointers = new Map();
    this.listen();
    view.listeners.push(() => this.schedule());
    new ResizeObserver(() => this.schedule()).observe(parent);
  }
  setTracks(tracks) {
    this.tracks = tracks;
    this.schedule();
  }
  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }
  x(us) { return this.gutter + (us - view.from) / (view.to - view.from) * this.plotWidth; }
  us(x) { return view.from + (x - this.gutter) / this.plotWidth * (view.to - view.from); }
  get usPerPixel() { return (view.to - view.from) / this.plotWidth; }

  draw() {
    const width = this.canvas.parentElement.clientWidth;
    const height = this.tracks.reduce((sum, track) => sum + track.height, 0);
    const scale = Math.min(window.devicePixelRatio || 1, 2);
    this.gutter = width < 500 ? 58 : 68;
    this.plotWidth = Math.max(width - this.gutter - 1, 10);
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = height + 'px';
    const ctx = this.context;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, width, height);
    let top = 0;
    for (const track of this.tracks) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(this.gutter, top, this.plotWidth, track.height);
      ctx.clip();
      track.draw(this, top);
      ctx.restore();
      const middle = top + track.height / 2, strong = track.strong;
      if (track.label) this.text(track.label, 0, track.scale ? middle - 7 : middle, strong ? 'text' : 'quiet', strong);
      if (track.margin) track.margin(this, top);
      if (track.scale) this.text(track.scale, 0, middle + 7);
      top += track.height;
    }
  }
  text(text, x, middle, name = 'quiet', strong = false) {
    const ctx = this.context;
    ctx.font = `${strong ? '600 ' : ''}11.5px system-ui, sans-serif`;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour(name);
    ctx.fillText(text, x, middle);
  }

  listen() {
    const on = (event, action) => this.canvas.addEventListener(event, action, {passive: false});
    on('wheel', (event) => this.wheel(event));
    on('pointerdown', (event) => { this.pointers.set(event.pointerId, event.offsetX); });
    on('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
      on(end, (event) => {
        this.pointers.delete(event.pointerId);
        if (event.pointerType === 'mouse') tip(event, '');
      });
    on('click', (event) => tip(event, this.hit(event)));
    on('dblclick', (event) => view.zoom(4, this.us(event.offsetX)));
    on('keydown', (event) => this.key(event));
  }
  wheel(event) {
    if (event.ctrlKey || event.metaKey || event.altKey)
      view.zoom(Math.exp(-event.deltaY * 0.004), this.us(event.offsetX));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
      view.pan(event.deltaX * this.usPerPixel);
    else
      return; // the page scrolls
    event.preventDefault();
  }
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return tip(event, this.hit(event));
    const xs = [...this.pointers.values()];
    this.pointers.set(event.pointerId, event.offsetX);
    tip(event, '');
    if (xs.length === 1) return view.pan((before - event.offsetX) * this.usPerPixel);
    const other = xs.find((x) => x !== before) ?? before;
    const was = Math.abs(before - other), is = Math.abs(event.offsetX - other);
    if (was > 8 && is > 8) view.zoom(is / was, this.us(other));
  }
  key(event) {
    const quarter = (view.to - view.from) / 4;
    const action = {
      '+': () => view.zoom(1.6), '=': () => view.zoom(1.6), '-': () => view.zoom(1 / 1.6), 0: () => view.reset(),
      ArrowLeft: () => view.pan(-quarter), ArrowRight: () => view.pan(quarter),
    }[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }
  hit(event) {
    let y = event.offsetY;
    if (event.offsetX < this.gutter) return '';
    for (const track of this.tracks) {
      if (y < track.height) return track.hit ? track.hit(this.us(event.offsetX), y, this) || '' : '';
      y -= track.height;
    }
    return '';
  }
}

function zoomButtons() {
  const button = (text, name, action) => element('button', {text, 'aria-label': name, title: name, onclick: action, type: 'button'});
  return [button('+', 'zoom in', () => view.zoom(2)), button('−', 'zoom out', () => view.zoom(0.5)),
          button('←', 'earlier', () => view.pan((view.from - view.to) / 3)),
          button('→', 'later', () => view.pan((view.to - view.from) / 3)),
          button('whole run', 'whole run', () => view.reset())];
}

const axisTrack = {
  height: 20,
  draw(chart, top) {
    const ctx = chart.context, step = niceStep(view.to - view.from, Math.max(2, chart.plotWidth / 90));
    ctx.strokeStyle = colour('line');
    for (let us = Math.ceil(view.from / step) * step; us <= view.to; us += step) {
      const x = chart.x(us);
      chart.text(axisLabel(us, step), x + 3, top + 9);
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + 20);
      ctx.stroke();
    }
  },
};
/** One unit for the whole axis. */
function axisLabel(us, step) {
  const [factor, unit] = view.to >= 1000 ? [1e-3, 'ms'] : [1, 'µs'];
  const decimals = Math.max(0, -Math.floor(Math.log10(step * factor) + 1e-9));
  return (us * factor).toFixed(decimals) + ' ' + unit;
}

/** Series over the bins of the recording, one upon the other, filled from below. */
function areaTrack(label, series, top, unit, height = 44) {
  const bin = data.fabric.bin_us;
  return {
    height, label, scale: `${digits(top)} ${unit}`,
    draw(chart, y) {
      const ctx = chart.context, bottom = y + height - 3, perUnit = (height - 8) / top;
      const first = Math.max(0, Math.floor(view.from / bin)), last = Math.ceil(view.to / bin);
      const base = new Float64Array(Math.max(last - first + 1, 0));
      for (const {values, colour: name} of series) {
        ctx.fillStyle = colour(name);
        for (let i = first; i <= last && i < values.length; ++i) {
          const from = chart.x(i * bin), to = chart.x((i + 1) * bin), size = values[i] * perUnit;
          if (size > 0) ctx.fillRect(from, bottom - base[i - first] - size, Math.max(to - from, 0.5) + 0.3, size);
          base[i - first] += size;
        }
      }
      ctx.fillStyle = colour('line');
      ctx.fillRect(chart.gutter, bottom, chart.plotWidth, 1);
    },
    hit(us) {
      const at = Math.floor(us / bin);
      return [time(us), ...series.map((s) => `${s.name} ${digits(s.values[at] ?? 0)} ${unit}`)].join('\n');
    },
  };
}
