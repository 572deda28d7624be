// Seeds a Virtualizer with an export and scrolls it to the end. The task comes from standard input.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { Virtualizer, defaultRangeExtractor } = await import(pathToFileURL(process.argv[2]));
const task = JSON.parse(readFileSync(0, 'utf8'));
const height = 844;

function run(change) {
  const found = { estimated: 0, rendered: 0, moved: 0, adjusted: 0, asked: 0, unlike: 0 };
  const sticky = task.export.stickyIndexes;
  let active;
  const element = {};
  let scrollTo;
  const virtualizer = new Virtualizer({
    ...task.export.options,
    getItemKey: index => task.ids[index],
    initialMeasurementsCache: task.export.measurements,
    estimateSize: () => { found.estimated += 1; return 100; },
    getScrollElement: () => element,
    observeElementRect: (_, report) => report({ width: 390, height }),
    observeElementOffset: (_, report) => { scrollTo = report; report(0, false); },
    // As docs/lists.md tells.
    ...(sticky && { rangeExtractor: range => {
      active = sticky.findLast(index => index <= range.startIndex) ?? sticky[0];
      return [...new Set([active, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    } }),
    scrollToFn: (_, { adjustments }) => { if (adjustments) found.adjusted += 1; },
    ...change,
  });
  virtualizer._willUpdate();
  const items = virtualizer.getMeasurements();
  const differences = items.map((item, index) => Math.abs(item.start - task.offsets[index]));
  found.difference = differences.reduce((most, one) => Math.max(most, one), 0);
  found.extentDifference = Math.abs(virtualizer.getTotalSize() - task.extent);
  // What is on screen reports its size, as a ResizeObserver would.
  const known = new Set();
  for (let offset = 0; offset < task.extent; offset += height / 2) {
    scrollTo(offset, true);
    const shown = virtualizer.getVirtualItems();
    if (sticky) {
      found.asked += 1;
      const header = task.headers.findLast(index => task.offsets[index] <= offset) ?? task.headers[0];
      if (active !== header || !shown.some(item => item.index === header)) found.unlike += 1;
    }
    for (const { index } of shown) {
      if (known.has(index)) continue;
      known.add(index);
      const before = virtualizer.getTotalSize();
      virtualizer.resizeItem(index, task.export.measurements[index].size);
      if (virtualizer.getTotalSize() !== before) found.moved += 1;
    }
  }
  found.rendered = known.size;
  return found;
}

console.log(JSON.stringify({
  'export': run({}),
  'with another gap': run({ gap: task.export.options.gap + 1 }),
  'with keys that are indices': run({ getItemKey: index => index }),
}));
