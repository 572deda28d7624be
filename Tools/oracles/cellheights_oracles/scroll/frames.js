// Two lists of the same cells in the page of the demo, and what is to be seen of each.
(() => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  /** Cells that are less than this on screen are not: a rectangle has whole 64ths of a px. */
  const SLIVER = 1 / 256;
  /** How long records may take, in ms. */
  const PATIENCE = 60_000;

  /** The cells that intersect a scrolling element, by their rectangles: ids, and tops in px. */
  function visible(scroller, cells, id) {
    const top = scroller.getBoundingClientRect().top + scroller.clientTop;
    const bottom = top + scroller.clientHeight;
    const found = [];
    for (const cell of cells) {
      const rect = cell.getBoundingClientRect();
      if (rect.bottom - top > SLIVER && bottom - rect.top > SLIVER) {
        found.push([id(cell), rect.top - top, rect.bottom - top]);
      }
    }
    return found.sort((one, other) => one[1] - other[1]);
  }

  /** The list of the page, which draws what is near the screen when it is told of a scroll. */
  class Drawn {
    constructor(height) {
      this.scroller = demo.exact.scroller;
      Object.assign(this.scroller.style, { flex: 'none', height: `${height}px` });
    }

    async open(y) {
      demo.exact.view.scrollTo(y);
      await this.settle();
    }

    /** The event of the scroll comes before the callbacks of the next frame. */
    async show(y) {
      this.scroller.scrollTop = y - demo.exact.view.shift;
      await this.settle();
      const rows = [...this.scroller.querySelectorAll('[data-id]')];
      return { y: this.scroller.scrollTop + demo.exact.view.shift,
        cells: visible(this.scroller, rows.map(row => row.firstElementChild),
          cell => cell.parentElement.dataset.id) };
    }

    async settle() {
      const end = performance.now() + PATIENCE;
      do {
        if (performance.now() > end) throw new Error(`rows at ${this.scroller.scrollTop} stay empty`);
        await frame();
      } while ([...this.scroller.querySelectorAll('[data-id]')].some(row => !row.firstElementChild));
    }
  }

  /** All cells below each other in normal flow: a list without a line of ours, and no height. */
  class Flowing {
    static async made(height, gap, [top, , bottom]) {
      const made = new Flowing();
      const scroller = made.scroller = document.createElement('div');
      scroller.style.cssText = 'position: fixed; left: 0; top: 0; overflow: hidden scroll;'
        + `height: ${height}px; width: ${demo.width}px; scrollbar-width: none`;
      const column = document.createElement('div');
      column.style.cssText = `display: flow-root; padding: ${top}px 0 ${bottom}px`;
      made.ids = new Map();
      const { ids } = demo.list;
      for (let first = 0; first < ids.length; first += 100) {
        const answer = await demo.records(demo.feed, demo.environment, ids.slice(first, first + 100));
        for (const record of answer.records) {
          const cell = demo.cellElement(record, answer.styles);
          if (made.ids.size > 0) cell.style.marginTop = `${gap}px`;
          made.ids.set(cell, record.id);
          column.append(cell);
        }
      }
      scroller.append(column);
      document.body.append(scroller);
      await document.fonts.ready;
      await frame();
      return made;
    }

    async open() {}

    async show(y) {
      this.scroller.scrollTop = y;
      return { y: this.scroller.scrollTop,
        cells: visible(this.scroller, this.ids.keys(), cell => this.ids.get(cell)) };
    }

    close() { this.scroller.remove(); }
  }

  globalThis.scrolling = {
    drawn(height) { this.list = new Drawn(height); return this.list.scroller.clientHeight; },

    async flowing(height, gap, insets) {
      this.list = await Flowing.made(height, gap, insets);
      return [this.list.ids.size, this.list.scroller.scrollHeight];
    },

    async follow(offsets) {
      const seen = [];
      for (const y of offsets) seen.push(await this.list.show(y));
      return seen;
    },
  };
})();
