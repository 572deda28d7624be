"use strict";
// The cells that came on screen, colored by what they cost, and the costliest of them.

const LISTED_CELLS = 20;

class CellMap {
  /** @param {(frame: number) => void} onSelect Called with the frame that a cell came in. */
  constructor(onSelect) {
    this.onSelect = onSelect;
    this.cells = [];
    this.focused = 0;
    this.side = 16;
    this.map = canvas(
      (width) => this.height(width),
      { tabindex: "0", role: "listbox", "aria-label": "Cells by cost; the list below has the costliest" },
      (...all) => this.draw(...all));
    this.listen();
    this.scale = make("div", { class: "scale" });
    this.list = make("div", { class: "scroll" });
    this.element = make(
      "div", {}, make("div", {}, this.map.element), this.scale, this.list);
  }

  show(run, frames) {
    const worst = new Map();
    for (const frame of frames) {
      for (const cell of frame.cells) {
        const known = worst.get(cell.slot);
        if (!known) worst.set(cell.slot, { ...cell, frame: frame.number, times: 1 });
        else {
          known.times += 1;
          if (cell.ms > known.ms) Object.assign(known, cell, { frame: frame.number });
        }
      }
    }
    this.cells = [...worst.values()].sort((a, b) => a.index - b.index);
    this.most = this.cells.reduce((most, cell) => Math.max(most, cell.ms), 0);
    this.focused = 0;
    this.side = this.cells.length > 2000 ? 6 : this.cells.length > 600 ? 10 : 18;
    this.scale.replaceChildren("0 ms", make("i", { class: "gradient" }), `${fixed(this.most, 1)} ms`,
      make("span", { class: "faint" }, "at the full clock; first cell of the list at the top left"));
    this.list.replaceChildren(this.table());
    this.map.redraw();
  }

  table() {
    if (!this.cells.length) return make("p", {}, "No cell came on screen.");
    const costliest = [...this.cells].sort((a, b) => b.ms - a.ms || a.index - b.index);
    const rows = costliest.slice(0, LISTED_CELLS).map((cell) => make(
      "tr", {},
      make("td", {}, make("code", {}, cell.id)), make("td", {}, cell.template),
      make("td", { class: "number" }, `${cell.index}`),
      make("td", { class: "number" }, fixed(cell.ms, 2)),
      make("td", { class: "parts" }, partsText(cell.parts)),
      make("td", { class: "number" }, make(
        "button", { type: "button", class: "link", onclick: () => this.onSelect(cell.frame) },
        `${cell.frame}`))));
    const more = this.cells.length - rows.length;
    return make(
      "table", {}, make("caption", {}, "Costliest cells", more > 0 ? ` of ${this.cells.length}` : ""),
      make("thead", {}, make("tr", {}, ["Id", "Template", "Position", "ms", "Parts", "Frame"].map(
        (name, place) => make(
          "th", { scope: "col", class: [2, 3, 5].includes(place) ? "number" : null }, name)))),
      make("tbody", {}, rows));
  }

  columns(width) {
    return Math.max(1, Math.floor(width / this.side));
  }

  height(width) {
    return Math.max(1, Math.ceil(this.cells.length / this.columns(width))) * this.side;
  }

  draw(context, width, height, color) {
    const columns = this.columns(width);
    const gap = this.side > 8 ? 2 : 1;
    this.cells.forEach((cell, place) => {
      const part = this.most > 0 ? cell.ms / this.most : 0;
      const mixed = color.cold.map((cold, channel) => cold + (color.heat[channel] - cold) * part);
      context.fillStyle = `rgb(${mixed.map(Math.round).join(" ")})`;
      const x = place % columns * this.side;
      const y = Math.floor(place / columns) * this.side;
      context.fillRect(x, y, this.side - gap, this.side - gap);
      if (place === this.focused && document.activeElement === this.map.element) {
        context.strokeStyle = color.accent;
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, this.side - gap - 2, this.side - gap - 2);
      }
    });
  }

  listen() {
    const element = this.map.element;
    const at = (event) => {
      const box = element.getBoundingClientRect();
      const columns = this.columns(box.width);
      const column = Math.floor((event.clientX - box.left) / this.side);
      const row = Math.floor((event.clientY - box.top) / this.side);
      return column < columns ? row * columns + column : -1;
    };
    const text = (cell) => cell
      && `${cell.id} · ${cell.template} · position ${cell.index} · ${fixed(cell.ms, 2)} ms`;
    element.addEventListener("pointermove", (event) => showTip(event, text(this.cells[at(event)])));
    element.addEventListener("pointerleave", () => showTip(null, ""));
    element.addEventListener("click", (event) => {
      const cell = this.cells[at(event)];
      if (cell) this.onSelect(cell.frame);
    });
    element.addEventListener("focus", () => this.map.redraw());
    element.addEventListener("blur", () => { this.map.redraw(); showTip(null, ""); });
    element.addEventListener("keydown", (event) => {
      const columns = this.columns(element.clientWidth);
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
      if (event.key === "Enter" && this.cells[this.focused]) {
        this.onSelect(this.cells[this.focused].frame);
      } else if (step) {
        this.focused = Math.max(0, Math.min(this.cells.length - 1, this.focused + step));
        const box = element.getBoundingClientRect();
        element.setAttribute("aria-description", text(this.cells[this.focused]) ?? "");
        showTip({
          clientX: box.left + this.focused % columns * this.side,
          clientY: box.top + Math.floor(this.focused / columns) * this.side,
        }, text(this.cells[this.focused]));
        this.map.redraw();
      } else return;
      event.preventDefault();
    });
  }
}

/** Parts in microseconds as text, largest first. */
function partsText(parts) {
  return report.parts.map((name, place) => [name, parts[place]])
    .filter(([, part]) => part >= 5).sort((a, b) => b[1] - a[1])
    .map(([name, part]) => `${name} ${fixed(part / 1000, 2)}`).join(", ");
}
