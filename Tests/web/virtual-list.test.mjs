// The list against a page that is made of numbers: no browser, no layout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeightList } from '../../web/cellheights.js';
import { shapeOf } from '../../web/sections.js';
import { VirtualList } from '../../web/virtual-list.js';

class Element {
  constructor() {
    Object.assign(this, { style: {}, dataset: {}, children: [], listeners: {}, isConnected: false });
  }

  append(...children) {
    for (const child of children) {
      child.parent = this;
      child.isConnected = true;
      this.children.push(child);
    }
  }

  replaceChildren(...children) {
    for (const child of this.children) child.isConnected = false;
    this.children = [];
    this.append(...children);
  }

  remove() {
    this.isConnected = false;
    this.parent.children = this.parent.children.filter(child => child !== this);
  }

  get childNodes() { return this.children; }
  get firstElementChild() { return this.children[0] ?? null; }

  addEventListener(name, action) { this.listeners[name] = action; }
  removeEventListener(name) { delete this.listeners[name]; }
}

/** A scroller that is 800 px high and rounds to whole pixels, as at one device pixel a pixel. */
class Scroller extends Element {
  constructor() {
    super();
    this.clientHeight = 800;
    this.top = 0;
  }

  get scrollHeight() { return Number.parseFloat(this.children[0].style.height); }
  get scrollTop() { return this.top; }
  set scrollTop(value) { this.top = Math.max(0, Math.min(Math.round(value), this.scrollHeight - 800)); }

  wheel(distance) {
    this.scrollTop += distance;
    this.listeners.scroll();
  }
}

globalThis.document = { createElement: () => new Element() };
globalThis.ResizeObserver = class { observe() {} disconnect() {} };
globalThis.history = { state: null, replaceState(state) { this.state = structuredClone(state); } };

const heights = count => new HeightList(
  Uint32Array.from({ length: count }, (_, i) => 64 * 100 + (i * 7919) % 30_000),
  Array.from({ length: count }, (_, i) => `c${i}`), { gap: 512 });

const opened = (list, rest = {}) => {
  const scroller = new Scroller();
  const view = new VirtualList(scroller, { list, render: () => {}, ...rest });
  return { scroller, view };
};

/** Where a row is in the view, in px. */
const place = (view, id) => Number.parseFloat(view.rows.get(id).style.top) - view.scroller.scrollTop;

test('rows are at their offsets, and only those around the view', () => {
  const { view, scroller } = opened(heights(300));
  assert.equal(scroller.scrollHeight, view.list.extent);
  view.scrollToIndex(150);
  assert.ok(view.rows.size < 20);
  for (const [id, row] of view.rows) {
    assert.equal(Number.parseFloat(row.style.top), view.list.offset(Number(id.slice(1))));
  }
  assert.ok(Math.abs(place(view, 'c150')) <= 0.5);
});

test('a list that is too high for a browser: both ends, jumps, and every pixel between', () => {
  const list = heights(100_000);
  const { view, scroller } = opened(list);
  assert.equal(scroller.scrollHeight, 250_000);
  assert.ok(list.extent > 20_000_000);
  for (const index of [0, 1, 777, 50_000, 99_990]) {
    view.scrollToIndex(index);
    assert.ok(Math.abs(place(view, `c${index}`)) <= 0.5, `c${index}`);
  }
  view.scrollTo(list.extent);
  assert.ok(Math.abs(view.y + 800 - list.extent) <= 1);
  view.scrollToIndex(60_000);
  let y = view.y;
  for (let step = 0; step < 9_000; step += 1) {
    scroller.wheel(-90);
    assert.ok(Math.abs(y - 90 - view.y) < 1e-6, `step ${step}`);
    y = view.y;
    const [id, row] = view.rows.entries().next().value;
    assert.equal(Number.parseFloat(row.style.top) + view.shift, list.offset(Number(id.slice(1))));
  }
  assert.equal(scroller.scrollHeight, 250_000);
});

test('a list that is too high for a browser: no step towards its ends is shortened', () => {
  for (const count of [1_500, 100_000]) {
    const list = heights(count);
    const end = list.extent - 800;
    const { view, scroller } = opened(list);
    for (const [from, step] of [[end - 9_000, 133], [end - 60_000, 700], [9_000, -133], [60_000, -700]]) {
      view.scrollTo(from);
      for (let y = view.y; y + step > 0 && y + step < end - 1; y = view.y) {
        scroller.wheel(step);
        assert.ok(Math.abs(y + step - view.y) < 1e-6, `${count} cells: ${y} + ${step} is ${view.y}`);
      }
      scroller.wheel(step);
      assert.ok(Math.abs(view.y - (step > 0 ? end : 0)) <= 1, `${count} cells, the end`);
    }
  }
});

test('the scroll bar goes to the same fraction of the list, and to both ends', () => {
  const list = heights(100_000);
  const { view, scroller } = opened(list);
  scroller.wheel(125_000);
  assert.ok(Math.abs(view.y / list.extent - 0.5) < 0.01);
  scroller.wheel(125_000);
  assert.ok(Math.abs(view.y + 800 - list.extent) <= 1);
  scroller.wheel(-250_000);
  assert.equal(view.y, 0);
});

test('the cell at the top stays when cells come before it, at another width, and after a reload', () => {
  const list = heights(1_000);
  const { view } = opened(list.from(100), { name: 'home' });
  view.scrollTo(list.offset(400) - list.offset(100) + 30);
  assert.deepEqual([view.anchor.id, view.anchor.inside], ['c400', 30]);
  view.update(list);
  assert.ok(Math.abs(place(view, 'c400') + 30) <= 0.5);
  const narrow = new HeightList(list.heights.map(height => height + 640), list.ids, { gap: 512 });
  view.update(narrow, true);
  view.update(list, true);
  assert.deepEqual([view.anchor.id, view.anchor.inside], ['c400', 30]);
  // A text that grows at its end, at the same width: what is read stays. At another width it moves along.
  const grown = new HeightList(
    list.heights.map((height, index) => height * (index === 400 ? 3 : 1)), list.ids, { gap: 512 });
  view.update(grown);
  assert.deepEqual([view.anchor.id, view.anchor.inside], ['c400', 30]);
  view.update(list);
  view.update(grown, true);
  assert.ok(Math.abs(view.anchor.inside - 90) <= 0.5);
  view.update(list, true);
  const { view: again } = opened(list, { name: 'home' });
  assert.deepEqual([again.anchor.id, again.anchor.inside], ['c400', 30]);
});

test('an empty list draws nothing', () => {
  const { view } = opened(new HeightList(new Uint32Array(0), []));
  assert.equal(view.rows.size, 0);
  assert.equal(view.anchor, undefined);
});

test('debug: one warning for a row of another height, none before its content and fonts are there', async () => {
  const observers = [];
  const kept = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(callback) {
      this.callback = callback;
      this.seen = new Set();
      observers.push(this);
    }
    observe(element) { this.seen.add(element); }
    unobserve(element) { this.seen.delete(element); }
    disconnect() { this.seen.clear(); }
  };
  const warnings = [];
  const warn = console.warn;
  console.warn = text => warnings.push(text);
  let loaded;
  document.fonts = { status: 'loading', ready: new Promise(done => { loaded = done; }) };
  try {
    const list = heights(300);
    // Cell 0 is 100 px high in the list. Cell 1 is 100 + 7919 / 64 px.
    const drawn = [100, 223.734375 + 1 / 64, 250];
    const { view } = opened(list, { debug: true, render: (row, index) => {
      if (index === 2) return;
      row.append(new Element());
      row.getBoundingClientRect = () => ({ height: drawn[index] ?? list.height(index) });
    } });
    const checked = observers.find(observer => observer.seen.has(view.rows.get('c0')));
    const notify = () => checked.callback([...view.rows.values()].map(target => ({ target })));
    notify();
    assert.deepEqual(warnings, [], 'fonts are loading');
    document.fonts.status = 'loaded';
    loaded();
    await document.fonts.ready;
    notify();
    assert.deepEqual(warnings, [], 'one layout unit is no difference, and an empty row has no height');
    const row = view.rows.get('c2');
    row.append(new Element());
    row.getBoundingClientRect = () => ({ height: drawn[2] });
    drawn[1] += 1;
    notify();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /cell 'c1' is drawn 224\.75 px high, and the list has 223\.734375 px/);
    notify();
    assert.equal(warnings.length, 1, 'once');
    assert.equal(checked.seen.size, 0);
    assert.equal(opened(list).view.checked, undefined, 'nothing is observed without debug');
  } finally {
    console.warn = warn;
    globalThis.ResizeObserver = kept;
  }
});

test('the row of a sticky header reaches to the end of its section', () => {
  const ids = [];
  for (let section = 0; section < 20; section += 1) {
    ids.push(`section:${section}`, ...Array.from({ length: 30 }, (_, item) => `c${section}-${item}`));
  }
  const list = new HeightList(
    Uint32Array.from(ids, (id, index) => 64 * (id.startsWith('section') ? 40 : 90 + index % 7)), ids,
    { gap: 128, shape: shapeOf({ kinds: 'header sticky' }) });
  const filled = [];
  const { view } = opened(list, { render: (row, index) => filled.push([row, index]) });
  view.scrollTo(list.offset(31 * 4 + 25));
  // The header is far above the view, and is there.
  const row = view.rows.get('section:4');
  const [content] = filled.find(([, index]) => index === 31 * 4);
  assert.equal(row.firstElementChild, content);
  assert.equal(view.contentOf(row), content);
  assert.match(content.style.cssText, /position: sticky; top: 0/);
  assert.equal(Number.parseFloat(row.style.top), list.offset(31 * 4));
  // The browser pushes the header away at the end of its row: the top of the next section.
  assert.equal(Number.parseFloat(row.style.top) + Number.parseFloat(row.style.height), list.offset(31 * 5));
  assert.equal(view.contentOf(view.rows.get('c4-25')), view.rows.get('c4-25'));
  assert.equal(view.rows.get('c4-25').style.height, undefined);
  view.scrollTo(0);
  assert.ok(!view.rows.has('section:4') && view.rows.has('section:0'));
});
