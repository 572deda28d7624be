/**
 * The DOM of a cell, out of what `/v1/feeds/{feed}/records` says of it.
 *
 * Positions, widths and distances between views are those of the template's layout. Heights of texts
 * are the browser's: every view stands in the flow below the view that ends nearest above it, so that a
 * text of another height moves what is below it, and makes the cell another height. A text whose measured lines
 * are given is drawn from them, and has the height that was measured.
 */

import { drawnLines, lineElements } from './lines.js';

/** Lengths are whole 64ths of a CSS pixel in Chromium; edges are rounded, so that sums hold. */
const edge = value => Math.round(value * 64) / 64;
const px = value => `${value}px`;

/** The faces that were declared, by number. @type {Map<number, Promise<FontFace>>} */
const faces = new Map();

/** Families of the system that come before the served file, by number: emoji, and fonts of which there is a
 * metrics pack and no file. @type {Map<number, string>} */
const installed = new Map();
const keywords = /^(-apple-system|BlinkMacSystemFont|(ui-)?(sans-serif|serif|monospace)|system-ui|ui-rounded)$/;

/**
 * Declares the fonts of styles, by number, and waits until all are there.
 *
 * @param {{fonts: number[]}[]} styles @param {string} base URL before the number.
 * @param {Record<string, string>} families Names of installed fonts to prefer, by number: an emoji has
 *   whole device pixels there, and fractions where its font comes from a file.
 */
export async function loadFonts(styles, base, families) {
  for (const [number, family] of Object.entries(families)) installed.set(Number(number), family);
  for (const number of new Set(styles.flatMap(style => style.fonts))) {
    if (faces.has(number)) continue;
    // One file is one face: no other weight of it may be made up.
    const face = new FontFace(`cell-${number}`, `url(${base}${number})`, { weight: '1 1000' });
    document.fonts.add(face);
    faces.set(number, face.load().catch(error => {
      if (!installed.has(number)) throw error;
    }));
  }
  await Promise.all(faces.values());
}

/** @param {HTMLElement} element */
function dress(element, style) {
  element.style.fontFamily = style.fonts.map(number => {
    const family = installed.get(number);
    if (family === undefined) return `cell-${number}`;
    // A pack of a phone names its own font so.
    if (family === 'system') return `system-ui, cell-${number}`;
    return `${keywords.test(family) ? family : JSON.stringify(family)}, cell-${number}`;
  }).join(', ');
  element.style.fontSize = px(style.size);
  element.style.fontWeight = String(style.weight);
  element.style.letterSpacing = style.letterSpacing === 0 ? 'normal' : px(style.letterSpacing);
  if (style.baselineOffset !== 0) element.style.verticalAlign = px(style.baselineOffset);
}

function made(name, ...children) {
  const element = document.createElement('div');
  element.className = name;
  element.append(...children);
  return element;
}

/** The nodes of a range of a text, in UTF-16 units, with the styles of its runs. */
function rangeNodes(text, styles, start, end) {
  const nodes = [];
  let at = 0;
  for (const [words, style] of text.runs) {
    const piece = words.slice(Math.max(start - at, 0), Math.max(end - at, 0));
    at += words.length;
    if (piece === '') continue;
    if (style === text.style) {
      nodes.push(document.createTextNode(piece));
      continue;
    }
    const span = document.createElement('span');
    span.textContent = piece;
    dress(span, styles[style]);
    nodes.push(span);
  }
  return nodes;
}

/** The element of a text: its lines are those that were measured, or those that the browser finds. */
function textElement(text, styles, language, label, height) {
  const element = made('text');
  dress(element, styles[text.style]);
  if (language) element.lang = language;
  const words = text.runs.map(([run]) => run).join('');
  const lines = drawnLines(words, label);
  if (lines) {
    element.classList.add('lines');
    element.style.height = px(height);
    if (label.scale) element.style.fontSize = px(styles[text.style].size * label.scale);
    element.append(...lineElements(words, lines, (start, end) => rangeNodes(text, styles, start, end)));
    return element;
  }
  if (text.lineHeight) element.style.lineHeight = String(text.lineHeight);
  if (text.lines > 0) {
    element.classList.add('clamped');
    element.style.webkitLineClamp = String(text.lines);
  }
  if (text.runs.every(([, style]) => style === text.style)) {
    element.textContent = words;
  } else {
    for (const [run, style] of text.runs) {
      const span = document.createElement('span');
      span.textContent = run;
      dress(span, styles[style]);
      element.append(span);
    }
  }
  return element;
}

/** The element of a view, without its place. */
function viewElement(view, styles, language, label) {
  const [x, y, width, height] = view.frame;
  const element = made(`view ${view.kind}`);
  element.dataset.view = view.id;
  element.style.width = px(edge(x + width) - edge(x));
  if (view.hidden) element.style.visibility = 'hidden';
  const { text } = view;
  if (!text) {
    element.style.height = px(Math.max(edge(y + height) - edge(y), 0));
    if (view.picture === '') element.classList.add('absent');
    return element;
  }
  const [top, leading, bottom, trailing] = text.padding;
  const inner = textElement(text, styles, language, label,
    Math.max(edge(y + height) - edge(y) - top - bottom, 0));
  element.style.padding = [top, trailing, bottom, leading].map(px).join(' ');
  if (text.image[0] > 0 || text.image[1] > 0) {
    const picture = made('picture');
    [picture.style.width, picture.style.height] = text.image.map(px);
    element.append(picture);
  }
  element.append(inner);
  // Where the layout stretches or squeezes a text, its frame is not what its lines need.
  const needed = text.height ?? height;
  if (Math.abs(height - needed) > 1 / 64) {
    element.style.height = px(edge(y + height) - edge(y));
    if (height < needed) element.style.overflow = 'hidden';
  }
  return element;
}

const bottom = view => view.frame[1] + view.frame[3];

/** Whether the frame of a view contains that of another. */
function contains(view, other) {
  const [x, y, width] = view.frame;
  return other.frame[0] >= x - 1e-6 && other.frame[0] + other.frame[2] <= x + width + 1e-6
    && other.frame[1] >= y - 1e-6 && bottom(other) <= bottom(view) + 1e-6;
}

/**
 * Whether a view is not in the flow: it is hidden, hangs out of the cell, or is only behind a text or a part
 * of one, and so has as little to do with the height as a border.
 */
function isBackground(view, views, end) {
  if (view.hidden || bottom(view) > end + 1 / 64) return true;
  return !view.text && views.some(
    other => other !== view && other.text && (contains(view, other) || contains(other, view)));
}

/**
 * Builds a cell.
 *
 * @param {object} record A record of `cellheights.records/1`. @param {object[]} styles Its styles.
 * @param {import('./cellheights.js').CellLines} [lines] The measured lines, to draw its texts from them.
 * @returns {HTMLElement} As wide as the template's cell, and as high as the browser makes it.
 */
export function cellElement(record, styles, lines) {
  const labels = new Map(lines?.labels.map(label => [label.id, label]));
  const [root, ...views] = record.views;
  const cell = made('cell');
  cell.style.width = px(root.frame[2]);
  const flowing = [];
  for (const view of views) {
    if (!isBackground(view, views, record.laidOut ?? record.height)) {
      flowing.push(view);
      continue;
    }
    const element = viewElement(view, styles, record.language, labels.get(view.id));
    element.classList.add('background');
    element.style.left = px(edge(view.frame[0]));
    element.style.top = px(edge(view.frame[1]));
    cell.append(element);
  }
  // Of views that end at the same place the text, whose end is found out, counts.
  const last = flowing.toSorted((a, b) => bottom(a) - bottom(b) || !!a.text - !!b.text);
  const places = new Map();
  const room = above => (above ? places.get(above).below : cell);
  for (const view of flowing.toSorted((a, b) => a.frame[1] - b.frame[1] || bottom(a) - bottom(b))) {
    const top = view.frame[1];
    const above = last.findLast(
      other => other !== view && places.has(other) && bottom(other) <= top + 1e-6);
    const element = viewElement(view, styles, record.language, labels.get(view.id));
    element.style.marginLeft = px(edge(view.frame[0]));
    const below = made('below');
    const place = made('place', element, below);
    place.style.paddingTop = px(Math.max(edge(top) - (above ? edge(bottom(above)) : 0), 0));
    places.set(view, { below });
    room(above).append(place);
  }
  const end = made('place');
  const lowest = last.at(-1);
  end.style.height = px(Math.max(edge(record.laidOut ?? record.height) - (lowest ? edge(bottom(lowest)) : 0), 0));
  room(lowest).append(end);
  return cell;
}

/** A line of this height is as high as all others. */
const LINE = 64;

/**
 * What the browser made of a cell that is in the page.
 *
 * @param {HTMLElement} cell
 * @returns {{height: number, labels: {id: string, lines: number, truncated: boolean, height: number}[]}}
 *   The height of a label is what its lines need, with padding and picture.
 */
export function measuredCell(cell) {
  const height = cell.getBoundingClientRect().height;
  const labels = [...cell.querySelectorAll('.view:has(> .text)')].map(view => {
    const text = /** @type {HTMLElement} */ (view.querySelector('.text'));
    const picture = view.querySelector('.picture');
    if (text.classList.contains('lines')) {
      return { id: view.dataset.view, lines: text.querySelectorAll(':scope > .line').length, truncated: false,
        height: view.getBoundingClientRect().height };
    }
    const inner = Math.max(text.getBoundingClientRect().height, picture?.getBoundingClientRect().height ?? 0);
    const { paddingTop, paddingBottom } = getComputedStyle(view);
    const natural = inner + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    text.classList.add('counting');
    text.style.setProperty('--line', px(LINE));
    const lines = Math.round(text.getBoundingClientRect().height / LINE);
    const truncated = text.scrollHeight > text.clientHeight + 1;
    text.classList.remove('counting');
    return { id: view.dataset.view, lines, truncated, height: natural };
  });
  return { height, labels };
}
