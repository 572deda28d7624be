"use strict";
// The timeline of a run: all frames at once, and a stretch of them with their parts.

const AXIS = 40;

class Timeline {
  /** @param {(frame) => void} onSelect Called with the frame that was chosen. */
  constructor(onSelect) {
    this.onSelect = onSelect;
    this.frames = [];
    this.selected = 0;
    this.from = 0;
    this.span = 1;
    this.overview = canvas(
      64, { class: "overview", "aria-hidden": "true" }, (...all) => this.drawOverview(...all));
    this.motion = canvas(
      44, { class: "motion", "aria-hidden": "true" }, (...all) => this.drawMotion(...all));
    this.detail = canvas(
      240, { class: "detail", tabindex: "0", role: "slider", "aria-label": "Frame" },
      (...all) => this.drawDetail(...all));
    this.listen();
    const button = (text, label, action) =>
      make("button", { type: "button", onclick: action, "aria-label": label }, text);
    this.hitches = make("span", { class: "faint" });
    this.element = make(
      "div", { class: "timeline" },
      make("div", { class: "buttons" },
        button("‹ hitch", "Previous hitch", () => this.jump(-1)),
        button("hitch ›", "Next hitch", () => this.jump(1)),
        button("+", "Zoom in", () => this.zoom(0.5)),
        button("−", "Zoom out", () => this.zoom(2)), this.hitches),
      make("div", {}, this.detail.element),
      make("ul", { class: "legend" }, report.parts.map((part) => make(
        "li", {}, make("i", { class: `swatch part-${part}` }), part))),
      make("p", { class: "caption" }, "All frames; drag to move the stretch above."),
      make("div", {}, this.overview.element),
      make("p", { class: "caption" }, make("i", { class: "swatch speed" }), "speed of the list ",
        make("i", { class: "swatch clock" }), "clock of the processor"),
      make("div", {}, this.motion.element));
  }

  show(run, frames) {
    this.run = run;
    this.frames = frames;
    const last = frames[frames.length - 1];
    this.total = last ? last.start + last.busy : 1;
    this.late = frames.filter((frame) => frame.hitch > 0);
    this.peak = frames.reduce((most, frame) => Math.max(most, frame.cpu), 0);
    this.hitches.textContent = this.late.length === 1 ? "1 hitch" : `${this.late.length} hitches`;
    const width = this.detail.element.parentElement?.clientWidth || 1000;
    this.span = Math.min(this.total, Math.max(24, width / 7));
    const worst = frames.reduce(
      (most, frame) => (most && most.over >= frame.over ? most : frame), null);
    this.select(worst ? worst.number : 0);
  }

  /** Chooses a frame and brings it into view. */
  select(number) {
    const frame = this.frames[number];
    if (!frame) return this.redraw();
    this.selected = number;
    const margin = this.span / 8;
    if (frame.start < this.from + margin || frame.start + frame.busy > this.from + this.span - margin) {
      this.from = frame.start - this.span / 2;
    }
    this.clamp();
    const slider = this.detail.element;
    slider.setAttribute("aria-valuemin", 0);
    slider.setAttribute("aria-valuemax", this.frames.length - 1);
    slider.setAttribute("aria-valuenow", number);
    slider.setAttribute("aria-valuetext", sentence(this.run, frame));
    this.redraw();
    this.onSelect(frame);
  }

  /** Chooses the next late frame, or the one before. */
  jump(direction) {
    const next = direction > 0
      ? this.late.find((frame) => frame.number > this.selected)
      : this.late.findLast((frame) => frame.number < this.selected);
    if (next) this.select(next.number);
  }

  zoom(factor) {
    const center = this.frames[this.selected]?.start ?? this.from + this.span / 2;
    this.span = Math.min(this.total, Math.max(8, this.span * factor));
    this.from = center - this.span / 2;
    this.clamp();
    this.redraw();
  }

  clamp() {
    this.from = Math.max(0, Math.min(this.from, this.total - this.span));
  }

  redraw() {
    this.detail.redraw();
    this.overview.redraw();
    this.motion.redraw();
  }

  listen() {
    const detail = this.detail.element;
    const at = (event) => {
      const box = detail.getBoundingClientRect();
      const tick = this.from
        + (event.clientX - box.left - AXIS) / Math.max(1, box.width - AXIS) * this.span;
      return this.frameAt(tick);
    };
    detail.addEventListener("pointermove", (event) => {
      const frame = at(event);
      showTip(event, frame && sentence(this.run, frame));
    });
    detail.addEventListener("pointerleave", () => showTip(null, ""));
    detail.addEventListener("click", (event) => {
      const frame = at(event);
      if (frame) this.select(frame.number);
    });
    detail.addEventListener("keydown", (event) => this.key(event));
    const overview = this.overview.element;
    const move = (event) => {
      const box = overview.getBoundingClientRect();
      const part = (event.clientX - box.left - AXIS) / Math.max(1, box.width - AXIS);
      this.from = part * this.total - this.span / 2;
      this.clamp();
      this.redraw();
    };
    overview.addEventListener("pointerdown", (event) => {
      overview.setPointerCapture(event.pointerId);
      move(event);
    });
    overview.addEventListener("pointermove", (event) => {
      if (event.buttons) move(event);
    });
  }

  key(event) {
    const last = this.frames.length - 1;
    const target = {
      ArrowLeft: this.selected - 1, ArrowRight: this.selected + 1, ArrowDown: this.selected - 1,
      ArrowUp: this.selected + 1, PageUp: this.selected - 20, PageDown: this.selected + 20,
      Home: 0, End: last,
    }[event.key];
    if (target !== undefined) this.select(Math.max(0, Math.min(last, target)));
    else if (event.key === "n") this.jump(1);
    else if (event.key === "p") this.jump(-1);
    else if (event.key === "+" || event.key === "=") this.zoom(0.5);
    else if (event.key === "-") this.zoom(2);
    else return;
    event.preventDefault();
  }

  /** The frame that lasts at a tick. */
  frameAt(tick) {
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].start <= tick) low = middle; else high = middle - 1;
    }
    const frame = this.frames[low];
    return frame && tick >= frame.start && tick < frame.start + frame.busy ? frame : null;
  }

  drawDetail(context, width, height, color) {
    const bottom = height - 20;
    const top = 20;
    const x = (tick) => AXIS + (tick - this.from) / this.span * (width - AXIS);
    const visible = this.frames.filter(
      (frame) => frame.start + frame.busy > this.from && frame.start < this.from + this.span);
    const most = visible.reduce(
      (peak, frame) => Math.max(peak, frame.cpu + frame.prefetch / frame.clock, frame.deadline * 1.4), 1) * 1.03;
    const y = (ms) => bottom - ms / most * (bottom - top);
    this.drawAxis(context, width, bottom, most, y, x, color);
    context.save();
    context.beginPath();
    context.rect(AXIS, 0, width - AXIS, height);
    context.clip();
    for (const frame of visible) this.drawBar(context, frame, x, y, top, bottom, color);
    context.restore();
  }

  drawAxis(context, width, bottom, most, y, x, color) {
    context.strokeStyle = color.line;
    context.fillStyle = color.faint;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const step = niceStep(most, 4);
    for (let ms = 0; ms <= most; ms += step) {
      context.beginPath();
      context.moveTo(AXIS, Math.round(y(ms)) + 0.5);
      context.lineTo(width, Math.round(y(ms)) + 0.5);
      context.stroke();
      context.fillText(ms === 0 ? "0 ms" : `${+ms.toFixed(3)}`, AXIS - 6, y(ms));
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const perTick = this.run ? this.run.tickMs / 1000 : 1;
    const stride = niceStep(this.span * perTick, Math.max(2, width / 120));
    const first = Math.ceil(this.from * perTick / stride) * stride;
    for (let at = first; at <= (this.from + this.span) * perTick; at += stride) {
      const place = x(at / perTick);
      if (place > AXIS + 12 && place < width - 16) {
        context.fillText(`${+at.toFixed(4)} s`, place, bottom + 6);
      }
    }
  }

  drawBar(context, frame, x, y, top, bottom, color) {
    const left = x(frame.start);
    const right = x(frame.start + frame.busy);
    const gap = right - left > 4 ? 1 : 0;
    const wide = Math.max(1, right - left - gap);
    if (frame.hitch > 0) {
      context.fillStyle = color.tint;
      context.fillRect(left, top - 18, wide, bottom - top + 18);
      context.fillStyle = color.critical;
      context.textAlign = "center";
      context.textBaseline = "middle";
      const label = wide > 40 ? `▼ +${fixed(frame.hitch, 1)}` : "▼";
      context.fillText(label, left + wide / 2, top - 10);
    }
    let ms = 0;
    const scale = frame.work > 0 ? frame.cpu / frame.work : 0;
    frame.parts.forEach((part, place) => {
      const tall = part / 1000 * scale;
      if (tall <= 0) return;
      context.fillStyle = color.parts[place];
      context.fillRect(left, y(ms + tall), wide, y(ms) - y(ms + tall));
      ms += tall;
    });
    if (frame.prefetch > 0) {
      const ahead = frame.prefetch / frame.clock;
      context.globalAlpha = 0.3;
      context.fillStyle = color.bar;
      context.fillRect(left, y(frame.cpu + ahead), wide, y(frame.cpu) - y(frame.cpu + ahead));
      context.globalAlpha = 1;
    }
    context.strokeStyle = color.ink;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(left, Math.round(y(frame.deadline)) + 0.5);
    context.lineTo(right, Math.round(y(frame.deadline)) + 0.5);
    context.stroke();
    context.setLineDash([]);
    if (frame.number === this.selected) {
      context.strokeStyle = color.accent;
      context.lineWidth = 2;
      context.strokeRect(left - 1, top - 1, wide + 2, bottom - top + 1);
      context.lineWidth = 1;
    }
  }

  drawOverview(context, width, height, color) {
    const room = width - AXIS;
    const columns = new Float64Array(Math.max(1, Math.ceil(room)));
    const late = new Uint8Array(columns.length);
    const limit = Math.max(1, this.peak);
    for (const frame of this.frames) {
      const first = Math.floor(frame.start / this.total * room);
      const end = Math.floor((frame.start + frame.busy) / this.total * room);
      for (let column = first; column <= Math.min(end, columns.length - 1); column += 1) {
        columns[column] = Math.max(columns[column], frame.cpu);
        if (frame.hitch > 0) late[column] = 1;
      }
    }
    columns.forEach((ms, column) => {
      const tall = Math.max(1, Math.min(1, ms / limit) * (height - 4));
      context.fillStyle = late[column] ? color.critical : color.bar;
      context.fillRect(AXIS + column, height - tall, 1, tall);
    });
    const deadline = Math.round(height - (this.frames[0]?.deadline ?? 0) / limit * (height - 4));
    context.strokeStyle = color.ink;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(AXIS, deadline + 0.5);
    context.lineTo(width, deadline + 0.5);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = color.faint;
    context.textAlign = "right";
    context.textBaseline = "top";
    context.fillText(fixed(limit, 0), AXIS - 6, 2);
    context.strokeStyle = color.accent;
    context.lineWidth = 2;
    const left = AXIS + this.from / this.total * room;
    const wide = Math.max(4, this.span / this.total * room);
    context.strokeRect(left, 1, Math.min(wide, width - left - 1), height - 2);
  }

  drawMotion(context, width, height, color) {
    const room = width - AXIS;
    const fastest = this.frames.reduce((most, f) => Math.max(most, Math.abs(f.velocity)), 1);
    const x = (tick) => AXIS + tick / this.total * room;
    context.fillStyle = color.bar;
    context.globalAlpha = 0.4;
    context.beginPath();
    context.moveTo(AXIS, height);
    for (const frame of this.frames) {
      const y = height - Math.abs(frame.velocity) / fastest * (height - 4);
      context.lineTo(x(frame.start), y);
      context.lineTo(x(frame.start + frame.busy), y);
    }
    context.lineTo(x(this.total), height);
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = color.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    this.frames.forEach((frame, place) => {
      const y = height - 1 - frame.clock * (height - 4);
      if (place === 0) context.moveTo(x(frame.start), y); else context.lineTo(x(frame.start), y);
      context.lineTo(x(frame.start + frame.busy), y);
    });
    context.stroke();
    context.fillStyle = color.faint;
    context.textAlign = "right";
    context.textBaseline = "top";
    context.fillText(`${fixed(fastest, 0)}`, AXIS - 6, 2);
    context.textBaseline = "bottom";
    context.fillText("pt/s", AXIS - 6, height);
  }
}
