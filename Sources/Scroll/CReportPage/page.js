"use strict";
// Puts the page together: budgets, the comparison, one run.

const HEADLINE = [
  ["hitch.time_ratio_ms_per_s", "Hitch ratio, ms/s"], ["frames.dropped", "Dropped frames"],
  ["frameDurationCpuMs.P99", "P99 of a frame, ms"], ["frameDurationCpuMs.max", "Slowest frame, ms"],
  ["frameOverrunMs.P99", "Overrun P99, ms"], ["position.jumps", "Jumps"],
  ["layouts.onScrollPath", "Layouts in frames"],
];
const LISTED_FRAMES = 500;

let selectedRun = 0;
/** Metrics that some run has. */
const knownMetrics = report.metrics.filter(
  (metric, place) => report.runs.some((run) => run.figures[place] && run.figures[place][0] != null));
const headline = HEADLINE.filter(([path]) => knownMetrics.some((metric) => metric.path === path));
let shownMetric = (headline[0] ?? HEADLINE[0])[0];
const unique = (values) => [...new Set(values)];

/** The grade as a word: signs are for budgets. */
function badge(grade) {
  return make("span", { class: `badge ${grade}` }, grade);
}

function budgets() {
  const texts = unique(report.runs.flatMap((run) => run.thresholds.map((one) => one.text)));
  const section = document.getElementById("budgets");
  section.hidden = texts.length === 0;
  section.append(make("ul", { class: "budgets" }, texts.map((text) => {
    const judged = report.runs.flatMap((run, place) => run.thresholds
      .filter((one) => one.text === text).map((one) => ({ ...one, place, run: run.name })));
    const breaches = judged.filter((one) => !one.passed);
    const passed = breaches.length === 0;
    const all = `${judged.length} ${judged.length === 1 ? "run" : "runs"}`;
    const count = passed ? `kept by ${all}` : `breached by ${breaches.length} of ${all}`;
    const head = [
      make("span", { class: passed ? "mark good" : "mark critical" }, passed ? "✓" : "✗"),
      make("code", {}, text), make("span", { class: "faint" }, ` ${count}`)];
    if (passed) return make("li", {}, head);
    return make("li", {}, make("details", {}, make("summary", {}, head), make(
      "ul", {}, breaches.map((one) => make("li", {}, make(
        "button", { type: "button", class: "link", onclick: () => choose(one.place, true) }, one.run),
        ` ${one.value == null ? "no value" : figure(one.value)}`)))));
  })));
}

/** One row a rate and profile, one column a strategy and device, so that devices are neighbors. */
function matrix() {
  const settings = unique(report.runs.map((run) => run.setting));
  const place = (run) => settings.length > 1 ? `${run.place} · ${run.setting}` : run.place;
  const rows = unique(report.runs.map(place));
  const strategies = unique(report.runs.map((run) => run.strategy));
  const devices = unique(report.runs.map((run) => run.device));
  const found = new Map();
  report.runs.forEach((run, number) => {
    const key = JSON.stringify([place(run), run.strategy, run.device]);
    found.set(key, [...(found.get(key) ?? []), number]);
  });
  const head = make("thead", {}, make("tr", {}, make("th", { rowspan: "2", scope: "col" }, "Run"),
    strategies.map((strategy) => make(
      "th", { colspan: `${devices.length}`, scope: "colgroup", class: "group" }, strategy))),
  make("tr", {}, strategies.flatMap(() => devices.map((device, number) => make(
    "th", { scope: "col", class: number === 0 ? "number group" : "number" }, device)))));
  const body = rows.map((row) => make("tr", {}, make("th", { scope: "row" }, row),
    strategies.flatMap((strategy) => devices.map((device, number) => {
      const runs = found.get(JSON.stringify([row, strategy, device])) ?? [];
      return make("td", { class: number === 0 ? "number group" : "number" }, runs.map(cellButton));
    }))));
  document.getElementById("matrix").replaceChildren(
    make("table", { class: "matrix" }, head, make("tbody", {}, body)));
}

function cellButton(number) {
  const run = report.runs[number];
  const breached = run.thresholds.some((one) => !one.passed);
  return make(
    "button", {
      type: "button", class: run.grade ? `cell ${run.grade}` : "cell", onclick: () => choose(number, true),
      "aria-pressed": number === selectedRun ? "true" : "false",
      "aria-label": `${run.name}: ${figure(value(run, shownMetric))}`
        + (run.grade ? `, ${run.grade}` : "") + (breached ? ", budget breached" : ""),
    }, figure(value(run, shownMetric)), breached ? make("sup", {}, "✗") : null);
}

function metricChoice() {
  const choice = document.getElementById("metric");
  choice.append(...headline.map(([path, text]) => make("option", { value: path }, text)));
  choice.addEventListener("change", () => { shownMetric = choice.value; matrix(); });
}

function runChoice() {
  const choice = document.getElementById("run");
  for (const place of unique(report.runs.map((run) => run.place))) {
    const group = make("optgroup", { label: place });
    report.runs.forEach((run, number) => {
      if (run.place !== place) return;
      group.append(make("option", { value: `${number}` }, `${run.strategy} · ${run.device}`
        + (unique(report.runs.map((one) => one.setting)).length > 1 ? ` · ${run.setting}` : "")));
    });
    choice.append(group);
  }
  choice.addEventListener("change", () => choose(Number(choice.value), false));
}

function tiles(run) {
  return make("dl", { class: "tiles" }, headline.map(([path, text]) => {
    const metric = report.metrics[metricPlace.get(path)];
    const found = run.figures[metricPlace.get(path)];
    const spread = found && found[1] !== found[2]
      ? make("small", {}, `${figure(found[1])} to ${figure(found[2])}`) : null;
    return make("div", { title: metric ? metric.meaning : "" },
      make("dt", {}, text), make("dd", {}, figure(found ? found[0] : null), spread));
  }));
}

function framePanel(run, frame) {
  const facts = [
    ["At", `${fixed(seconds(run, frame), 3)} s`], ["Offset", `${fixed(frame.offset, 1)} pt`],
    ["Speed", `${fixed(frame.velocity, 0)} pt/s`],
    ["Processor", `${fixed(frame.cpu, 2)} ms`], ["Deadline", `${fixed(frame.deadline, 2)} ms`],
    ["Over", `${frame.over > 0 ? "+" : ""}${fixed(frame.over, 2)} ms`],
    ["Late on screen", `${fixed(frame.hitch, 1)} ms`],
    ["Work at full clock", `${fixed(frame.work, 2)} ms`], ["Clock", `${fixed(frame.clock * 100, 0)} %`],
  ];
  if (frame.prefetch) facts.push(["Prepared ahead", `${fixed(frame.prefetch, 2)} ms`]);
  if (frame.jump) facts.push(["Jump", `${fixed(frame.jump, 1)} pt`]);
  if (frame.blank) facts.push(["Blank", `${fixed(frame.blank, 0)} pt`]);
  const rows = frame.cells.map((cell) => make("tr", {},
    make("td", {}, make("code", {}, cell.id)), make("td", {}, cell.template),
    make("td", { class: "number" }, fixed(cell.ms, 2)),
    make("td", { class: "parts" }, cell.isPrefetched ? "prepared ahead; " : "", partsText(cell.parts))));
  return [
    make("h3", {}, `Frame ${frame.number} `, make(
      "span", { class: frame.hitch > 0 ? "badge critical" : "badge good" },
      frame.hitch > 0 ? "✗ hitch" : "✓ in time")),
    make("dl", { class: "facts" }, facts.map(([name, text]) => make(
      "div", {}, make("dt", {}, name), make("dd", {}, text)))),
    make("p", { class: "faint" }, `Parts: ${partsText(frame.parts) || "none"}`),
    rows.length
      ? make("div", { class: "scroll" }, make("table", {},
        make("caption", {}, "Cells that came on screen"),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Id"),
          make("th", { scope: "col" }, "Template"), make("th", { scope: "col", class: "number" }, "ms"),
          make("th", { scope: "col" }, "Parts"))), make("tbody", {}, rows)))
      : make("p", { class: "faint" }, "No cell came on screen."),
  ];
}

function metricTable(run) {
  return make("table", {}, make("thead", {}, make("tr", {},
    ["Metric", "Median", "Least", "Most", "Unit", "What it is"].map((name, place) => make(
      "th", { scope: "col", class: place > 0 && place < 4 ? "number" : null }, name)))),
  make("tbody", {}, knownMetrics.map((metric) => {
    const found = run.figures[metricPlace.get(metric.path)] ?? [null, null, null];
    return make("tr", {}, make("th", { scope: "row" }, make("code", {}, metric.path)),
      found.map((number) => make("td", { class: "number" }, figure(number))),
      make("td", {}, metric.unit), make("td", { class: "wide" }, metric.meaning));
  })));
}

/** The frames as a table, late ones first, for those who cannot use the bars. */
function frameTable(run, frames) {
  const late = frames.filter((frame) => frame.hitch > 0);
  const listed = [...late, ...frames.filter((frame) => frame.hitch === 0)].slice(0, LISTED_FRAMES);
  return make("table", {}, make("caption", {}, `${listed.length} of ${frames.length} frames, late ones first`),
    make("thead", {}, make("tr", {}, ["Frame", "s", "pt", "ms", "Deadline", "Late", "Clock", "Cells"].map(
      (name) => make("th", { scope: "col", class: name === "Cells" ? null : "number" }, name)))),
    make("tbody", {}, listed.map((frame) => make("tr", {},
      [`${frame.number}`, fixed(seconds(run, frame), 3), fixed(frame.offset, 1), fixed(frame.cpu, 2),
        fixed(frame.deadline, 2), fixed(frame.hitch, 1), fixed(frame.clock, 2)].map(
        (text) => make("td", { class: "number" }, text)),
      make("td", { class: "wide" }, frame.cells.map((cell) => cell.id).join(", "))))));
}

const timeline = new Timeline((frame) => {
  document.getElementById("frame").replaceChildren(
    ...framePanel(report.runs[selectedRun], frame));
});
const cellMap = new CellMap((number) => {
  timeline.select(number);
  timeline.element.scrollIntoView({ block: "nearest" });
});

/** Shows a run; `moves` scrolls to it. */
function choose(number, moves) {
  selectedRun = number;
  const run = report.runs[number];
  const frames = framesOf(run);
  document.getElementById("run").value = `${number}`;
  document.getElementById("name").replaceChildren(
    run.name, ...(run.grade ? [" ", badge(run.grade)] : []));
  document.getElementById("setting").textContent =
    run.setting + (run.grade ? `, graded by ${run.scale}; ${
      run.iterations === 1 ? "one run" : `median of ${run.iterations}`}` : "");
  document.getElementById("tiles").replaceChildren(tiles(run));
  document.getElementById("notes").replaceChildren(...run.notes.map((note) => make("li", {}, note)));
  document.getElementById("left-out").hidden = run.frames !== null || run.count === 0;
  for (const id of ["timeline", "frame", "cells", "frames"]) {
    document.getElementById(id).hidden = frames.length === 0;
  }
  timeline.show(run, frames);
  cellMap.show(run, frames);
  document.getElementById("metrics").replaceChildren(metricTable(run));
  const table = document.getElementById("frame-table");
  table.replaceChildren();
  const details = document.getElementById("frames");
  details.open = false;
  details.ontoggle = () => {
    if (details.open && !table.firstChild) table.append(frameTable(run, frames));
  };
  matrix();
  history.replaceState(null, "", `#${encodeURIComponent(run.name)}`);
  if (moves) document.getElementById("selected").scrollIntoView();
}

document.body.append(tip);
budgets();
metricChoice();
runChoice();
document.getElementById("timeline").append(timeline.element);
document.getElementById("cell-map").append(cellMap.element);
window.cellheightsReport = {
  frames: report.runs.map((run) => (run.frames ? run.frames.count : 0)),
  names: report.runs.map((run) => run.name),
  choose: (number) => choose(number, false),
};
if (report.runs.length) {
  let wanted = "";
  try { wanted = decodeURIComponent(location.hash.slice(1)); } catch { /* no run's name */ }
  const named = report.runs.findIndex((run) => run.name === wanted);
  choose(named >= 0 ? named : report.first, false);
} else document.getElementById("selected").hidden = true;
