/**
 * The page of `serve --demo`: a list whose heights are published, beside the same list with estimated
 * heights. What the address says: ?feed=&environment=&list=&skip=N&beside&lines=0.
 */
import { cellElement, loadFonts, measuredCell } from './cell.js';
import { HeightList, openPublished } from './cellheights.js';
import { VirtualList } from './virtual-list.js';

const service = new URL('..', import.meta.url);
const asked = new URLSearchParams(location.search);
/** @type {(selector: string) => any} */
const find = selector => document.querySelector(selector);

/** A guess for every cell, in CSS pixels, as lists take it that measure. */
const ESTIMATE = 200;
/** Whether texts are drawn from the published lines, if there are any. */
const drawsLines = asked.get('lines') !== '0';
/** Ids of one request. */
const BATCH = 60;
/** Records that are kept. */
const KEPT = 4000;

/** What cells show, fetched in batches and kept. */
class Records {
  /** @param {HeightList} list The list, for the lines of its cells. */
  constructor(feed, environment, list, arrived) {
    Object.assign(this, { feed, environment, list, arrived });
    /** @type {Map<string, {record: object, styles: object[], lines?: object}|{reason: string}>} */
    this.known = new Map();
    this.asked = new Set();
    this.queue = [];
    this.isAsking = false;
  }

  get(id) { return this.known.get(id); }

  want(ids) {
    for (const id of ids) {
      if (this.known.has(id) || this.asked.has(id)) continue;
      this.asked.add(id);
      this.queue.push(id);
    }
    if (!this.isAsking) this.ask();
  }

  async ask() {
    this.isAsking = true;
    while (this.queue.length > 0) {
      // The last wish is where the reader is now.
      const ids = this.queue.splice(-BATCH);
      for (const id of this.queue.splice(0, Math.max(0, this.queue.length - 4 * BATCH))) this.asked.delete(id);
      try {
        const answer = await records(this.feed, this.environment, ids);
        await Promise.all(answer.records.map(async record => {
          const index = this.list.index(record.id);
          const lines = drawsLines && index !== undefined ? await this.list.lines(index) : undefined;
          this.known.set(record.id, { record, styles: answer.styles, lines });
        }));
        for (const { id, reason } of answer.missing) this.known.set(id, { reason });
        this.arrived(ids);
      } catch (error) {
        fail(error);
      }
      for (const id of ids) this.asked.delete(id);
      for (const id of [...this.known.keys()].slice(0, Math.max(0, this.known.size - KEPT))) this.known.delete(id);
    }
    this.isAsking = false;
  }
}

/** What records show, when their fonts are there. */
export async function records(feed, environment, ids) {
  const url = new URL(`v1/feeds/${encodeURIComponent(feed)}/records`, service);
  for (const id of ids) url.searchParams.append('id', id);
  url.searchParams.set('environment', environment);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`);
  const document = await answer.json();
  await loadFonts(document.styles, String(new URL('demo/fonts/', service)), document.installed);
  return document;
}

/** The same list for a program that knows no heights: a guess, and what was measured since. */
class EstimatedList extends HeightList {
  constructor(list) {
    super(new Uint32Array(list.count).fill(ESTIMATE * list.stepsPerPoint), list.ids, list);
  }

  /** @returns {boolean} Whether the guess was wrong. */
  measure(index, pixels) {
    const steps = Math.round(pixels * this.stepsPerPoint);
    if (this.heights[index] === steps) return false;
    this.heights[index] = steps;
    for (let i = index; i < this.count; i += 1) {
      this.offsets[i + 1] = this.offsets[i] + this.heights[i] + this.gap;
    }
    return true;
  }
}

/** Sees from frame to frame whether what is visible moved by other than the scroll. */
class Watch {
  constructor(pane) {
    this.pane = pane;
    this.reset();
  }

  reset() {
    Object.assign(this, { frames: 0, moved: 0, misplaced: 0, wrong: 0, filled: 0, heights: new Set(),
      most: 0, distance: 0, shifts: 0, empty: 0 });
    this.before = undefined;
  }

  frame() {
    const { view, scroller } = this.pane;
    const top = scroller.getBoundingClientRect().top;
    const { y } = view;
    const rows = new Map();
    let misplaced = false;
    let wrong = false;
    const sticky = view.list.stickyHeader?.(y);
    for (const [id, outer] of view.rows) {
      const row = view.contentOf(outer);
      const rect = row.getBoundingClientRect();
      if (rect.top - top > view.room || row.cellTop === undefined) continue;
      const cell = row.firstElementChild;
      const height = cell ? cell.getBoundingClientRect().height : 0;
      if (rect.top - top + Math.max(height, row.cellHeight) < 0) continue;
      const index = Number(outer.dataset.index);
      const sticks = sticky?.index === index;
      // A header that stays at the top of the view moves over the cells.
      if (!sticks) rows.set(id, { top: rect.top - top, height });
      const place = sticks ? sticky.top : view.list.offset(index);
      if (Math.abs(rect.top - top + y - place) > 1 / 64 + 1e-3) misplaced = true;
      if (cell && Math.abs(height - view.list.height(index)) > 1 / 64 + 1e-3) wrong = true;
      if (!cell) this.empty += 1;
    }
    if (this.before) {
      const scrolled = y - this.before.y;
      let moved = 0;
      for (const [id, { top: now, height }] of rows) {
        const before = this.before.rows.get(id);
        if (!before) continue;
        moved = Math.max(moved, Math.abs(now - (before.top - scrolled)));
        if (before.height > 0 && before.height !== height) moved = Math.max(moved, Math.abs(height - before.height));
      }
      this.frames += 1;
      this.moved += moved > 1 / 64;
      this.most = Math.max(this.most, moved);
      this.misplaced += misplaced;
      this.wrong += wrong;
      this.distance += Math.abs(scrolled);
    }
    this.heights.add(scroller.scrollHeight);
    this.before = { y, rows };
  }

  get result() {
    const { frames, moved, misplaced, wrong, most, distance, shifts, heights, empty } = this;
    return { frames, moved, misplaced, wrong, most, distance, shifts, empty, scrollHeights: heights.size };
  }
}

/** One of the two lists. */
class Pane {
  constructor(section, isExact) {
    this.section = find(section);
    this.scroller = this.section.querySelector('.list');
    this.counts = this.section.querySelector('.counts');
    this.isExact = isExact;
    this.watch = new Watch(this);
  }

  /** @param {HeightList} list @param {Records} content */
  show(list, content, width, name) {
    this.view?.close();
    this.content = content;
    this.widen(width);
    // The first rows are drawn before there is a view.
    this.list = this.isExact ? list : new EstimatedList(list);
    this.view = new VirtualList(this.scroller, { list: this.list, name,
      render: (row, index) => this.fill(row, index) });
    this.watch.reset();
  }

  /** Gives the list a width beside its scroll bar. */
  widen(width) {
    const { scroller } = this;
    scroller.style.width = `${width + scroller.offsetWidth - scroller.clientWidth}px`;
  }

  fill(row, index) {
    const id = this.view ? this.view.list.ids[index] : row.dataset.id;
    row.cellTop = index;
    const known = this.content.get(id);
    if (!known) {
      const list = this.view?.list ?? this.list;
      const wanted = [id];
      // What comes next is wanted soon.
      for (let next = 1; next <= 12; next += 1) wanted.unshift(list.ids[index + next], list.ids[index - next]);
      this.content.want(wanted.filter(one => one !== undefined));
      row.cellHeight = 0;
      // The height is known before the content.
      row.classList.add('waiting');
      row.style.height = `${list.height(index)}px`;
      return;
    }
    const cell = known.record ? cellElement(known.record, known.styles, this.isExact ? known.lines : undefined) : document.createElement('p');
    if (!known.record) cell.textContent = known.reason;
    row.replaceChildren(cell);
    row.classList.remove('waiting');
    row.style.height = '';
    row.cellHeight = 0;
    if (!this.isExact) this.unmeasured = true;
  }

  /** Fills rows whose content has come. */
  arrived(ids) {
    if (!this.view) return;
    for (const id of ids) {
      const outer = this.view.rows.get(id);
      const row = outer && this.view.contentOf(outer);
      if (row && !row.firstElementChild) this.fill(row, Number(outer.dataset.index));
    }
  }

  frame() {
    if (!this.view) return;
    this.watch.frame();
    if (this.isExact || !this.unmeasured) return;
    this.unmeasured = false;
    let changed = false;
    for (const row of this.view.rows.values()) {
      const cell = row.firstElementChild;
      if (!cell) continue;
      const height = cell.getBoundingClientRect().height;
      changed = this.view.list.measure(Number(row.dataset.index), height) || changed;
    }
    if (changed) {
      this.view.size();
      this.view.draw();
    }
  }

  tell() {
    const { frames, moved, shifts, scrollHeights, most } = this.watch.result;
    this.counts.textContent = `${moved} of ${frames} frames moved what was visible`
      + (moved ? `, by up to ${most.toFixed(0)} px` : '')
      + `; layout shifts ${shifts}; ${scrollHeights} scroll heights`;
  }
}

function tell(text) { find('#status').textContent = text; }

/** Says why there is nothing to see. @param {Error} error */
function fail(error) {
  tell(error.message);
  find('#status').classList.add('failed');
}

/**
 * The one of several things that the address names, or the first.
 *
 * @param {string} what @param {any[]} all @param {string} key The member with the name. @param {string|null} name
 * @param {string} [of] Words after the name.
 */
function named(what, all, key, name, of = '') {
  const found = name === null ? all[0] : all.find(one => one[key] === name);
  if (found) return found;
  const names = all.map(one => one[key]).join(', ') || 'none';
  throw new Error(`There is no ${what}${name === null ? '' : ` '${name}'`}${of}. Have: ${names}.`);
}

/** A length for people, in CSS pixels. @param {number} pixels */
const length = pixels => `${Math.round(pixels).toLocaleString('en')} px`;

/** Everything a test or a person at the console may want. */
export const demo = {
  exact: new Pane('#exact', true),
  estimated: new Pane('#estimated', false),
  get panes() { return [demo.exact, demo.estimated].filter(pane => pane.view); },
  records, cellElement, measuredCell,

  /** Opens what the address says. */
  async open() {
    demo.publication = await openPublished(String(new URL('heights/', service)));
    const { feeds } = demo.publication.manifest;
    menus(feeds);
    const feed = named('feed', feeds, 'name', asked.get('feed'));
    const lists = feed.environments.filter(one => one.lists);
    menus(feeds, feed, lists);
    const environment = named('environment', lists, 'key', asked.get('environment'), ` of feed '${feed.name}' with lists`);
    demo.feed = feed.name;
    demo.environment = environment.key;
    demo.range = feed.environments.find(one => one.chunks
      && one.key.split('/').slice(1).join() === environment.key.split('/').slice(1).join());
    const { name } = named('list', environment.lists, 'name', asked.get('list') ?? 'feed', ` of feed '${feed.name}'`);
    demo.whole = await demo.publication.list(feed.name, environment.key, name);
    const skip = Number(asked.get('skip') ?? 0);
    if (!(Number.isInteger(skip) && skip >= 0 && skip <= demo.whole.count)) {
      throw new Error(`skip is a whole number from 0 to ${demo.whole.count}, not '${asked.get('skip')}'.`);
    }
    demo.list = skip > 0 ? demo.whole.from(skip) : demo.whole;
    menus(feeds, feed, lists, environment);
    navigation(environment);
    await demo.show(Number.parseFloat(environment.key));
  },

  async show(width) {
    demo.width = width;
    demo.content = new Records(demo.feed, demo.environment, demo.whole,
      ids => demo.panes.forEach(pane => pane.arrived(ids)));
    demo.exact.show(demo.list, demo.content, width, `${demo.feed} ${demo.environment}`);
    const beside = asked.has('beside');
    find('#estimated').hidden = !beside;
    find('#beside').checked = beside;
    if (beside) demo.estimated.show(demo.list, demo.content, width);
    demo.describe();
  },

  describe() {
    const { list, publication } = demo;
    const checked = publication.verified === 'sha256' ? 'SHA-256 verified' : 'lengths verified only';
    tell(`${list.count.toLocaleString('en')} cells, ${length(list.extent)}, generation ${publication.generation}, ${checked}`);
    // A page that becomes lower would move the lists.
    find('#prepend').style.visibility = demo.list === demo.whole ? 'hidden' : 'visible';
  },

  /**
   * Lays cells out in the page, out of sight, and tells what the browser made of each beside what was
   * published: heights, and lines of labels.
   */
  async compare(feed, environment, ids) {
    const list = await demo.publication.list(feed, environment);
    const answer = await records(feed, environment, ids);
    const room = document.createElement('div');
    room.style.cssText = 'position: absolute; top: 0; left: 0; visibility: hidden';
    room.append(...answer.records.map(record => cellElement(record, answer.styles)));
    document.body.append(room);
    const found = await Promise.all(answer.records.map(async (record, place) => {
      const index = list.index(record.id);
      const published = new Map((await list.frames(index))?.views.map(view => [view.id, view]));
      const measured = measuredCell(room.children[place]);
      const texts = new Map(record.views.map(view => [view.id, view.text]));
      return { id: record.id, template: record.template, height: list.height(index), found: measured.height,
        labels: measured.labels.map(label => {
          const text = texts.get(label.id);
          return { ...label, words: text.runs.map(run => run[0]).join(''), foreign: text.foreign,
            served: published.get(label.id)?.lines ?? text.lineCount, servedHeight: text.height,
            cut: text.truncated }; }) };
    }));
    room.remove();
    return { found, missing: answer.missing };
  },

  /** Puts the cells that were skipped before the others. */
  prepend() {
    demo.list = demo.whole;
    for (const pane of demo.panes) pane.view.update(pane.isExact ? demo.list : new EstimatedList(demo.list));
    demo.describe();
  },

  /** Takes the generation of now, if it is another one. */
  async refresh() {
    const publication = await demo.publication.refresh();
    if (publication === demo.publication) return false;
    demo.publication = publication;
    demo.whole = demo.list = demo.content.list = await publication.list(demo.feed, demo.environment);
    demo.exact.view.update(demo.list);
    demo.describe();
    return true;
  },

  /** Lays the list out at another width of the stored range. */
  async resize(width) {
    demo.widths ??= await demo.publication.widths(demo.feed, demo.range.key, {
      gap: demo.whole.gap / demo.whole.stepsPerPoint,
      insets: Object.fromEntries(Object.entries(demo.whole.insets)
        .map(([side, steps]) => [side, steps / demo.whole.stepsPerPoint])) });
    demo.list = demo.whole = demo.widths.at(width);
    demo.width = width;
    demo.environment = demo.environment.replace(/^[^@]*/, String(width));
    demo.content = demo.exact.content = new Records(demo.feed, demo.environment, demo.list,
      ids => demo.exact.arrived(ids));
    demo.exact.widen(width);
    demo.exact.view.update(demo.list, true);
    find('#pixels').textContent = `${width} px`;
    demo.describe();
  },
};

function option(text, isChosen) { return new Option(text, text, isChosen, isChosen); }

/** Fills a menu; an empty line is chosen if the address names something else. */
function menu(selector, names, chosen) {
  const options = names.map(name => option(name, name === chosen));
  find(selector).replaceChildren(...(chosen === undefined ? [option('', true)] : []), ...options);
}

/** Shows what may be chosen, as far as it is known. */
function menus(feeds, feed, lists = [], environment) {
  menu('#feed', feeds.map(one => one.name), feed?.name);
  menu('#environment', lists.map(one => one.key), environment?.key);
  const go = changes => {
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) asked.delete(name); else asked.set(name, value);
    }
    location.search = String(asked);
  };
  find('#feed').onchange = event => go({ feed: event.target.value, environment: undefined, list: undefined, skip: undefined });
  find('#environment').onchange = event => go({ environment: event.target.value });
  find('#beside').onchange = event => go({ beside: event.target.checked ? '' : undefined });
}

/** Moves through the list that is shown, and changes its width. */
function navigation(environment) {
  find('#prepend').onclick = () => demo.prepend();
  find('#index').max = String(demo.whole.count - 1);
  find('#jump').onsubmit = event => {
    event.preventDefault();
    for (const pane of demo.panes) pane.view.scrollToIndex(find('#index').valueAsNumber);
  };
  if (!demo.range) return;
  const [, least, most] = /^([\d.]+)\.\.([\d.]+)/.exec(demo.range.key);
  const slider = find('#width');
  [slider.min, slider.max, slider.value] = [least, most, String(Number.parseFloat(environment.key))];
  find('#resizing').hidden = false;
  slider.oninput = () => demo.resize(slider.valueAsNumber);
}

new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    for (const pane of demo.panes) {
      const inside = entry.sources?.some(source => source.node && pane.scroller.contains(
        source.node.nodeType === 1 ? source.node : source.node.parentNode));
      if (inside) pane.watch.shifts += 1;
    }
  }
}).observe({ type: 'layout-shift', buffered: true });

function frame() {
  demo.panes.forEach(pane => pane.frame());
  requestAnimationFrame(frame);
}

let told = 0;
setInterval(() => { if (told++ % 2 === 0) demo.panes.forEach(pane => pane.tell()); }, 250);
globalThis.demo = demo;
demo.ready = demo.open().then(() => requestAnimationFrame(frame), error => { fail(error); throw error; });
