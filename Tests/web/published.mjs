// Writes published files as docs/published.md says, into a map of paths that stands for a server.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const hash = bytes => createHash('sha256').update(bytes).digest('hex');

/** Unsigned numbers as byte planes. */
export function planes(values, width) {
  const bytes = Buffer.alloc(values.length * width);
  for (let plane = 0; plane < width; plane += 1) {
    values.forEach((value, i) => { bytes[plane * values.length + i] = (value >>> (8 * plane)) & 255; });
  }
  return bytes;
}

export function chunk(magic, count, ...columns) {
  const head = Buffer.alloc(16);
  head.write(magic, 'latin1');
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(count, 12);
  return Buffer.concat([head, ...columns]);
}

const texts = values => {
  const bytes = values.map(value => Buffer.from(value));
  return Buffer.concat([planes(bytes.map(b => b.length), 4), ...bytes]);
};

/** A server of files: `fetch` for `openPublished`, `stored` to tamper with, `asked` paths. */
export class Site {
  constructor() {
    this.stored = new Map();
    this.asked = [];
    this.fetch = async url => {
      const path = url.replace('https://cells.example/', '');
      this.asked.push(path);
      const bytes = this.stored.get(path);
      return new Response(bytes ?? '', { status: bytes ? 200 : 404 });
    };
  }

  put(bytes, name) {
    const stored = gzipSync(bytes, { level: 9 });
    const sha256 = hash(stored);
    this.stored.set(name(sha256), stored);
    return { sha256, bytes: stored.length, size: bytes.length };
  }

  chunk(...parts) { return this.put(chunk(...parts), sha256 => `c/${sha256}.bin`); }

  /**
   * Publishes one feed `home`: cells as [id, height in steps], chunks of `each`; `lines` are the stored lines of
   * every cell, in hexadecimal digits; `change` alters its manifest.
   */
  publish(cells, { generation = 1, each = 2, gap = 64, insets, runs, lines, lineCount = 3, change } = {}) {
    const stored = Buffer.from(lines ?? '', 'hex');
    const chunks = [];
    for (let at = 0; at < cells.length; at += each) {
      const part = cells.slice(at, at + each);
      const shape = Buffer.alloc(34);
      [0, 0, 390, 20, 16, 8, 100, 12].forEach((value, i) => shape.writeInt32LE(value * 64, i * 4));
      shape.writeInt16LE(-lineCount, 32);
      chunks.push({
        count: part.length, extent: part.reduce((sum, cell) => sum + cell[1], 0),
        heights: this.chunk('CHheight', part.length, planes(part.map(c => c[1]), 4), Buffer.alloc(part.length)),
        ids: this.chunk('CHids', part.length, texts(part.map(cell => cell[0]))),
        frames: this.chunk('CHframes', part.length, planes(part.map(() => 0), 2),
          planes(part.map(() => 0), 4), planes([1], 4), planes([34], 4), shape),
        ...(lines !== undefined && { lines: this.chunk('CHlines', part.length,
          planes(part.map(() => stored.length), 4), ...part.map(() => stored)) }),
      });
    }
    insets ??= { top: 640, leading: 0, bottom: 128, trailing: 0 };
    const sum = chunks.reduce((total, part) => total + part.extent, 0);
    const list = { name: 'feed', count: cells.length, gap, insets, chunks,
      extent: insets.top + sum + gap * Math.max(cells.length - 1, 0) + insets.bottom };
    const environments = [{ key: '390@1x/L/ltr/en/css', stepsPerPoint: 64, cells: cells.length, failed: 0, lists: [list] }];
    if (runs) {
      environments.push({ key: '300..400@1x/L/ltr/en/css', stepsPerPoint: 64, cells: runs.length, failed: 0, chunks: [{
        count: runs.length,
        ids: this.chunk('CHids', runs.length, texts(runs.map(cell => cell.id))),
        runs: this.chunk('CHwidths', runs.length, planes(runs.map(c => c.runs.length), 4),
          planes(runs.flatMap(c => c.runs.map(r => r[0])), 4),
          planes(runs.flatMap(c => c.runs.map(r => r[1])), 4), Buffer.alloc(runs.length)) }] });
    }
    const manifest = { schema: 'cellheights.manifest/1', generation, digest: 'd', listDigest: 'l',
      templates: [{ name: 'post', hash: 'h', views: [
        { id: 'photo', kind: 'image', label: false }, { id: 'title', kind: 'label', label: true }] }],
      feeds: [{ name: 'home', environments }] };
    change?.(manifest);
    const { sha256, bytes } = this.put(Buffer.from(JSON.stringify(manifest)), h => `m/${h}.json`);
    this.stored.set('current.json', Buffer.from(JSON.stringify({
      schema: 'cellheights.current/1', generation, digest: 'd', listDigest: 'l', manifest: sha256, bytes })));
    return manifest;
  }
}
