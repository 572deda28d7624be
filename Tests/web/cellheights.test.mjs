import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HeightList, HeightsError, WidthList, openPublished } from '../../web/cellheights.js';
import { shapeOf } from '../../web/sections.js';
import { Site } from './published.mjs';

// Node.js 18 has it under a flag only.
globalThis.crypto ??= webcrypto;

const BASE = 'https://cells.example';
const KEY = '390@1x/L/ltr/en/css';
const CELLS = [['a', 6400], ['b', 100], ['c', 0x01020304], ['ü/4', 64], ['e', 128]];

const open = (site, options) => openPublished(BASE, { fetch: site.fetch, ...options });

test('heights, offsets and extent are whole steps', async () => {
  const site = new Site();
  site.publish(CELLS);
  const publication = await open(site);
  assert.equal(publication.verified, 'sha256');
  const list = await publication.list('home', KEY);
  assert.deepEqual(list.ids, CELLS.map(cell => cell[0]));
  assert.deepEqual([...list.heights], CELLS.map(cell => cell[1]));
  assert.equal(list.offset(0), 10);
  assert.equal(list.offset(1), 10 + 100 + 1);
  assert.equal(list.height(1), 100 / 64);
  const sum = CELLS.reduce((total, cell) => total + cell[1], 0);
  assert.equal(list.extent * 64, 640 + sum + 4 * 64 + 128);
  assert.equal(list.offset(4) * 64 + 128 + 128, list.extent * 64);
});

test('the index at an offset', async () => {
  const list = new HeightList(Uint32Array.of(64, 0, 64), ['a', 'b', 'c'], { gap: 64 });
  const places = [-5, 0, 0.99, 1, 2, 2.5, 3, 4, 99].map(y => list.indexAt(y));
  assert.deepEqual(places, [0, 0, 0, 0, 1, 1, 2, 2, 2]);
  assert.equal(new HeightList(new Uint32Array(0), []).indexAt(3), -1);
  assert.equal(new HeightList(new Uint32Array(0), []).extent, 0);
});

test('every offset finds its cell in a long list', () => {
  const heights = Uint32Array.from({ length: 100_000 }, (_, i) => 1 + (i * 7919) % 30_000);
  const list = new HeightList(heights, Array.from(heights, (_, i) => `g${i}`), { gap: 13 });
  let top = 0;
  for (let i = 0; i < list.count; i += 1) {
    assert.equal(list.offsets[i], top);
    if (i % 97 === 0) assert.equal(list.indexAt(list.offset(i)), i);
    top += heights[i] + 13;
  }
  assert.equal(list.extent * 64, top - 13);
});

test('frames and lines of a cell', async () => {
  const site = new Site();
  site.publish(CELLS);
  const list = await (await open(site)).list('home', KEY);
  const cell = await list.frames(3);
  assert.equal(cell.template, 'post');
  assert.deepEqual(cell.views[0].frame, { x: 0, y: 0, width: 390, height: 20 });
  assert.deepEqual([cell.views[1].lines, cell.views[1].truncated], [3, true]);
});

// The same bytes are written in LineCodecTests.swift.
const LINES = '01bda04c480f104081018080030f664080030206090f060f880100020201850280328001';

test('lines of the labels of a cell', async () => {
  const site = new Site();
  site.publish(CELLS, { lines: LINES, lineCount: 4 });
  const list = await (await open(site)).list('home', KEY);
  assert.deepEqual(await list.lines(3), { template: 'post', labels: [{
    id: 'title', textHash: 1212981437, scale: 0.75, lineFragments: [
      { end: 7, width: 99, baseline: -1 },
      { end: 14, width: 101, baseline: 2, hyphen: true, direction: 'rtl',
        runs: [{ start: 10, end: 14, direction: 'rtl' }, { start: 7, end: 10, direction: 'ltr' }] },
      { end: 21, width: 100, baseline: 5, ellipsis: [16, 19], tightened: true, direction: 'rtl' },
      { end: 21, width: 0, baseline: 9, clipped: true },
    ] }] });
  assert.deepEqual(await list.from(2).lines(1), await list.lines(3));
  assert.equal(await list.lines(99), undefined);
});

test('a cell without lines, and files without lines', async () => {
  const site = new Site();
  site.publish(CELLS, { lines: '' });
  const empty = await (await open(site)).list('home', KEY);
  assert.deepEqual(await empty.lines(0), { template: 'post', labels: [{ id: 'title', lineFragments: [] }] });
  const without = new Site();
  without.publish(CELLS);
  assert.equal(await (await (await open(without)).list('home', KEY)).lines(0), undefined);
});

test('lines that are cut off or altered are errors, or other lines of the same form', async () => {
  for (let length = 2; length < LINES.length; length += 2) {
    const site = new Site();
    site.publish(CELLS, { lines: LINES.slice(0, length), lineCount: 4 });
    const list = await (await open(site)).list('home', KEY);
    await assert.rejects(list.lines(0), HeightsError);
  }
  for (let at = 0; at < LINES.length; at += 2) {
    for (const byte of ['00', 'ff', '7f', '80']) {
      const site = new Site();
      site.publish(CELLS, { lines: LINES.slice(0, at) + byte + LINES.slice(at + 2), lineCount: 4 });
      const list = await (await open(site)).list('home', KEY);
      await list.lines(0).then(
        found => assert.ok(found.labels[0].lineFragments.length <= 4),
        error => assert.ok(error instanceof HeightsError));
    }
  }
  const site = new Site();
  site.publish(CELLS, { lines: LINES, change: manifest => {
    delete manifest.feeds[0].environments[0].lists[0].chunks[0].frames;
  } });
  await assert.rejects(open(site), HeightsError);
});

test('anchors outlive prepended, deleted and lower cells', () => {
  const old = new HeightList(Uint32Array.of(640, 640, 640), ['a', 'b', 'c']);
  const anchor = old.anchor(14);
  assert.deepEqual(anchor, { id: 'b', inside: 4, height: 10, generation: 0, following: ['c'] });
  const prepended = new HeightList(Uint32Array.of(64, 640, 640, 640), ['n', 'a', 'b', 'c']);
  assert.equal(prepended.resolve(anchor), 15);
  const deleted = new HeightList(Uint32Array.of(640, 640), ['a', 'c']);
  assert.equal(deleted.resolve(anchor), 10);
  const lower = new HeightList(Uint32Array.of(640, 64, 640), ['a', 'b', 'c']);
  assert.equal(lower.resolve(anchor), 10 + 4 / 10);
  assert.equal(lower.resolve({ ...anchor, height: undefined }), 11);
  const deep = new HeightList(Uint32Array.of(64000), ['a']).anchor(750);
  assert.equal(new HeightList(Uint32Array.of(32000), ['a']).resolve(deep), 375);
  assert.equal(new HeightList(Uint32Array.of(128000), ['a']).resolve(deep), 1500);
  assert.equal(new HeightList(Uint32Array.of(1), ['x']).resolve(anchor), undefined);
});

test('a new generation keeps chunks, and an old list its numbers', async () => {
  const site = new Site();
  site.publish(CELLS);
  const first = await open(site);
  const list = await first.list('home', KEY);
  assert.equal(await first.refresh(), first);
  site.publish([...CELLS.slice(0, 4), ['e', 256]], { generation: 2 });
  site.asked.length = 0;
  const second = await first.refresh();
  assert.equal(second.generation, 2);
  const next = await second.list('home', KEY);
  assert.equal(next.height(4), 4);
  assert.equal(list.height(4), 2);
  // The pointer, the manifest, and the last chunk of heights: its ids are the same.
  assert.equal(site.asked.length, 3);
});

test('heights at each width of a range', async () => {
  const site = new Site();
  site.publish(CELLS, { runs: [
    { id: 'a', runs: [[300, 640], [350, 320]] }, { id: 'b', runs: [[300, 64]] }] });
  const widths = await (await open(site)).widths('home', '300..400@1x/L/ltr/en/css', { gap: 2 });
  assert.deepEqual([300, 349, 350, 400].map(w => widths.at(w).height(0)), [10, 10, 5, 5]);
  assert.deepEqual([widths.at(300).offset(1), widths.at(400).offset(1)], [12, 7]);
  assert.throws(() => widths.at(299), /299 is not from 300 to 400/);
});

test('what was tampered with is refused by name', async () => {
  const tamper = async (change, expected, options) => {
    const site = new Site();
    const manifest = site.publish(CELLS);
    const { heights } = manifest.feeds[0].environments[0].lists[0].chunks[0];
    await change(site, `c/${heights.sha256}.bin`);
    await assert.rejects((async () => (await open(site, options)).list('home', KEY))(), expected);
  };
  await tamper((site, path) => { site.stored.get(path)[20] ^= 1; }, /^HeightsError: c\/.*SHA-256 is/);
  await tamper((site, path) => site.stored.set(path, site.stored.get(path).subarray(1)), /bytes, not/);
  await tamper((site, path) => site.stored.delete(path), /answered 404/);
  await tamper(site => site.stored.set('current.json', Buffer.from('{"schema":"x"}')), /schema is 'x'/);
  await tamper(() => {}, /more than 10$/, { maximumBytes: 10 });
});

/** What a publication is that somebody altered before he published it, so that every hash is right. */
const altered = async (change, options = {}) => {
  const site = new Site();
  site.publish(options.cells ?? CELLS, { change, runs: options.runs });
  const publication = await open(site);
  return options.runs ? publication.widths('home', '300..400@1x/L/ltr/en/css') : publication.list('home', KEY);
};

test('a manifest that contradicts itself or holds anything else is refused', async () => {
  const values = [null, undefined, 'x', -3, 0.5, Infinity, true, [], {}, [null], 2 ** 60];
  const places = [
    m => [m, 'schema'], m => [m, 'generation'], m => [m, 'digest'], m => [m, 'listDigest'], m => [m, 'templates'],
    m => [m.templates, 0], m => [m.templates[0], 'views'], m => [m.templates[0].views, 1], m => [m, 'feeds'],
    m => [m.feeds, 0], m => [m.feeds[0], 'name'], m => [m.feeds[0], 'environments'], m => [m.feeds[0].environments, 0],
    ...['key', 'stepsPerPoint', 'cells', 'lists'].map(key => m => [m.feeds[0].environments[0], key]),
    ...['name', 'count', 'gap', 'insets', 'extent', 'chunks'].map(key => m => [m.feeds[0].environments[0].lists[0], key]),
    ...['top', 'leading', 'bottom', 'trailing'].map(key => m => [m.feeds[0].environments[0].lists[0].insets, key]),
    ...['count', 'extent', 'heights', 'ids'].map(key => m => [m.feeds[0].environments[0].lists[0].chunks[0], key]),
    ...['sha256', 'bytes', 'size'].map(key => m => [m.feeds[0].environments[0].lists[0].chunks[0].ids, key]),
  ];
  const taken = [];
  for (const place of places) {
    for (const value of values) {
      let name;
      const change = manifest => {
        const [object, key] = place(manifest);
        object[key] = value;
        name = key;
      };
      try {
        assert.equal((await altered(change)).count, CELLS.length);
        taken.push([name, value]);
      } catch (error) {
        assert.equal(error.name, 'HeightsError', `${place}, ${JSON.stringify(value)}: ${error.stack}`);
      }
    }
  }
  // Only frames need templates, and nothing is summed from insets at the sides.
  assert.deepEqual(taken, [['templates', []], ['views', []], ['leading', -3], ['trailing', -3]]);
  for (const whole of ['null', '[]', '1', '', '{', '"x"']) {
    const site = new Site();
    site.publish(CELLS);
    site.stored.set('current.json', Buffer.from(whole));
    await assert.rejects(open(site), { name: 'HeightsError' }, whole);
  }
});

test('heights, ids and steps that contradict the manifest are refused', async () => {
  const list = manifest => manifest.feeds[0].environments[0].lists[0];
  const refused = (change, expected, options) => assert.rejects(altered(change, options), expected);
  await refused(m => { list(m).chunks[0].extent += 1; list(m).extent += 1; }, /its heights are 6500 of 6501 steps/);
  await refused(m => { list(m).extent += 1; }, /the extent of list 'feed'/);
  await refused(m => { m.feeds[0].environments[0].stepsPerPoint = 7; }, /is 7, not 64/);
  await refused(m => { m.feeds[0].environments[0].key = '390@3x/L/ltr/en/uikit'; }, /is 64, not 3/);
  await refused(m => { m.generation = 2; }, /its generation is not that of the pointer/);
  await refused(() => {}, /an id is empty/, { cells: [['a', 1], ['', 2]] });
  await refused(() => {}, /an id is in list 'feed' twice/, { cells: [['a', 1], ['b', 1], ['a', 2]] });
  await refused(() => {}, /a height is above/, { cells: [['a', 2 ** 31]] });
  await refused(() => {}, /do not ascend/, { runs: [{ id: 'a', runs: [[350, 1], [300, 2]] }] });
  await refused(() => {}, /no widths/, { runs: [{ id: 'a', runs: [] }] });
});

test('no more of a body is read than the file has', async () => {
  const site = new Site();
  site.publish(CELLS);
  let sent = 0;
  const long = () => new ReadableStream({
    pull(stream) {
      sent += 1;
      if (sent > 1_000) return stream.close();
      stream.enqueue(new Uint8Array(65_536));
    },
  });
  for (const name of ['c/', 'm/', 'current.json']) {
    sent = 0;
    const fetch = url => (url.includes(name) ? new Response(long()) : site.fetch(url));
    await assert.rejects(
      (async () => (await openPublished(BASE, { fetch })).list('home', KEY))(), /it has more than \d+ bytes/);
    assert.ok(sent < 50, `${name}: ${sent} pieces`);
  }
});

test('without crypto.subtle lengths are verified, and it says so', async () => {
  const site = new Site();
  site.publish(CELLS);
  const real = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  try {
    const publication = await open(site);
    assert.equal(publication.verified, 'length');
    assert.equal((await publication.list('home', KEY)).count, 5);
  } finally {
    Object.defineProperty(globalThis, 'crypto', real);
  }
});

test('unknown names tell the known ones', async () => {
  const site = new Site();
  site.publish(CELLS);
  const publication = await open(site);
  await assert.rejects(publication.list('house', KEY), /no feed 'house'/);
  await assert.rejects(publication.list('home', '375@1x/L/ltr/en/css'), /but 390@1x/);
  await assert.rejects(publication.list('home', KEY, 'top'), /no list 'top'/);
});

const near = (left, right) => Math.abs(left - right) < 1e-9;

test('the table of cases that every reader of heights answers alike', () => {
  const { lists, ranges } = JSON.parse(
    readFileSync(new URL('../Read/HeightCases/cases.json', import.meta.url), 'utf8'));
  assert.equal(lists.length, 10);
  for (const { name, stepsPerPoint, spacing, insets, cells, shape, ...expected } of lists) {
    const steps = Object.fromEntries(
      Object.entries(insets).map(([side, points]) => [side, points * stepsPerPoint]));
    const list = new HeightList(
      Uint32Array.from(cells, cell => cell.height), cells.map(cell => cell.id),
      { stepsPerPoint, gap: spacing * stepsPerPoint, insets: steps,
        shape: shape && shapeOf({ kinds: shape.kinds, separator: shape.separator
          && { ...shape.separator, height: shape.separator.height * stepsPerPoint } }) });
    (expected.kinds ?? []).forEach((kind, index) => {
      assert.equal(list.kind(index), kind, `${name} at ${index}`);
      const path = list.sections.indexPath(index);
      assert.deepEqual(path && [path.section, path.item ?? null], expected.paths[index] ?? undefined);
      if (path && (path.item !== undefined || kind === 'header')) {
        assert.equal(list.sections.index(path), index, `${name} at ${index}`);
      }
    });
    for (const { y, header } of expected.sticky ?? []) {
      const answer = list.stickyHeader(y);
      assert.equal(answer?.index, header?.index, `${name} at ${y}`);
      assert.equal(answer?.section, header?.section, `${name} at ${y}`);
      if (header) {
        assert.ok(near(answer.top, header.top) && near(answer.pushed, header.pushed), `${name} at ${y}`);
      }
    }
    assert.equal(list.extent, expected.extent, name);
    expected.tops.forEach((top, index) => assert.equal(list.offset(index), top, name));
    for (const { y, index } of expected.atOffset) {
      assert.equal(list.indexAt(y), index ?? -1, `${name} at ${y}`);
    }
    for (const { y, anchor } of expected.anchorAt) {
      const answer = list.anchor(y);
      assert.equal(answer?.id, anchor?.id, `${name} at ${y}`);
      assert.deepEqual(answer?.following, anchor?.following);
      assert.ok(anchor === null || near(answer.inside, anchor.inside), `${name} at ${y}`);
    }
    for (const { anchor, found } of expected.resolve) {
      const answer = list.resolve(anchor);
      assert.ok(found === null ? answer === undefined : near(answer, found.y),
        `${name}: ${anchor.id} + ${anchor.inside}: ${answer}`);
    }
  }
  for (const { environment, stepsPerPoint, cells, heights } of ranges) {
    const runs = cells.flatMap(cell => cell.runs);
    const range = new WidthList(
      [{ ids: cells.map(cell => cell.id), counts: cells.map(cell => cell.runs.length),
        widths: runs.map(run => run[0]), heights: runs.map(run => run[1]) }],
      { key: environment, stepsPerPoint, gap: 0, generation: 1 });
    for (const { id, width, height } of heights) {
      if (width < range.least || width > range.most) {
        assert.throws(() => range.at(width), HeightsError);
        continue;
      }
      const list = range.at(width);
      const index = list.index(id);
      // Between two pixels the width is rounded down here, because elements have any width.
      if (!Number.isInteger(width * range.scale)) continue;
      assert.equal(index === undefined ? null : list.height(index), height, `${id} at ${width}`);
    }
  }
});
