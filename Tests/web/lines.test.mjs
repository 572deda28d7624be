import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnLines, textHash } from '../../web/lines.js';

const label = (text, lineFragments, more) => ({ textHash: textHash(text), lineFragments, ...more });
/** The text of each part of each line; a mark is its name. */
const drawn = (text, lines) => drawnLines(text, label(text, lines))
  .map(line => line.parts.map(part => part.mark ?? text.slice(part.start, part.end)));

test('the hash is that of the Swift library', () => {
  assert.equal(textHash(''), 2166136261);
  // The figures of StoredLinesTests.swift and of the CLI.
  assert.equal(textHash('Lost gloves'), 1212981437);
});

test('a text that the client formats in another way is told apart', () => {
  for (const [measured, own, isSame] of [
    ['5 Jan 2026', '5 Jan 2026', true], ['5 Jan 2026', 'Jan 5, 2026', false],
    ['1,200 likes', '1.200 likes', false], ['cafe\u0301', 'caf\u00e9', false],
    ['Lost gloves', 'Lost gloves ', false], ['👩‍👧 a', '👩‍👧 a', true]]) {
    const lines = drawnLines(own, label(measured, [{ end: measured.length, width: 9, baseline: 9 }]));
    assert.equal(lines !== undefined, isSame, own);
  }
  assert.equal(drawnLines('a', undefined), undefined);
  assert.equal(drawnLines('', { lineFragments: [] }), undefined);
});

test('lines end without the spaces and terminators that hang', () => {
  const text = 'One two  \r\nthree\u2028four ';
  assert.deepEqual(drawn(text, [
    { end: 4, width: 1, baseline: 1 }, { end: 11, width: 1, baseline: 2 },
    { end: 17, width: 1, baseline: 3 }, { end: 22, width: 1, baseline: 4 }]),
    [['One'], ['two'], ['three'], ['four']]);
});

test('hyphens and ellipses', () => {
  const text = 'hyphen\u00adated words';
  assert.deepEqual(drawn(text, [{ end: 7, width: 1, baseline: 1, hyphen: true },
    { end: 18, width: 1, baseline: 2, ellipsis: [13, 18] }]),
    [['hyphen', 'hyphen'], ['ated w', 'ellipsis']]);
  assert.deepEqual(drawn(text, [{ end: 18, width: 1, baseline: 2, ellipsis: [0, 14] }]),
    [['ellipsis', 'rds']]);
  assert.deepEqual(drawn(text, [{ end: 18, width: 1, baseline: 2, ellipsis: [3, 15] }]),
    [['hyp', 'ellipsis', 'ds']]);
});

test('Arabic and Latin with neutrals at the ends of lines are drawn by their runs', () => {
  // The first line ends within a right-to-left part: alone, its last bracket would be left to right.
  const text = 'abc (مرحبا) بالعالم! def';
  const lines = drawnLines(text, label(text, [
    { end: 12, width: 1, baseline: 1, runs: [
      { start: 0, end: 4, direction: 'ltr' }, { start: 11, end: 12, direction: 'ltr' },
      { start: 4, end: 11, direction: 'rtl' }] },
    { end: 24, width: 1, baseline: 2, direction: 'rtl' }]));
  assert.deepEqual(lines.map(line => [line.isOrdered, line.isRightToLeft]), [[true, false], [false, true]]);
  assert.deepEqual(lines[0].parts.map(part => [text.slice(part.start, part.end), part.isRightToLeft]),
    [['abc ', false], ['(مرحبا)', true]]);
  const cut = drawnLines(text, label(text, [{ end: 24, width: 1, baseline: 1, ellipsis: [10, 24], runs: [
    { start: 0, end: 4, direction: 'ltr' }, { start: 10, end: 10, direction: 'rtl' },
    { start: 4, end: 10, direction: 'rtl' }] }]));
  assert.deepEqual(cut[0].parts.map(part => part.mark ?? text.slice(part.start, part.end)),
    ['abc ', 'ellipsis', '(مرحبا']);
});

test('a text that is drawn narrower is laid out by the client', () => {
  assert.equal(drawnLines('a', label('a', [{ end: 1, width: 1, baseline: 1, tightened: true }])), undefined);
});
