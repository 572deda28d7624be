// Takes the cells of the page, puts each in an element with data-cell, and scrolls through them
// under each style sheet, counting how often the height of the page changes.
const sizes = JSON.parse(document.getElementById('sizes').textContent);
const drawn = [...document.getElementById('cells').children];

// Two frames, after which what came into view is laid out.
function frames() {
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}

async function scrolled(sheet) {
  const style = document.createElement('style');
  const [top, , bottom] = sizes.insets;
  style.textContent = `${sheet}
    .list { display: flex; flex-direction: column; gap: ${sizes.gap}px; padding: ${top}px 0 ${bottom}px }
    [data-cell] { content-visibility: auto; flex: none }`;
  const list = document.createElement('div');
  list.className = 'list';
  const cells = sizes.cells.map(({ id }, index) => {
    const cell = document.createElement('div');
    cell.dataset.cell = id;
    cell.append(drawn[index].cloneNode(true));
    return cell;
  });
  list.append(...cells);
  const shown = new Set();
  let most = 0;
  for (const cell of cells) {
    cell.addEventListener('contentvisibilityautostatechange', event => {
      if (event.skipped) shown.delete(cell); else shown.add(cell);
      most = Math.max(most, shown.size);
    });
  }
  document.body.replaceChildren(style, list);
  const page = document.scrollingElement;
  page.scrollTop = 0;
  const first = list.getBoundingClientRect().height;
  let height = page.scrollHeight;
  let changes = 0;
  let steps = 0;
  async function step(offset) {
    page.scrollTop = offset;
    await frames();
    steps += 1;
    if (page.scrollHeight !== height) changes += 1;
    height = page.scrollHeight;
  }
  for (let offset = 0; offset < page.scrollHeight; offset += innerHeight / 2) await step(offset);
  for (let offset = page.scrollHeight; offset >= 0; offset -= innerHeight * 2) await step(offset);
  const last = list.getBoundingClientRect().height;
  for (const cell of cells) cell.style.contentVisibility = 'visible';
  const equal = cells.filter((cell, index) =>
    Math.abs(cell.getBoundingClientRect().height - sizes.cells[index].height) <= 1 / 64).length;
  return { first, last, changes, steps, drawn: most, equal };
}

(async () => {
  const runs = {};
  for (const [name, sheet] of Object.entries(sizes.sheets)) runs[name] = await scrolled(sheet);
  await fetch('answer', {
    method: 'POST', body: JSON.stringify({ agent: navigator.userAgent, runs }),
  });
})();
