/**
 * Heights of list cells that cellheights computed: published files or the service, without
 * dependencies. docs/web.md tells how to use it; docs/published.md is the format of the files.
 *
 * Heights and offsets are whole steps inside, so that sums are exact; methods return CSS pixels.
 */

import { Sections, kindOf, shapeOf } from './sections.js';

/** Bytes that a file may have after unpacking, unless `openPublished` is told another number. */
export const MAXIMUM_BYTES = 64 << 20;

/** What a file or an answer has wrong; `file` names it. */
export class HeightsError extends Error {
  /** @param {string} file @param {string} problem */
  constructor(file, problem) {
    super(`${file}: ${problem}`);
    this.name = 'HeightsError';
    /** @type {string} */
    this.file = file;
  }
}

/**
 * @typedef {{sha256: string, bytes: number, size: number}} Reference
 * @typedef {{id: string, inside: number, height?: number, generation: number, following: string[]}} Anchor
 *   Where a reader is: a cell, CSS pixels below its top, and up to 8 ids after it.
 * @typedef {{top: number, leading: number, bottom: number, trailing: number}} Insets
 * @typedef {{x: number, y: number, width: number, height: number}} Frame
 * @typedef {{fetch?: typeof fetch, maximumBytes?: number}} Options
 */

/** The most that a number of cells, a distance or a height in steps may be. */
const MOST = 2 ** 31 - 1;

/** Values of a document of JSON, which may hold anything; all that fails is a HeightsError. */
class Document {
  /** @param {string} file @param {Uint8Array} bytes */
  constructor(file, bytes) {
    this.file = file;
    try {
      this.value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch (error) {
      throw new HeightsError(file, `it is no JSON: ${error.message}`);
    }
    this.object(this.value, 'it');
  }

  /** @param {string} problem @returns {never} */
  fail(problem) { throw new HeightsError(this.file, problem); }

  /** @param {boolean} holds @param {string} problem */
  require(holds, problem) { if (!holds) this.fail(problem); }

  /** @param {any} value @param {string} what */
  object(value, what) {
    this.require(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`);
    return value;
  }

  /** An array of objects. @param {any} value @param {string} what @returns {any[]} */
  objects(value, what) {
    this.require(Array.isArray(value), `${what} is no array`);
    return value.map((one, index) => this.object(one, `${what}[${index}]`));
  }

  /** Objects whose texts under a key are all different. @param {any} value @param {string} key */
  named(value, key, what) {
    const all = this.objects(value, what);
    for (const one of all) this.text(one[key], `'${key}' in ${what}`);
    const names = new Set(all.map(one => one[key]));
    this.require(names.size === all.length, `something in ${what} is there twice`);
    return all;
  }

  /** @param {any} value @param {string} what */
  text(value, what) {
    this.require(typeof value === 'string', `${what} is no text`);
    return value;
  }

  /** A whole number. @param {any} value @param {string} what @param {number} [least] @param {number} [most] */
  whole(value, what, least = 0, most = MOST) {
    this.require(Number.isSafeInteger(value) && value >= least && value <= most,
      `${what} is no whole number from ${least} to ${most}`);
    return value;
  }

  /** @param {any} value @param {string} what @param {number} limit */
  reference(value, what, limit) {
    this.object(value, what);
    this.require(/^[0-9a-f]{64}$/.test(value.sha256), `the address of ${what} is no SHA-256`);
    for (const key of ['bytes', 'size']) {
      this.whole(value[key], `'${key}' of ${what}`, 1, Number.MAX_SAFE_INTEGER);
      this.require(value[key] <= limit, `${value[key]} bytes of ${what} are more than ${limit}`);
    }
  }

  /** The members that pointer and manifest have in common. @param {string} schema */
  generation(schema) {
    const { value } = this;
    this.require(value.schema === schema, `its schema is '${value.schema}'`);
    this.whole(value.generation, "'generation'", 0, Number.MAX_SAFE_INTEGER);
    this.text(value.digest, "'digest'");
    this.text(value.listDigest, "'listDigest'");
  }

  /** Checks a pointer. @param {number} limit */
  pointer(limit) {
    this.generation('cellheights.current/1');
    this.reference({ sha256: this.value.manifest, bytes: this.value.bytes, size: 1 }, 'the manifest', limit);
    return this.value;
  }

  /** Checks a manifest. @param {any} pointer @param {number} limit */
  manifest(pointer, limit) {
    this.generation('cellheights.manifest/1');
    for (const key of ['generation', 'digest', 'listDigest']) {
      this.require(this.value[key] === pointer[key], `its ${key} is not that of the pointer`);
    }
    for (const template of this.objects(this.value.templates, "'templates'")) {
      this.text(template.name, 'the name of a template');
      for (const view of this.objects(template.views, `the views of '${template.name}'`)) {
        this.text(view.id, 'the id of a view');
        this.text(view.kind, 'the kind of a view');
        this.require(typeof view.label === 'boolean', "'label' of a view is no boolean");
      }
    }
    for (const feed of this.named(this.value.feeds, 'name', "'feeds'")) {
      const environments = this.named(feed.environments, 'key', `the environments of '${feed.name}'`);
      for (const environment of environments) this.environment(environment, limit);
    }
    return this.value;
  }

  /** @param {any} environment @param {number} limit */
  environment(environment, limit) {
    const { key, stepsPerPoint, lists, chunks } = environment;
    const steps = gridOf(key);
    this.require(steps !== undefined, `the environment '${key}' is not written in full`);
    this.require(stepsPerPoint === steps, `'stepsPerPoint' of '${key}' is ${stepsPerPoint}, not ${steps}`);
    const cells = this.whole(environment.cells, `'cells' of '${key}'`);
    this.require((lists == null) !== (chunks == null), `'${key}' has not either lists or chunks`);
    if (lists != null) {
      for (const list of this.named(lists, 'name', `the lists of '${key}'`)) {
        this.list(list, `list '${list.name}' of '${key}'`, limit);
      }
      return;
    }
    const all = this.objects(chunks, `the chunks of '${key}'`);
    for (const chunk of all) {
      this.whole(chunk.count, `the count of a chunk of '${key}'`, 1);
      this.reference(chunk.ids, `the ids of '${key}'`, limit);
      this.reference(chunk.runs, `the widths of '${key}'`, limit);
    }
    const count = all.reduce((sum, chunk) => sum + chunk.count, 0);
    this.require(count === cells, `the chunks of '${key}' have ${count} cells, not ${cells}`);
  }

  /** @param {any} list @param {string} what @param {number} limit */
  list(list, what, limit) {
    const { insets } = list;
    this.whole(list.count, `the count of ${what}`);
    this.whole(list.gap, `the gap of ${what}`);
    this.object(insets, `the insets of ${what}`);
    for (const side of ['top', 'leading', 'bottom', 'trailing']) {
      this.whole(insets[side], `the inset '${side}' of ${what}`, -MOST - 1);
    }
    let [count, extent] = [0, insets.top + insets.bottom + Math.max(list.count - 1, 0) * list.gap];
    for (const chunk of this.objects(list.chunks, `the chunks of ${what}`)) {
      count += this.whole(chunk.count, `the count of a chunk of ${what}`, 1);
      extent += this.whole(chunk.extent, `the extent of a chunk of ${what}`, 0, Number.MAX_SAFE_INTEGER);
      for (const kind of ['heights', 'ids']) this.reference(chunk[kind], `the ${kind} of ${what}`, limit);
      for (const kind of ['frames', 'versions', 'lines']) {
        if (chunk[kind] != null) this.reference(chunk[kind], `the ${kind} of ${what}`, limit);
      }
      this.require(chunk.lines == null || chunk.frames != null, `a chunk of ${what} has lines and no frames`);
    }
    if (list.kinds != null) this.text(list.kinds, `the kinds of ${what}`);
    if (list.separator != null) {
      const { height, inset, afterLast, count: lines } = this.object(list.separator, `the separator of ${what}`);
      this.require(list.kinds != null && typeof afterLast === 'boolean', `the separator of ${what}`);
      this.whole(inset, `the inset of the separator of ${what}`, -MOST - 1);
      extent += this.whole(height, `the separator of ${what}`, 1)
        * this.whole(lines, `the separators of ${what}`, 0, list.count);
    }
    this.require(count === list.count, `the chunks of ${what} have ${count} cells, not ${list.count}`);
    this.require(Number.isSafeInteger(extent) && extent === list.extent,
      `the extent of ${what} is ${list.extent}, not ${extent}`);
  }
}

/** Steps a point of an environment: 64 under `css` rules, else the scale. @param {string} key */
function gridOf(key) {
  const [, scale, rules] = /^[^@/#]+@(\d+(?:\.\d+)?)x\/[^/#]+\/[^/#]+\/[^/#]+\/([^/#]+)(?:#.+)?$/s.exec(key) ?? [];
  if (rules === 'css') return 64;
  return Number(scale) > 0 ? Number(scale) : undefined;
}

/** Fetches files by their address, checks and unpacks them, and keeps what was decoded. */
class Files {
  /** @param {string} base @param {Options} options */
  constructor(base, options) {
    this.base = base.endsWith('/') ? base : base + '/';
    this.fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.limit = options.maximumBytes ?? MAXIMUM_BYTES;
    /** @type {Map<string, Promise<Chunk>>} */
    this.chunks = new Map();
    /** Browsers have crypto.subtle at https and localhost only. */
    this.verified = globalThis.crypto?.subtle ? 'sha256' : 'length';
  }

  /** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
  async get(path, init) {
    const answer = await this.fetch(this.base + path, init);
    if (!answer.ok) throw new HeightsError(path, `the server answered ${answer.status}`);
    return answer;
  }

  /**
   * The body of an answer, of which no more is read than it may have.
   *
   * @param {string} path @param {number} most @param {RequestInit} [init]
   */
  async body(path, most, init) {
    const { body } = await this.get(path, init);
    const pieces = [];
    let length = 0;
    const reader = body?.getReader();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        reader.cancel().catch(() => {});
        throw new HeightsError(path, `it has more than ${most} bytes`);
      }
      pieces.push(value);
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /**
   * The unpacked bytes of a file.
   *
   * @param {string} path
   * @param {{sha256: string, bytes: number, size?: number}} reference Without a size it is what the
   *   file says itself.
   */
  async bytes(path, reference) {
    const { sha256, bytes } = reference;
    const stored = await this.body(path, bytes);
    if (stored.length !== bytes) throw new HeightsError(path, `it has ${stored.length} bytes, not ${bytes}`);
    if (this.verified === 'sha256') {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', stored));
      const found = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
      if (found !== sha256) throw new HeightsError(path, `its SHA-256 is ${found}`);
    }
    if (bytes < 18) throw new HeightsError(path, 'it is no gzip file');
    // The last four bytes of gzip are the size.
    const size = reference.size ?? new DataView(stored.buffer).getUint32(bytes - 4, true);
    if (!(size <= this.limit)) {
      throw new HeightsError(path, `${size} bytes unpacked are more than ${this.limit}`);
    }
    return unpacked(path, stored, size);
  }

  /** @param {Reference} reference @param {string} magic @param {(r: Reader) => any} read */
  chunk(reference, magic, read) {
    const path = `c/${reference.sha256}.bin`;
    let known = this.chunks.get(path);
    if (!known) {
      known = this.bytes(path, reference).then(bytes => {
        const reader = new Reader(path, bytes, magic);
        const value = read(reader);
        reader.end();
        return value;
      });
      known.catch(() => this.chunks.delete(path));
      this.chunks.set(path, known);
    }
    return known;
  }
}

/** @param {string} path @param {Uint8Array} stored @param {number} size */
async function unpacked(path, stored, size) {
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(size);
  let length = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > size) throw new HeightsError(path, `it unpacks to more than ${size} bytes`);
      bytes.set(value, length);
      length += value.length;
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof HeightsError ? error : new HeightsError(path, `it cannot be unpacked: ${error}`);
  }
  if (length !== size) throw new HeightsError(path, `it unpacks to ${length} bytes, not ${size}`);
  return bytes;
}

/** Reads the columns of a chunk, whose numbers are byte planes. */
class Reader {
  /** @param {string} file @param {Uint8Array} bytes @param {string} magic */
  constructor(file, bytes, magic) {
    this.file = file;
    this.bytes = bytes;
    this.at = 0;
    const found = String.fromCharCode(...this.take(8)).replace(/\0+$/, '');
    if (found !== magic) throw new HeightsError(file, `it begins with '${found}', not '${magic}'`);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    this.take(8);
    if (view.getUint32(8, true) !== 1) {
      throw new HeightsError(file, `version ${view.getUint32(8, true)} is not known`);
    }
    this.count = view.getUint32(12, true);
  }

  /** @param {number} length */
  take(length) {
    if (!(length <= this.bytes.length - this.at)) throw new HeightsError(this.file, 'it ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Unsigned numbers of 1 to 4 bytes. @param {number} width @param {number} count */
  numbers(width, count) {
    const planes = this.take(width * count);
    const found = new Uint32Array(count);
    for (let plane = 0; plane < width; plane += 1) {
      for (let i = 0; i < count; i += 1) found[i] |= planes[plane * count + i] << (8 * plane);
    }
    return found;
  }

  /** @param {number} count */
  texts(count) {
    const lengths = this.numbers(4, count);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      return Array.from(lengths, length => decoder.decode(this.take(length)));
    } catch (error) {
      throw error instanceof HeightsError ? error : new HeightsError(this.file, 'a text is not UTF-8');
    }
  }

  /** Heights in steps. @param {number} count */
  heights(count) {
    const heights = this.numbers(4, count);
    if (heights.some(height => height > MOST)) throw new HeightsError(this.file, `a height is above ${MOST} steps`);
    return heights;
  }

  end() {
    if (this.at !== this.bytes.length) throw new HeightsError(this.file, 'bytes are left over');
  }
}

const readHeights = reader => {
  const heights = reader.heights(reader.count);
  return {
    heights, extent: heights.reduce((sum, height) => sum + height, 0),
    caveats: reader.take(reader.count).slice(),
  };
};
const readIDs = reader => {
  const ids = reader.texts(reader.count);
  if (ids.includes('')) throw new HeightsError(reader.file, 'an id is empty');
  return ids;
};
const readFrames = reader => {
  const templates = reader.numbers(2, reader.count);
  const shapes = reader.numbers(4, reader.count);
  const number = reader.numbers(4, 1)[0];
  const lengths = reader.numbers(4, number);
  return { templates, shapes, bytes: Array.from(lengths, length => reader.take(length)) };
};
const readLines = reader => {
  const lengths = reader.numbers(4, reader.count);
  return Array.from(lengths, length => reader.take(length));
};
const readWidths = reader => {
  const counts = reader.numbers(4, reader.count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const widths = new Int32Array(reader.numbers(4, total).buffer);
  let start = 0;
  for (const count of counts) {
    for (let run = start + 1; run < start + count; run += 1) {
      if (!(widths[run - 1] < widths[run])) throw new HeightsError(reader.file, 'the widths of a cell do not ascend');
    }
    if (count === 0) throw new HeightsError(reader.file, 'a cell has no widths');
    start += count;
  }
  return { counts, widths, heights: reader.heights(total), caveats: reader.take(reader.count).slice() };
};

/**
 * Opens published files, and keeps to the generation that they have now.
 *
 * @param {string} base URL of the folder with `current.json`.
 * @param {Options} [options]
 * @returns {Promise<Publication>}
 */
export async function openPublished(base, options = {}) {
  return Publication.open(new Files(base, options), undefined);
}

/**
 * Opens what a service hands out under `/heights/`.
 *
 * @param {string} base URL of the service. @param {Options} [options]
 * @returns {Promise<Publication>}
 */
export function openService(base, options = {}) {
  return openPublished(`${base.replace(/\/$/, '')}/heights/`, options);
}

/** One generation of published files. */
export class Publication {
  /** @param {Files} files @param {Publication} [last] */
  static async open(files, last) {
    const first = await files.body('current.json', 1 << 16, { cache: 'no-cache' });
    const pointer = new Document('current.json', first).pointer(files.limit);
    if (last && last.pointer.manifest === pointer.manifest) return last;
    const path = `m/${pointer.manifest}.json`;
    const bytes = await files.bytes(path, { sha256: pointer.manifest, bytes: pointer.bytes });
    const manifest = new Document(path, bytes).manifest(pointer, files.limit);
    return new Publication(files, pointer, manifest);
  }

  constructor(files, pointer, manifest) {
    this.files = files;
    this.pointer = pointer;
    this.manifest = manifest;
    /** @type {number} */
    this.generation = manifest.generation;
    /** `sha256`, or `length` where the browser has no crypto.subtle. @type {string} */
    this.verified = files.verified;
  }

  /** The generation of now: this object when nothing new was published. Chunks are kept. */
  refresh() { return Publication.open(this.files, this); }

  /** @param {string} feed @param {string} environment */
  environment(feed, environment) {
    const entry = this.manifest.feeds.find(one => one.name === feed);
    if (!entry) throw new HeightsError('manifest', `no feed '${feed}'`);
    const found = entry.environments.find(one => one.key === environment);
    if (!found) {
      throw new HeightsError('manifest', `feed '${feed}' has no environment '${environment}', but `
        + entry.environments.map(one => one.key).join(', '));
    }
    return found;
  }

  /**
   * The heights of a list.
   *
   * @param {string} feed @param {string} environment @param {string} [name] `feed` when not given.
   * @returns {Promise<HeightList>}
   */
  async list(feed, environment, name = 'feed') {
    const entry = this.environment(feed, environment);
    const list = entry.lists?.find(one => one.name === name);
    if (!list) throw new HeightsError('manifest', `no list '${name}' in '${environment}'`);
    const chunks = await Promise.all(list.chunks.map(async chunk => {
      const [sizes, ids] = await Promise.all([
        this.files.chunk(chunk.heights, 'CHheight', readHeights),
        this.files.chunk(chunk.ids, 'CHids', readIDs)]);
      if (sizes.heights.length !== chunk.count || ids.length !== chunk.count) {
        throw new HeightsError(`c/${chunk.heights.sha256}.bin`, `it has not ${chunk.count} cells`);
      }
      if (sizes.extent !== chunk.extent) {
        throw new HeightsError(`c/${chunk.heights.sha256}.bin`, `its heights are ${sizes.extent} of ${chunk.extent} steps`);
      }
      return { ...sizes, ids };
    }));
    const heights = joined(chunks.map(chunk => chunk.heights), list.count);
    const found = new HeightList(heights, distinct(chunks, `list '${name}'`), {
      generation: this.generation, stepsPerPoint: entry.stepsPerPoint, gap: list.gap,
      insets: list.insets, caveats: joined(chunks.map(chunk => chunk.caveats), list.count),
      shape: shapeOf(list),
      frames: index => this.frames(list, entry, index),
      lines: index => this.lines(list, entry, index),
    });
    if (found.extentSteps !== list.extent) {
      throw new HeightsError('manifest', `list '${name}' has another extent`);
    }
    return found;
  }

  /** The chunk of a cell, and the place of the cell in it. */
  chunkOf(list, index) {
    let first = 0;
    const chunk = list.chunks.find(one => index < (first += one.count));
    return { chunk, place: chunk && index - (first - chunk.count) };
  }

  /** @returns {Promise<CellFrames|undefined>} */
  async frames(list, entry, index) {
    const { template, bytes } = await this.shape(this.chunkOf(list, index)) ?? {};
    return template && cellFrames(template, bytes, entry.stepsPerPoint);
  }

  /** @returns {Promise<CellLines|undefined>} */
  async lines(list, entry, index) {
    const at = this.chunkOf(list, index);
    if (!at.chunk?.lines) return undefined;
    const [shape, lines] = await Promise.all(
      [this.shape(at), this.files.chunk(at.chunk.lines, 'CHlines', readLines)]);
    const file = `c/${at.chunk.lines.sha256}.bin`;
    if (lines.length !== at.chunk.count) throw new HeightsError(file, `it has not ${at.chunk.count} cells`);
    return shape && cellLines(shape, lines[at.place], entry.stepsPerPoint, file);
  }

  /** The template of a cell and the bytes of its frames; undefined without frames. */
  async shape({ chunk, place }) {
    if (!chunk?.frames) return undefined;
    const data = await this.files.chunk(chunk.frames, 'CHframes', readFrames);
    const template = this.manifest.templates[data.templates[place]];
    const bytes = data.bytes[data.shapes[place]];
    const labels = template?.views.filter(view => view.label).length ?? 0;
    // A feed may be stored with heights alone.
    if (bytes?.length === 0) return undefined;
    if (!template || !bytes || bytes.length !== template.views.length * 16 + labels * 2) {
      throw new HeightsError(`c/${chunk.frames.sha256}.bin`, `cell ${place} has no frames`);
    }
    return { template, bytes };
  }

  /**
   * The heights of a list at every width of a range.
   *
   * @param {string} feed @param {string} range Key of an environment such as `280..900@1x/L/ltr/en/css`.
   * @param {{gap?: number, insets?: Insets}} [spacing] In CSS pixels; 0 when not given.
   * @returns {Promise<WidthList>}
   */
  async widths(feed, range, spacing = {}) {
    const entry = this.environment(feed, range);
    if (entry.lists || !entry.chunks) throw new HeightsError('manifest', `'${range}' is no range of widths`);
    const chunks = await Promise.all(entry.chunks.map(async chunk => {
      const [cells, ids] = await Promise.all([
        this.files.chunk(chunk.runs, 'CHwidths', readWidths),
        this.files.chunk(chunk.ids, 'CHids', readIDs)]);
      if (cells.counts.length !== chunk.count || ids.length !== chunk.count) {
        throw new HeightsError(`c/${chunk.runs.sha256}.bin`, `it has not ${chunk.count} cells`);
      }
      return { ...cells, ids };
    }));
    distinct(chunks, `'${range}'`);
    return new WidthList(chunks, {
      generation: this.generation, stepsPerPoint: entry.stepsPerPoint, key: range,
      gap: spacing.gap ?? 0, insets: spacing.insets });
  }
}

/** The ids of chunks, each of them once. @param {{ids: string[]}[]} chunks @param {string} what */
function distinct(chunks, what) {
  const ids = chunks.flatMap(chunk => chunk.ids);
  if (new Set(ids).size !== ids.length) throw new HeightsError('manifest', `an id is in ${what} twice`);
  return ids;
}

/** @param {ArrayLike<number>[]} parts @param {number} count */
function joined(parts, count) {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  if (whole.length !== count) throw new HeightsError('manifest', `chunks have ${at} cells, not ${count}`);
  return whole;
}

/**
 * @typedef {{template: string, views: {id: string, kind: string, frame: Frame,
 *   lines?: number, truncated?: boolean}[]}} CellFrames Frames in CSS pixels from the cell's top left.
 */

/** @param {Uint8Array} bytes @returns {CellFrames} */
function cellFrames(template, bytes, stepsPerPoint) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let label = template.views.length * 16;
  return { template: template.name, views: template.views.map(({ id, kind, label: hasLines }, i) => {
    const [x, y, width, height] = [0, 4, 8, 12].map(at => view.getInt32(i * 16 + at, true) / stepsPerPoint);
    const lines = hasLines ? view.getInt16((label += 2) - 2, true) : undefined;
    return { id, kind, frame: { x, y, width, height },
      ...(hasLines && { lines: Math.abs(lines), truncated: lines < 0 }) };
  }) };
}

/**
 * @typedef {{end: number, width: number, baseline: number, hyphen?: true, ellipsis?: [number, number],
 *   clipped?: true, tightened?: true, direction?: 'rtl',
 *   runs?: {start: number, end: number, direction: 'ltr'|'rtl'}[]}} LineFragment
 *   Offsets in UTF-16 units of the text, lengths in CSS pixels, the baseline from the top of the label.
 * @typedef {{id: string, textHash?: number, scale?: number, lineFragments: LineFragment[]}} LabelLines
 * @typedef {{template: string, labels: LabelLines[]}} CellLines
 *   The members are those of the JSON of a cell; a label without lines has no hash.
 */

/** Reads the numbers of stored lines. */
class Varints {
  /** @param {Uint8Array} bytes @param {number} at @param {string} file */
  constructor(bytes, at, file) { Object.assign(this, { bytes, at, file }); }

  /** @returns {never} */
  fail() { throw new HeightsError(this.file, 'lines are cut off or not those of their frames'); }

  unsigned() {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.bytes[this.at];
      if (byte === undefined) this.fail();
      this.at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return this.fail();
  }

  signed() {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value - 1) / 2 : value / 2;
  }

  hash() {
    if (this.at + 4 > this.bytes.length) this.fail();
    this.at += 4;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 4, 4).getUint32(0, true);
  }
}

/** @returns {CellLines} */
function cellLines({ template, bytes: shape }, stored, stepsPerPoint, file) {
  const view = new DataView(shape.buffer, shape.byteOffset, shape.byteLength);
  const labels = template.views.flatMap(({ id, label }, i) => label
    ? [{ id, width: view.getInt32(i * 16 + 8, true) }] : []);
  const mask = stored.subarray(0, Math.ceil(labels.length / 8));
  const reader = new Varints(stored, mask.length, file);
  // A cell without lines has no bytes.
  const kept = labels.map((_, i) => ((mask[i >> 3] ?? 0) >> (i & 7) & 1) === 1);
  const hashes = kept.map(isKept => isKept ? reader.hash() : undefined);
  const found = labels.map(({ id, width }, i) => {
    if (!kept[i]) return { id, lineFragments: [] };
    const count = Math.abs(view.getInt16(template.views.length * 16 + i * 2, true));
    return { id, textHash: hashes[i], ...labelLines(reader, count, width, stepsPerPoint) };
  });
  if (reader.at < stored.length) reader.fail();
  return { template: template.name, labels: found };
}

/** Lines as LineCodec.swift stores them. @param {Varints} reader */
function labelLines(reader, count, width, stepsPerPoint) {
  /** @type {LineFragment[]} */
  const lineFragments = [];
  let [start, baseline, pitch, isRightToLeft, scale] = [0, 0, 0, false, 1];
  for (let index = 0; index < count; index += 1) {
    const coded = reader.unsigned();
    const extras = coded % 2 === 1 ? reader.unsigned() : 0;
    const has = bit => (extras >> bit & 1) === 1;
    const difference = reader.unsigned();
    let step = index < 2 ? reader.signed() : pitch;
    if (index === 1) pitch = step;
    if (has(0)) step += reader.signed();
    if (has(4)) scale = reader.unsigned() / 65536;
    if (has(2)) isRightToLeft = !isRightToLeft;
    baseline += step;
    const end = start + Math.floor(coded / 2);
    /** @type {LineFragment} */
    const line = { end, width: (width + (has(1) ? difference : -difference)) / stepsPerPoint,
      baseline: baseline / stepsPerPoint };
    if (has(6)) line.hyphen = true;
    if (has(8)) line.clipped = true;
    if (has(3)) line.tightened = true;
    if (isRightToLeft) line.direction = 'rtl';
    if (has(5)) line.runs = lineRuns(reader, start);
    if (has(7)) {
      line.ellipsis = [start + reader.unsigned(), end - reader.unsigned()];
      if (line.ellipsis[0] > line.ellipsis[1]) reader.fail();
    }
    lineFragments.push(line);
    start = end;
  }
  return scale === 1 ? { lineFragments } : { scale, lineFragments };
}

/** The runs of a line from left to right. @param {Varints} reader @param {number} start */
function lineRuns(reader, start) {
  const count = reader.unsigned();
  // A run takes at least two bytes.
  if (count > (reader.bytes.length - reader.at) / 2) reader.fail();
  let last = start;
  return Array.from({ length: count }, () => {
    const low = last + reader.signed();
    const length = reader.unsigned();
    last = low + Math.floor(length / 2);
    return { start: low, end: last, direction: /** @type {'ltr'|'rtl'} */ (length % 2 === 1 ? 'rtl' : 'ltr') };
  });
}

/** The heights of one list in one environment and generation; immutable. */
export class HeightList {
  /**
   * @param {Uint32Array} heights In steps.
   * @param {string[]} ids In list order.
   * @param {{generation?: number, stepsPerPoint?: number, gap?: number, insets?: Insets,
   *   shape?: import('./sections.js').Shape, caveats?: ArrayLike<number>, frames?: (index: number) => Promise<CellFrames|undefined>,
   *   lines?: (index: number) => Promise<CellLines|undefined>}} rest
   *   `gap` and `insets` in steps; `shape` for a list with cells besides those of records.
   */
  constructor(heights, ids, rest = {}) {
    this.heights = heights;
    this.ids = ids;
    this.count = heights.length;
    this.generation = rest.generation ?? 0;
    this.stepsPerPoint = rest.stepsPerPoint ?? 64;
    this.gap = rest.gap ?? 0;
    this.insets = rest.insets ?? { top: 0, leading: 0, bottom: 0, trailing: 0 };
    this.caveats = rest.caveats;
    this.frames = rest.frames ?? (async () => undefined);
    this.lines = rest.lines ?? (async () => undefined);
    /** The sections; undefined for a list of records alone. */
    this.sections = rest.shape && sectionsOf(rest.shape, ids);
    /** Tops of all cells and one more, in steps: whole numbers, exact up to 2⁵³. */
    this.offsets = new Float64Array(this.count + 1);
    const separator = rest.shape?.separator ?? 0;
    let top = this.insets.top;
    for (let i = 0; i < this.count; i += 1) {
      this.offsets[i] = top;
      top += heights[i] + this.gap;
      if (separator > 0 && this.sections?.hasSeparator(i)) top += separator;
    }
    this.offsets[this.count] = top;
    /** @type {Map<string, number>|undefined} */
    this.places = undefined;
  }

  /** Height of a cell, in CSS pixels. @param {number} index */
  height(index) { return this.heights[index] / this.stepsPerPoint; }

  /** Top of a cell, in CSS pixels. @param {number} index */
  offset(index) { return this.offsets[index] / this.stepsPerPoint; }

  /** Height of the whole list with its insets, in CSS pixels. */
  get extent() { return this.extentSteps / this.stepsPerPoint; }

  /** The same in steps. */
  get extentSteps() {
    return this.offsets[this.count] - (this.count > 0 ? this.gap : 0) + this.insets.bottom;
  }

  /**
   * The cell at a distance from the top of the list: the last one that begins there or above.
   *
   * @param {number} y In CSS pixels. @returns {number} 0 above all of them; -1 for an empty list.
   */
  indexAt(y) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // In CSS pixels, because the product of `y` may be rounded to another step.
      if (this.offset(middle) <= y) low = middle + 1; else high = middle;
    }
    return Math.max(low - 1, this.count > 0 ? 0 : -1);
  }

  /** Place of a record, or undefined. @param {string} id */
  index(id) {
    this.places ??= new Map(this.ids.map((one, index) => [one, index]));
    return this.places.get(id);
  }

  /** What a cell is. @param {number} index @returns {import('./sections.js').Kind} */
  kind(index) {
    const kind = this.sections ? kindOf(this.ids[index]) : 'item';
    return this.sections?.shape.kinds.has(kind) ? kind : 'item';
  }

  /**
   * The header that is drawn over other cells at the top of a screen: its section, its index, its top from
   * the top of the list, and how far the next section pushes it above the screen, in CSS pixels.
   *
   * @param {number} y The top of the screen, in CSS pixels.
   * @returns {{section: number, index: number, top: number, pushed: number}|undefined}
   */
  stickyHeader(y) {
    const { sections } = this;
    if (!sections?.shape.sticky || sections.count === 0 || !Number.isFinite(y)) return undefined;
    const at = this.indexAt(y);
    let section = sections.sectionOf(at);
    if (section < 0 && at >= sections.starts[0]) section = sections.count - 1;
    if (section < 0) return undefined;
    const index = sections.starts[section];
    const end = sections.starts[section + 1];
    const own = this.height(index);
    if (y < this.offset(index)) return undefined;
    const limit = end < this.count ? this.offset(end) : this.offset(end - 1) + this.height(end - 1);
    const top = Math.min(y, limit - own);
    return top + own > y ? { section, index, top, pushed: Math.max(0, y - top) } : undefined;
  }

  /**
   * The cells from an index on, as a list of their own without sections.
   *
   * @param {number} first
   */
  from(first) {
    return new HeightList(this.heights.subarray(first), this.ids.slice(first), {
      generation: this.generation, stepsPerPoint: this.stepsPerPoint, gap: this.gap,
      insets: this.insets, caveats: this.caveats?.slice?.(first),
      frames: index => this.frames(index + first), lines: index => this.lines(index + first) });
  }

  /** Where a reader is whose view begins at `y`. @param {number} y @returns {Anchor|undefined} */
  anchor(y) {
    const top = this.indexAt(y);
    if (top < 0) return undefined;
    // Sections appear and vanish, so that an anchor names the first record from here on.
    let index = top;
    while (index < this.count && this.kind(index) !== 'item') index += 1;
    if (index === this.count) index = top;
    const following = [];
    for (let next = index + 1; next < this.count && following.length < 8; next += 1) {
      if (this.kind(next) === 'item') following.push(this.ids[next]);
    }
    return { id: this.ids[index], inside: y - this.offset(index), height: this.height(index),
      generation: this.generation, following };
  }

  /**
   * Where that reader is now: the same place in the same cell, else the top of the first cell after it
   * that is left, else nowhere.
   *
   * @param {Anchor|undefined} anchor @returns {number|undefined} In CSS pixels.
   */
  resolve(anchor) {
    if (!anchor) return undefined;
    const index = this.index(anchor.id);
    if (index !== undefined) {
      const gap = index + 1 < this.count
        ? this.offset(index + 1) - this.offset(index) - this.height(index) : 0;
      return Math.max(0, this.offset(index) + insideOf(anchor, this.height(index), gap));
    }
    const next = anchor.following.map(id => this.index(id)).find(found => found !== undefined);
    return next === undefined ? undefined : Math.max(0, this.offset(next));
  }
}

/** @param {import('./sections.js').Shape} shape @param {string[]} ids */
function sectionsOf(shape, ids) {
  try {
    return new Sections(shape, ids);
  } catch (error) {
    throw new HeightsError('manifest', error.message);
  }
}

/**
 * How far below the top of a cell of this height the reader is: at another height, as at another width,
 * the same fraction of it, and at most at its end, or at the same height in the gap below it, as in the
 * Swift libraries.
 *
 * @param {Anchor} anchor @param {number} now In CSS pixels. @param {number} gap In CSS pixels.
 * @returns {number} In CSS pixels.
 */
function insideOf({ inside, height }, now, gap) {
  if (!Number.isFinite(inside)) return 0;
  if (!(Number.isFinite(height) && height > 0 && inside > 0)) return Math.min(inside, now);
  if (height === now) return Math.min(inside, now + gap);
  return Math.min(inside / height, 1) * now;
}

/** The heights of a list at every width of a range. */
export class WidthList {
  constructor(chunks, rest) {
    this.chunks = chunks;
    this.rest = rest;
    const [, first, last, scale] = /^([\d.]+)\.\.([\d.]+)@([\d.]+)x/.exec(rest.key) ?? [];
    /** Device pixels a CSS pixel. */
    this.scale = Number(scale ?? 1);
    /** The narrowest and the widest width, in CSS pixels. */
    this.least = Number(first);
    this.most = Number(last);
  }

  /**
   * The list at a width, which is rounded down to device pixels.
   *
   * @param {number} width In CSS pixels. @returns {HeightList}
   */
  at(width) {
    if (!(width >= this.least && width <= this.most)) {
      throw new HeightsError(this.rest.key, `${width} is not from ${this.least} to ${this.most}`);
    }
    const pixels = Math.floor(width * this.scale);
    const heights = [];
    for (const { counts, widths, heights: runs } of this.chunks) {
      let end = 0;
      for (const count of counts) {
        let run = end;
        end += count;
        // The last run that begins at the width or below.
        while (run + 1 < end && widths[run + 1] <= pixels) run += 1;
        heights.push(runs[run]);
      }
    }
    const { stepsPerPoint, gap, insets, generation } = this.rest;
    const steps = Object.fromEntries(
      Object.entries(insets ?? { top: 0, leading: 0, bottom: 0, trailing: 0 })
        .map(([side, value]) => [side, value * stepsPerPoint]));
    return new HeightList(
      Uint32Array.from(heights), this.chunks.flatMap(chunk => chunk.ids),
      { generation, stepsPerPoint, gap: gap * stepsPerPoint, insets: /** @type {Insets} */ (steps) });
  }
}
