"use strict";
// The data of the report, and helpers that the other scripts of the page share.

const report = JSON.parse(document.getElementById("data").textContent);

/** Makes an element with attributes, handlers (`onclick`) and children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

/** A number with a fixed count of fractional digits; an en dash for none. */
function fixed(number, digits) {
  return number == null ? "–" : number.toFixed(digits);
}

/** A number of a metric: whole ones without digits, others with what can be told apart. */
function figure(number) {
  if (number == null) return "–";
  if (Number.isInteger(number)) return number.toLocaleString("en");
  return Math.abs(number) >= 100 ? number.toFixed(0) : number.toFixed(Math.abs(number) < 1 ? 2 : 1);
}

const metricPlace = new Map(report.metrics.map((metric, place) => [metric.path, place]));

/** The median of a metric in a run; null without data. */
function value(run, path) {
  const found = run.figures[metricPlace.get(path)];
  return found ? found[0] : null;
}

/** The frames of a run, written out; none where the page's limit left them out. */
function framesOf(run) {
  if (run.decoded) return run.decoded;
  const packed = run.frames;
  if (!packed) return (run.decoded = []);
  let start = 0;
  const clocks = unrun(packed.clock);
  const offsets = unstep(packed.offset);
  const velocities = unstep(packed.velocity);
  run.decoded = unrun(packed.cpu).map((cpu, number) => {
    start = packed.starts[number] ?? start;
    const ticks = packed.ticks[number] ?? packed.period;
    const busy = packed.busy[number] ?? ticks;
    const cells = (packed.arrivals[number] ?? []).map(([slot, isPrefetched, parts]) => {
      const [index, id, template] = run.cells[slot];
      return { slot, index, id, template, isPrefetched: isPrefetched === 1, parts, ms: sum(parts) };
    });
    const parts = [...(packed.own[number] ?? packed.base)];
    for (const cell of cells) cell.parts.forEach((part, place) => { parts[place] += part; });
    const frame = {
      number, start, ticks, busy, cells, parts, work: sum(parts), cpu: cpu / 1000,
      offset: offsets[number] / 10, velocity: velocities[number], clock: clocks[number] / 1000,
      jump: packed.jump[number] ?? 0,
      blank: packed.blank[number] ?? 0, prefetch: (packed.prefetch[number] ?? 0) / 1000,
      deadline: ticks * run.tickMs * run.appShare, hitch: Math.max(0, busy - ticks) * run.tickMs,
    };
    frame.over = frame.cpu - frame.deadline;
    start += busy;
    return frame;
  });
  return run.decoded;
}

/** The numbers of runs: each is followed by how often it comes. */
function unrun(runs) {
  const numbers = [];
  for (let place = 0; place < runs.length; place += 2) {
    for (let times = runs[place + 1]; times > 0; times -= 1) numbers.push(runs[place]);
  }
  return numbers;
}

/** The numbers whose differences are given. */
function unstep(steps) {
  let last = 0;
  return steps.map((step) => (last += step));
}

/** The sum of microseconds, in milliseconds. */
function sum(microseconds) {
  return microseconds.reduce((total, part) => total + part, 0) / 1000;
}

function seconds(run, frame) {
  return frame.start * run.tickMs / 1000;
}

/** What a frame was, in one sentence: for the tip and for those who cannot see the bars. */
function sentence(run, frame) {
  const late = frame.hitch > 0 ? `, ${fixed(frame.hitch, 1)} ms late on screen` : "";
  const cells = frame.cells.length ? `, ${frame.cells.length} new` : "";
  return `Frame ${frame.number} at ${fixed(seconds(run, frame), 3)} s: `
    + `${fixed(frame.cpu, 2)} of ${fixed(frame.deadline, 2)} ms${late}${cells}`;
}

/** The colors of the current scheme, which canvases cannot take from the style themselves. */
function colors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: color("ink"), faint: color("faint"), line: color("line"), accent: color("accent"),
    critical: color("critical"), tint: color("critical-tint"), surface: color("surface"),
    bar: color("bar"), heat: color("heat").split(" ").map(Number),
    cold: color("cold").split(" ").map(Number),
    parts: report.parts.map((part) => color(`part-${part}`)),
  };
}

/** A canvas as wide as its parent, drawn again when that or the color scheme changes. */
function canvas(height, attributes, draw) {
  const element = make("canvas", attributes);
  const redraw = () => {
    const width = element.parentElement ? element.parentElement.clientWidth : 0;
    if (!width) return;
    const tall = typeof height === "function" ? height(width) : height;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(tall * ratio);
    element.style.height = `${tall}px`;
    const context = element.getContext("2d");
    context.scale(ratio, ratio);
    context.font = "11px system-ui, sans-serif";
    draw(context, width, tall, colors());
  };
  let seen = 0;
  new ResizeObserver(() => {
    const width = element.parentElement?.clientWidth ?? 0;
    if (width !== seen) { seen = width; redraw(); }
  }).observe(element);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return { element, redraw };
}

const tip = make("div", { class: "tip", role: "status", hidden: true });

/** Shows a text beside the pointer; none hides it. */
function showTip(event, text) {
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const width = tip.offsetWidth;
  const room = document.documentElement.clientWidth;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, room - width - 4))}px`;
  tip.style.top = `${event.clientY + 18}px`;
}

/** A step of an axis: 1, 2 or 5 times a power of ten, at least `range / count`. */
function niceStep(range, count) {
  const rough = Math.max(range, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough);
}
