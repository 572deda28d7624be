/**
 * Heights of list cells that cellheights computed: published files or the service, without
 * dependencies. docs/web.md tells how to use it; docs/published.md is the format of the files.
 *
 * Heights and offsets are whole steps inside, so that sums are exact; methods return CSS pixels.
 */

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
 * @typedef {{id: string, inside: number, generation: number, following: string[]}} Anchor
 *   Where a reader is: a cell, CSS pixels below its top, and up to 8 ids after it.
 * @typedef {{top: number, leading: number, bottom: number, trailing: number}} Insets
 * @typedef {{x: number, y: number, width: number, height: number}} Frame
 * @typedef {{fetch?: typeof fetch, maximumBytes?: number}} Options
 */

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
   * The unpacked bytes of a file.
   *
   * @param {string} path
   * @param {{sha256: string, bytes: number, size?: number}} reference Without a size it is what the
   *   file says itself.
   */
  async bytes(path, reference) {
    const { sha256, bytes } = reference;
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new HeightsError(path, 'its address is no SHA-256');
    const stored = await (await this.get(path)).arrayBuffer();
    if (stored.byteLength !== bytes) {
      throw new HeightsError(path, `it has ${stored.byteLength} bytes, not ${bytes}`);
    }
    if (this.verified === 'sha256') {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', stored));
      const found = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
      if (found !== sha256) throw new HeightsError(path, `its SHA-256 is ${found}`);
    }
    if (bytes < 18) throw new HeightsError(path, 'it is no gzip file');
    // The last four bytes of gzip are the size.
    const size = reference.size ?? new DataView(stored).getUint32(bytes - 4, true);
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

/** @param {string} path @param {ArrayBuffer} stored @param {number} size */
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
    return Array.from(lengths, length => decoder.decode(this.take(length)));
  }

  end() {
    if (this.at !== this.bytes.length) throw new HeightsError(this.file, 'bytes are left over');
  }
}

const readHeights = reader => ({
  heights: reader.numbers(4, reader.count), caveats: reader.take(reader.count).slice(),
});
const readIDs = reader => reader.texts(reader.count);
const readFrames = reader => {
  const templates = reader.numbers(2, reader.count);
  const shapes = reader.numbers(4, reader.count);
  const number = reader.numbers(4, 1)[0];
  const lengths = reader.numbers(4, number);
  return { templates, shapes, bytes: Array.from(lengths, length => reader.take(length)) };
};
const readWidths = reader => {
  const counts = reader.numbers(4, reader.count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    counts, widths: new Int32Array(reader.numbers(4, total).buffer),
    heights: reader.numbers(4, total), caveats: reader.take(reader.count).slice(),
  };
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
    const pointer = await (await files.get('current.json', { cache: 'no-cache' })).json();
    if (pointer.schema !== 'cellheights.current/1') {
      throw new HeightsError('current.json', `its schema is '${pointer.schema}'`);
    }
    if (last && last.pointer.manifest === pointer.manifest) return last;
    const path = `m/${pointer.manifest}.json`;
    const manifest = JSON.parse(new TextDecoder().decode(
      await files.bytes(path, { sha256: pointer.manifest, bytes: pointer.bytes })));
    if (manifest.schema !== 'cellheights.manifest/1') {
      throw new HeightsError(path, `its schema is '${manifest.schema}'`);
    }
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
      return { ...sizes, ids };
    }));
    const heights = joined(chunks.map(chunk => chunk.heights), list.count);
    return new HeightList(heights, chunks.flatMap(chunk => chunk.ids), {
      generation: this.generation, stepsPerPoint: entry.stepsPerPoint, gap: list.gap,
      insets: list.insets, caveats: joined(chunks.map(chunk => chunk.caveats), list.count),
      frames: index => this.frames(list, entry, index),
    });
  }

  /** @returns {Promise<CellFrames|undefined>} */
  async frames(list, entry, index) {
    let first = 0;
    const chunk = list.chunks.find(one => index < (first += one.count));
    if (!chunk?.frames) return undefined;
    const place = index - (first - chunk.count);
    const data = await this.files.chunk(chunk.frames, 'CHframes', readFrames);
    const template = this.manifest.templates[data.templates[place]];
    const bytes = data.bytes[data.shapes[place]];
    const labels = template?.views.filter(view => view.label).length ?? 0;
    // A feed may be stored with heights alone.
    if (bytes?.length === 0) return undefined;
    if (!template || !bytes || bytes.length !== template.views.length * 16 + labels * 2) {
      throw new HeightsError(`c/${chunk.frames.sha256}.bin`, `cell ${place} has no frames`);
    }
    return cellFrames(template, bytes, entry.stepsPerPoint);
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
    return new WidthList(chunks, {
      generation: this.generation, stepsPerPoint: entry.stepsPerPoint, key: range,
      gap: spacing.gap ?? 0, insets: spacing.insets });
  }
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

/** The heights of one list in one environment and generation; immutable. */
export class HeightList {
  /**
   * @param {Uint32Array} heights In steps.
   * @param {string[]} ids In list order.
   * @param {{generation?: number, stepsPerPoint?: number, gap?: number, insets?: Insets,
   *   caveats?: ArrayLike<number>, frames?: (index: number) => Promise<CellFrames|undefined>}} rest
   *   `gap` and `insets` in steps.
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
    /** Tops of all cells and one more, in steps: whole numbers, exact up to 2⁵³. */
    this.offsets = new Float64Array(this.count + 1);
    let top = this.insets.top;
    for (let i = 0; i < this.count; i += 1) {
      this.offsets[i] = top;
      top += heights[i] + this.gap;
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
  get extent() {
    const spacing = this.count > 0 ? this.gap : 0;
    return (this.offsets[this.count] - spacing + this.insets.bottom) / this.stepsPerPoint;
  }

  /**
   * The cell at a distance from the top of the list: the last one that begins there or above.
   *
   * @param {number} y In CSS pixels. @returns {number} 0 above all of them; -1 for an empty list.
   */
  indexAt(y) {
    const steps = y * this.stepsPerPoint;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsets[middle] <= steps) low = middle + 1; else high = middle;
    }
    return Math.max(low - 1, this.count > 0 ? 0 : -1);
  }

  /** Place of a record, or undefined. @param {string} id */
  index(id) {
    this.places ??= new Map(this.ids.map((one, index) => [one, index]));
    return this.places.get(id);
  }

  /** The cells from an index on, as a list of their own. @param {number} first */
  from(first) {
    return new HeightList(this.heights.subarray(first), this.ids.slice(first), {
      generation: this.generation, stepsPerPoint: this.stepsPerPoint, gap: this.gap,
      insets: this.insets, caveats: this.caveats?.slice?.(first),
      frames: index => this.frames(index + first) });
  }

  /** Where a reader is whose view begins at `y`. @param {number} y @returns {Anchor|undefined} */
  anchor(y) {
    const index = this.indexAt(y);
    if (index < 0) return undefined;
    return { id: this.ids[index], inside: y - this.offset(index), generation: this.generation,
      following: this.ids.slice(index + 1, index + 9) };
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
      // A reader below a cell that has become lower is at its end.
      const room = (this.offsets[index + 1] - this.offsets[index]) / this.stepsPerPoint;
      return this.offset(index) + Math.min(anchor.inside, Math.max(room, 0));
    }
    const next = anchor.following.map(id => this.index(id)).find(found => found !== undefined);
    return next === undefined ? undefined : this.offset(next);
  }
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
