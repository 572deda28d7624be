/**
 * The sections of a list: which cells are headers, footers, inserted ones or records. docs/lists.md
 * tells what they are, docs/published.md how they follow from a manifest and the ids.
 */

/**
 * @typedef {'list-header'|'header'|'item'|'inserted'|'footer'|'list-footer'} Kind
 * @typedef {{kinds: Set<string>, sticky: boolean, separator: number, inset: number, afterLast: boolean}} Shape
 *   The kinds of cells besides those of records; the height and the inset of separators in steps.
 */

/** The words with which the ids of such cells begin. @type {Record<string, Kind>} */
const WORDS = { section: 'header', 'section-footer': 'footer', inserted: 'inserted',
  'list-header': 'list-header', 'list-footer': 'list-footer' };

/** The kind that an id stands for: `item` for a record's. @param {string} id @returns {Kind} */
export function kindOf(id) {
  const word = /^[a-z-]+(?=[:@])/.exec(id)?.[0];
  return (word !== undefined && Object.hasOwn(WORDS, word) && id.includes(':') && WORDS[word]) || 'item';
}

/**
 * Reads the members `kinds` and `separator` of a list in a manifest.
 *
 * @param {{kinds?: string|null, separator?: {height: number, inset: number, afterLast: boolean}|null}} list
 * @returns {Shape|undefined} Undefined for a list of records alone.
 */
export function shapeOf({ kinds, separator }) {
  if (typeof kinds !== 'string') return undefined;
  const words = new Set(kinds.split(' ').filter(word => word !== ''));
  const sticky = words.delete('sticky') && words.has('header');
  return { kinds: words, sticky, separator: separator?.height ?? 0, inset: separator?.inset ?? 0,
    afterLast: separator?.afterLast ?? false };
}

/** Where each section of a list begins; a list without sections has one, with all of its items. */
export class Sections {
  /** @param {Shape} shape @param {string[]} ids In list order. */
  constructor(shape, ids) {
    this.shape = shape;
    this.length = ids.length;
    const first = shape.kinds.has('list-header') ? 1 : 0;
    const end = ids.length - (shape.kinds.has('list-footer') ? 1 : 0);
    if (end < first) throw new RangeError('the list has not the cells that its kinds name');
    /** The index of the first cell of each section, then the index behind the last section. */
    this.starts = [];
    const divided = shape.kinds.has('header') || shape.kinds.has('footer');
    let open = false;
    for (let index = first; index < end; index += 1) {
      const kind = divided ? kindOf(ids[index]) : 'item';
      if (kind === 'header' || !open) {
        if (shape.kinds.has('header') && kind !== 'header') {
          throw new RangeError(`the cell '${ids[index]}' is in no section`);
        }
        this.starts.push(index);
      }
      open = kind !== 'footer';
    }
    if (!divided && this.starts.length === 0) this.starts.push(first);
    this.count = this.starts.length;
    this.starts.push(end);
  }

  /** The section of a cell; -1 for the header and the footer of the list. @param {number} index */
  sectionOf(index) {
    if (!(index >= this.starts[0] && index < this.starts[this.count])) return -1;
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle] <= index) low = middle; else high = middle;
    }
    return low;
  }

  /** The first item of a section and the index behind its last one. @param {number} section */
  items(section) {
    const first = this.starts[section] + (this.shape.kinds.has('header') ? 1 : 0);
    return { first, end: Math.max(first, this.starts[section + 1] - (this.shape.kinds.has('footer') ? 1 : 0)) };
  }

  /**
   * The section of a cell and its place among the items there, which a header or a footer has not.
   *
   * @param {number} index @returns {{section: number, item?: number}|undefined} Undefined outside of sections.
   */
  indexPath(index) {
    const section = this.sectionOf(index);
    if (section < 0) return undefined;
    const { first, end } = this.items(section);
    return index >= first && index < end ? { section, item: index - first } : { section };
  }

  /** The index of an item, or of the section's header; undefined where there is none. */
  index({ section, item }) {
    if (!(section >= 0 && section < this.count)) return undefined;
    if (item === undefined) return this.shape.kinds.has('header') ? this.starts[section] : undefined;
    const { first, end } = this.items(section);
    return item >= 0 && first + item < end ? first + item : undefined;
  }

  /** Whether a separator is below a cell. @param {number} index */
  hasSeparator(index) {
    if (this.shape.separator === 0) return false;
    const section = this.sectionOf(index);
    if (section < 0) return false;
    const { first, end } = this.items(section);
    return index >= first && (this.shape.afterLast ? index < end : index + 1 < end);
  }
}
