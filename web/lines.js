/**
 * Draws the text of a label from the lines that were measured, without laying it out: docs/web.md tells
 * how. The lines are those of `lines(i)` in cellheights.js, or of the JSON of a cell.
 *
 * @typedef {import('./cellheights.js').LineFragment} LineFragment
 * @typedef {{textHash?: number, scale?: number, lineFragments: LineFragment[]}} Label
 * @typedef {{start: number, end: number, mark?: 'hyphen'|'ellipsis', isRightToLeft?: boolean}} Part
 *   A range of the text in UTF-16 units, or a mark that is drawn at `start`. A part with a direction
 *   is drawn in that direction.
 * @typedef {{width: number, baseline: number, isRightToLeft: boolean, isOrdered: boolean, parts: Part[]}} DrawnLine
 *   Lengths in CSS pixels. `isOrdered` tells that the parts are in the order from left to right.
 */

/**
 * FNV-1a with 32 bits over the UTF-16 units of a text, each as two little-endian bytes (RFC 9923).
 *
 * @param {string} text
 */
export function textHash(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 255), 16777619);
    hash = Math.imul(hash ^ (unit >> 8), 16777619);
  }
  return hash >>> 0;
}

/** White space that hangs at the end of a line, and terminators. */
const HANGING = /[ \t\n\v\f\r\u0085\u2028\u2029]+$/;
const SOFT_HYPHEN = '\u00AD';

/**
 * The lines of a label as parts of its text.
 *
 * @param {string} text The client's own text. @param {Label|undefined} label
 * @returns {DrawnLine[]|undefined} undefined if the client must lay out its text itself: the lines are
 *   those of another text, or one of them is drawn narrower than its font.
 */
export function drawnLines(text, label) {
  if (!label || label.textHash !== textHash(text)) return undefined;
  const lines = label.lineFragments;
  if (lines.length === 0 || lines.some(line => line.tightened)) return undefined;
  let start = 0;
  return lines.map(line => {
    const parts = line.runs ? orderedParts(text, start, line) : logicalParts(text, start, line);
    start = line.end;
    return { width: line.width, baseline: line.baseline, isRightToLeft: line.direction === 'rtl',
      isOrdered: !!line.runs, parts };
  });
}

/** Where the text of a line ends without what hangs after it. */
function contentEnd(text, start, end) {
  return start + text.slice(start, end).replace(HANGING, '').length;
}

/** The parts of a line in the order of the text, which the browser orders. @returns {Part[]} */
function logicalParts(text, start, line) {
  if (line.ellipsis) {
    const [from, to] = line.ellipsis;
    const end = to < line.end ? contentEnd(text, to, line.end) : to;
    return [{ start, end: from }, { start: from, end: from, mark: 'ellipsis' }, { start: to, end }]
      .filter(part => part.mark || part.start < part.end);
  }
  const end = contentEnd(text, start, line.end);
  if (!line.hyphen) return [{ start, end }];
  // A soft hyphen at the end of a line of its own is not drawn.
  const last = text[end - 1] === SOFT_HYPHEN ? end - 1 : end;
  return [{ start, end: last }, { start: last, end: last, mark: 'hyphen' }];
}

/** The parts of a line from left to right. @returns {Part[]} */
function orderedParts(text, start, line) {
  const hangs = line.ellipsis ? line.end : contentEnd(text, start, line.end);
  return line.runs.flatMap(run => {
    const isRightToLeft = run.direction === 'rtl';
    if (run.start === run.end) {
      return [{ start: run.start, end: run.end, isRightToLeft, mark: line.ellipsis ? 'ellipsis' : 'hyphen' }];
    }
    const end = Math.min(run.end, hangs);
    return run.start < end ? [{ start: run.start, end, isRightToLeft }] : [];
  });
}

/** Distance above a line from which its baseline is measured, in CSS pixels; more than any font is high. */
const ABOVE = 4096;

/**
 * The elements of the lines. Their parent has `position: relative`, the font and the size of the label.
 *
 * @param {string} text @param {DrawnLine[]} lines
 * @param {(start: number, end: number) => Node[]} nodes Makes the nodes of a range of the text, in its styles.
 * @returns {HTMLElement[]}
 */
export function lineElements(text, lines, nodes) {
  return lines.map(line => {
    const element = document.createElement('div');
    element.className = 'line';
    element.style.direction = line.isRightToLeft ? 'rtl' : 'ltr';
    element.style[line.isRightToLeft ? 'right' : 'left'] = '0';
    element.style.top = `${-ABOVE}px`;
    element.style.width = `${line.width}px`;
    // An empty inline block stands on the baseline, and so places it, whatever the font.
    const strut = document.createElement('i');
    strut.style.height = `${ABOVE + line.baseline}px`;
    element.append(strut);
    // The advance of the last letter may depend on the letter after it, which the ellipsis replaces.
    const isCut = !line.isOrdered && line.parts.length > 1 && line.parts.at(-1)?.mark === 'ellipsis';
    let content = element;
    if (line.isOrdered || isCut) {
      content = document.createElement('span');
      content.style.unicodeBidi = 'isolate';
      content.style.direction = line.isOrdered ? 'ltr' : element.style.direction;
      if (isCut) content.className = 'cut';
      element.append(content);
    }
    for (const part of line.parts) {
      const made = part.mark ? [document.createTextNode(part.mark === 'hyphen' ? '\u2010' : '\u2026')]
        : nodes(part.start, part.end);
      if (content === element) {
        element.append(...made);
        continue;
      }
      const run = document.createElement('span');
      if (line.isOrdered) {
        run.style.unicodeBidi = 'isolate-override';
        run.style.direction = part.isRightToLeft ? 'rtl' : 'ltr';
      }
      run.append(...made);
      content.append(run);
    }
    return element;
  });
}
