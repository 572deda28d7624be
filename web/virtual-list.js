/**
 * A list that draws only the cells in view, at the offsets of a `HeightList`; nothing is measured.
 *
 * Its scroll space is as high as the list, up to `maximum`: beyond that a far scroll goes to the
 * same fraction of the list, and a near one moves by its pixels.
 */

/**
 * Browsers place what they draw by 32-bit floats, which have 64ths of a pixel up to 2¹⁸; elements end
 * at 33,554,428 px in Chromium, and lists of 10⁵ cells are higher.
 */
export const MAXIMUM_EXTENT = 250_000;

/** Screens that can be scrolled at least, above and below, where the list has them. */
const RESERVE = 3;

export class VirtualList {
  /**
   * @param {HTMLElement} scroller The element that scrolls; it is made empty.
   * @param {{list: import('./cellheights.js').HeightList,
   *   render: (row: HTMLElement, index: number) => void, overscan?: number, maximum?: number,
   *   name?: string, debug?: boolean}} options `render` fills a row, which is as wide as the list;
   *   `overscan` is in CSS pixels; under `name` the place is kept for a reload. With `debug`, the
   *   console says once if a row is drawn with another height than the list has.
   */
  constructor(scroller, { list, render, overscan = 800, maximum = MAXIMUM_EXTENT, name, debug = false }) {
    if (debug) this.checked = new ResizeObserver(entries => this.check(entries.map(entry => entry.target)));
    this.scroller = scroller;
    this.list = list;
    this.render = render;
    this.overscan = overscan;
    this.maximum = maximum;
    this.name = name;
    /** Distance between the list's top and that of the scroll space, in CSS pixels. */
    this.shift = 0;
    /** The rows that are there, by id. @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.spacer = document.createElement('div');
    this.spacer.style.cssText = 'position: relative; overflow: clip; contain: strict';
    // The browser must not correct what is right.
    scroller.style.overflowAnchor = 'none';
    scroller.replaceChildren(this.spacer);
    this.last = 0;
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(scroller);
    this.onScroll = () => this.scrolled();
    scroller.addEventListener('scroll', this.onScroll, { passive: true });
    this.onEnd = () => {
      this.keep();
      // Near the right fraction is near enough.
      if (Math.abs(this.shiftAt(this.y) - this.shift) > this.space / 4) this.rest();
    };
    scroller.addEventListener('scrollend', this.onEnd);
    this.size();
    this.restore();
  }

  /** Stops, and leaves the rows as they are. */
  close() {
    this.resized.disconnect();
    this.checked?.disconnect();
    this.scroller.removeEventListener('scroll', this.onScroll);
    this.scroller.removeEventListener('scrollend', this.onEnd);
  }

  /** The place in the list at the top of the view, in CSS pixels. */
  get y() { return this.scroller.scrollTop + this.shift; }

  /** Where the reader is, not rounded to device pixels where it was said. */
  get anchor() { return this.list.anchor(this.exact ?? this.y); }

  get room() { return this.scroller.clientHeight; }

  size() {
    this.extent = this.list.extent;
    this.space = Math.min(this.extent, this.maximum);
    this.spacer.style.height = `${this.space}px`;
  }

  /**
   * The shift with which a place in the list is at the same fraction of the scroll space, but not so
   * near to its ends that a scroll would stop at them before the list ends.
   */
  shiftAt(y) {
    if (this.extent <= this.space) return 0;
    const end = this.space - this.room;
    const left = Math.max(this.extent - this.room - y, 0);
    const least = Math.max(Math.min(RESERVE * this.room, end / 4), 0);
    const fraction = y / Math.max(y + left, 1);
    const top = Math.max(Math.min(y, least), Math.min(fraction * end, end - Math.min(left, least)));
    return Math.round(y - top);
  }

  scrolled() {
    const top = this.scroller.scrollTop;
    const distance = Math.abs(top - this.last);
    this.last = top;
    if (distance > 0) this.exact = undefined;
    if (this.extent > this.space) {
      if (distance > 10 * this.room) {
        // Somebody has dragged the scroll bar.
        const fraction = top / Math.max(this.space - this.room, 1);
        this.shift = Math.round(fraction * (this.extent - this.space));
      } else if (top < this.room || top > this.space - 2 * this.room) {
        this.rest();
      }
    }
    this.draw();
  }

  /** Moves the scroll space under a view that stays, so that both ends can be reached. */
  rest() {
    if (this.extent <= this.space) return;
    const y = this.y;
    const shift = this.shiftAt(y);
    if (shift === this.shift) return;
    this.shift = shift;
    this.scroller.scrollTop = this.last = y - shift;
    // Rows that were put in anew have not moved, which browsers would count as layout shifts.
    this.spacer.replaceChildren();
    this.draw();
  }

  /** Goes to a place in the list, in CSS pixels; what is no whole device pixel is rounded. */
  scrollTo(y) {
    const place = Math.max(0, Math.min(y, this.extent - this.room));
    this.shift = this.shiftAt(place);
    this.scroller.scrollTop = place - this.shift;
    this.last = this.scroller.scrollTop;
    this.exact = place;
    this.draw();
    this.keep();
  }

  /** Goes to the top of a cell. */
  scrollToIndex(index) { this.scrollTo(this.list.offset(index)); }

  /**
   * Takes other heights: a new generation, more cells, another width. The cell at the top of the view
   * stays where it is.
   *
   * @param {boolean} [redraws] Whether rows that stay are drawn again, as at another width.
   */
  update(list, redraws = false) {
    const { y, anchor } = this;
    this.list = list;
    if (redraws) this.clear();
    // A header keeps its id when what it says changes.
    for (const [id, row] of this.rows) {
      const index = list.index(id);
      if (index !== undefined && list.kind(index) === 'item' && row.dataset.sticks === undefined) continue;
      row.remove();
      this.checked?.unobserve(row);
      this.rows.delete(id);
    }
    this.size();
    // At the same width, a cell that grows has more at its end: what is read stays where it is.
    this.scrollTo(list.resolve(redraws || !anchor ? anchor : { ...anchor, height: undefined }) ?? y);
  }

  clear() {
    for (const row of this.rows.values()) {
      row.remove();
      this.checked?.unobserve(row);
    }
    this.rows.clear();
  }

  /**
   * Adds, moves and removes rows.
   *
   * The browser itself keeps a sticky header at the top of the view: its row is as high as its section, and
   * what is rendered is a `position: sticky` element in it. Nothing lags behind a scroll.
   */
  draw() {
    const { list } = this;
    const y = this.y;
    const first = list.indexAt(y - this.overscan);
    const last = list.indexAt(y + this.room + this.overscan);
    const left = new Set(this.rows.keys());
    const sticky = list.sections?.shape.sticky ? list.stickyHeader(y) : undefined;
    if (sticky && sticky.index < first) this.place(sticky.index, left);
    for (let index = Math.max(first, 0); index <= last; index += 1) this.place(index, left);
    for (const id of left) {
      const row = this.rows.get(id);
      row?.remove();
      if (row) this.checked?.unobserve(row);
      this.rows.delete(id);
    }
  }

  /** The element of a row that `render` filled. @param {HTMLElement} row @returns {HTMLElement} */
  contentOf(row) {
    return row.dataset.sticks === undefined ? row : /** @type {HTMLElement} */ (row.firstElementChild);
  }

  /** Puts the row of a cell at its place. @param {number} index @param {Set<string>} left */
  place(index, left) {
    const { list } = this;
    const id = list.ids[index];
    left.delete(id);
    const sticks = list.sections?.shape.sticky && list.kind(index) === 'header';
    let row = this.rows.get(id);
    if (!row) {
      row = document.createElement('div');
      row.style.cssText = 'position: absolute; left: 0; right: 0';
      row.dataset.id = id;
      this.rows.set(id, row);
      if (sticks) {
        // Over the rows of the section, which still take what is clicked.
        row.style.cssText += '; z-index: 1; pointer-events: none';
        const content = document.createElement('div');
        content.style.cssText = 'position: sticky; top: 0; pointer-events: auto';
        content.dataset.id = id;
        row.dataset.sticks = '';
        row.append(content);
      }
      this.render(this.contentOf(row), index);
      this.checked?.observe(row);
    }
    if (!row.isConnected) this.spacer.append(row);
    row.dataset.index = String(index);
    let place = list.offset(index) - this.shift;
    if (sticks) {
      const end = list.sections.starts[list.sections.sectionOf(index) + 1];
      const limit = end < list.count ? list.offset(end) : list.offset(end - 1) + list.height(end - 1);
      // A section may be higher than an element can be: its row ends outside of the scroll space. These
      // bounds are the same at each scroll, so that the row does not move.
      place = Math.max(place, -this.maximum);
      const height = `${Math.min(limit - this.shift, 2 * this.maximum) - place}px`;
      if (row.style.height !== height) row.style.height = height;
    }
    const top = `${place}px`;
    if (row.style.top !== top) row.style.top = top;
  }

  /**
   * Warns once if a row has another height than the list: the page has another font, other CSS or another
   * width than the heights were computed for. Rows that are still empty, or wait for fonts, are not compared.
   *
   * @param {Iterable<HTMLElement>} rows
   */
  check(rows) {
    if (document.fonts.status !== 'loaded') {
      document.fonts.ready.then(() => this.check(this.rows.values()));
      return;
    }
    const tolerance = Math.max(1 / 64, 1 / this.list.stepsPerPoint) + 1e-3;
    for (const row of rows) {
      const content = this.contentOf(row);
      if (!this.checked || !row.isConnected || content.childNodes.length === 0) continue;
      const stored = this.list.height(Number(row.dataset.index));
      const drawn = content.getBoundingClientRect().height;
      if (Math.abs(drawn - stored) <= tolerance) continue;
      console.warn(`VirtualList: cell '${row.dataset.id}' is drawn ${drawn} px high, and the list has ${stored} px. `
        + 'Compare its fonts, CSS and width with those of the environment; other cells are not reported.');
      this.checked.disconnect();
      this.checked = undefined;
    }
  }

  /** Keeps the place for a reload, in the entry of the history. */
  keep() {
    if (!this.name) return;
    history.replaceState({ ...history.state, [this.name]: this.anchor }, '');
  }

  restore() {
    const anchor = this.name ? history.state?.[this.name] : undefined;
    const y = this.list.resolve(anchor);
    if (this.name) history.scrollRestoration = 'manual';
    this.scrollTo(y ?? 0);
  }
}
