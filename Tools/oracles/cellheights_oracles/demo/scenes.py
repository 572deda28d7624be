"""What is done in the browser, and what must come out."""
import json
import re
import time

from ..browser.chromium import BrowserFailed
from .stores import WIDTHS, environment

# Heights within one layout unit of Chromium's are equal.
UNIT = 1 / 64 + 1e-4


class Findings:
    """Lines that people read, and whether all is as it must be."""

    def __init__(self):
        self.failures = 0

    def say(self, good, text):
        self.failures += not good
        print(f"{'ok   ' if good else 'FAIL '} {text}", flush=True)
        return good

    def note(self, text):
        print(f"      {text}", flush=True)


def opened(page, base, **asked):
    """Opens the page of a list, and waits until it shows cells."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page.open(f"{base}/demo/index.html?{query}")
    ready(page)


def ready(page):
    # The event of a page before may have come after the navigation.
    end = time.monotonic() + 30
    while not page.value("document.readyState === 'complete' && 'demo' in globalThis"):
        if time.monotonic() > end:
            raise BrowserFailed("the page's modules did not run")
        time.sleep(0.05)
    page.value("demo.ready")
    filled(page)


def filled(page):
    """Waits until every row in view has its cell."""
    end = time.monotonic() + 60
    while page.value("""[...demo.exact.view.rows.values()].some(
        row => !demo.exact.view.contentOf(row).firstElementChild)"""):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    page.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def differences(cell):
    """What of a cell differs from what was served."""
    if abs(cell["height"] - cell["found"]) > UNIT:
        yield f"{cell['height']:.4f} high, in the browser {cell['found']:.4f}"
    for label in cell["labels"]:
        if label["lines"] != label["served"]:
            yield (f"label '{label['id']}' has {label['served']} lines, in the browser "
                   f"{label['lines']}: {label['words'][:60]!r}")
        elif label["servedHeight"] is not None:
            if abs(label["height"] - label["servedHeight"]) > UNIT:
                yield (f"label '{label['id']}' is {label['servedHeight']:.4f} high, in the browser "
                       f"{label['height']:.4f}")


def cells(page, base, feeds, most, findings, shown):
    """Every cell's height and every label's lines, at each width."""
    opened(page, base, feed=feeds[0])
    total = labels = different = 0
    for feed in feeds:
        # A template with states has an environment for each.
        keys = page.value(f"demo.publication.manifest.feeds.find(one => one.name === {feed!r})"
                          ".environments.filter(one => one.lists).map(one => one.key)")
        for key in keys:
            ids = page.value(f"demo.publication.list({feed!r}, {key!r})"
                             f".then(list => list.ids.slice(0, {most}))")
            for start in range(0, len(ids), 100):
                answer = page.value(
                    f"demo.compare({feed!r}, {key!r}, {json.dumps(ids[start:start + 100])})")
                for lost in answer["missing"]:
                    findings.say(False, f"{lost['id']}: {lost['reason']}")
                for cell in answer["found"]:
                    total += 1
                    labels += len(cell["labels"])
                    wrong = list(differences(cell))
                    different += bool(wrong)
                    if wrong and different <= shown:
                        findings.note(f"{feed} {cell['id']} at {key}: {wrong[0]}")
    findings.say(different == 0 and total >= 2000 * len(WIDTHS),
                 f"cells: {total - different} of {total} cells of {len(feeds)} feeds at "
                 f"{len(WIDTHS)} widths are as high as served and all their {labels} labels have "
                 "as many lines")


def visible_offset(page, index):
    """How far the top of a cell is from that of the view, in px; None when it is not there."""
    return page.value(f"""(() => {{
      const row = [...demo.exact.view.rows.values()].find(row => row.dataset.index === '{index}');
      return row ? row.getBoundingClientRect().top
        - demo.exact.scroller.getBoundingClientRect().top : null }})()""")


def lands(page, index, findings, how, tolerance=0.5):
    """Whether a cell's top is at the top of the view, to half a device pixel."""
    distance = visible_offset(page, index)
    return findings.say(distance is not None and abs(distance) <= tolerance + 1e-3,
                        f"{how}: cell {index} is {distance} px from the top of the view")


def scroll(page, pane, seconds, speed, down):
    """Turns the wheel over a list: real events, which the browser's compositor scrolls by."""
    x, y = page.value(f"""(() => {{
      const {{ x, y, width, height }} = demo.{pane}.scroller.getBoundingClientRect();
      return [x + width / 2, y + height / 2] }})()""")
    page.call("Input.synthesizeScrollGesture", x=x, y=y, speed=round(speed),
              yDistance=round(speed * seconds) * (-1 if down else 1), gestureSourceType="mouse")


def still(findings, name, result):
    """Whether nothing moved by other than the scroll."""
    findings.say(
        result["frames"] > 0 and result["distance"] > 0
        and not any(result[key] for key in ("moved", "misplaced", "wrong", "shifts"))
        and result["scrollHeights"] == 1,
        f"{name}: {result['frames']} frames over {result['distance']:.0f} px; {result['moved']} moved "
        f"what was visible, {result['misplaced']} had a cell off its offset, {result['wrong']} one "
        f"of another height; {result['shifts']} layout shifts, {result['scrollHeights']} scroll "
        "height")


def scrolling(page, base, arguments, findings):
    """A minute of scrolling both ways; the same with estimated heights beside it."""
    opened(page, base, feed="posts", environment=environment(390), beside="")
    count = page.value("demo.list.count")
    extent = page.value("demo.list.extent")
    right = page.value("Math.abs(demo.exact.scroller.scrollHeight - demo.exact.view.space) < 1")
    findings.say(right, f"first frame: {count} cells, {extent:.3f} px, in a scroll space of "
                        f"{page.value('demo.exact.scroller.scrollHeight')} px")
    part = arguments.seconds / 4
    for pane in ("exact", "estimated"):
        page.value(f"demo.{pane}.view.scrollToIndex({count // 2})")
        filled(page)
        time.sleep(1)
        page.value(f"demo.{pane}.watch.reset()")
        # Down and up at two speeds, further up than it went down.
        for speed, down in ((1, True), (2, False), (1, False), (2, True)):
            scroll(page, pane, part, arguments.speed * speed, down)
        time.sleep(0.3)
        result = page.value(f"demo.{pane}.watch.result")
        if pane == "exact":
            still(findings, f"{arguments.seconds:g} s of scrolling", result)
        else:
            findings.say(
                result["moved"] > 0,
                f"with estimated heights: {result['moved']} of {result['frames']} frames moved what "
                f"was visible, by up to {result['most']:.0f} px; {result['shifts']} layout shifts, "
                f"{result['scrollHeights']} scroll heights")
    if arguments.picture:
        page.picture(arguments.picture)


def sections(page, base, arguments, findings):
    """A list with sections: sticky headers where they must be, and a minute of scrolling."""
    opened(page, base, feed="days", list="days", environment=environment(390))
    sections = page.value("demo.list.sections.count")
    findings.say(sections > 10, f"list with {sections} sections")
    page.value("demo.exact.watch.reset()")
    part = arguments.seconds / 4
    for speed, down in ((1, True), (2, True), (1, False), (2, False)):
        scroll(page, "exact", part, arguments.speed * speed, down)
    time.sleep(0.3)
    still(findings, f"{arguments.seconds:g} s of scrolling with sticky headers",
          page.value("demo.exact.watch.result"))
    drawn = page.value("""(() => {
      const { view, scroller } = demo.exact;
      const sticky = view.list.stickyHeader(view.y);
      const row = sticky && view.rows.get(view.list.ids[sticky.index]);
      return [sticky !== undefined, row ? view.contentOf(row).getBoundingClientRect().top
        - scroller.getBoundingClientRect().top + view.y - sticky.top : 0] })()""")
    findings.say(abs(drawn[1]) < UNIT, f"the header at the top is {drawn[1]} px off")


# Counts the texts that rows get, and the times of frames.
COUNTING = """(() => {
  const seen = globalThis.seen = { paragraphs: 0, lines: 0, frames: [] };
  new MutationObserver(records => {
    for (const node of records.flatMap(record => [...record.addedNodes])) {
      if (!(node instanceof Element)) continue;
      seen.lines += node.querySelectorAll('.lines > .line').length;
      seen.paragraphs += [...node.querySelectorAll('.text:not(.lines)')].filter(text => text.textContent).length;
    }
  }).observe(demo.exact.scroller, { childList: true, subtree: true });
  const frame = time => { seen.frames.push(time); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
})()"""


def drawing(page, base, arguments, findings):
    """The same scroll with texts that are drawn from lines, and with texts that the browser lays out."""
    found = []
    for lines in (1, 0):
        opened(page, base, feed="posts", environment=environment(390), lines=lines)
        page.value(f"demo.exact.view.scrollToIndex({page.value('demo.list.count') // 2})")
        filled(page)
        page.call("Performance.enable")
        before = metrics(page)
        page.value(COUNTING)
        for down in (True, False):
            scroll(page, "exact", arguments.seconds / 4, arguments.speed, down)
        after = metrics(page)
        seen = page.value("seen")
        steps = sorted(after - before for before, after in zip(seen["frames"], seen["frames"][1:]))
        found.append(seen)
        findings.note(
            f"{'lines' if lines else 'paragraphs'}: {seen['paragraphs']} paragraphs and {seen['lines']} "
            f"single lines were laid out, in {after['LayoutDuration'] - before['LayoutDuration']:.3f} s of "
            f"layout; frames of {steps[len(steps) // 2]:.1f} ms, 99 % below "
            f"{steps[len(steps) * 99 // 100]:.1f} ms")
    findings.say(
        found[0]["paragraphs"] == 0 and found[0]["lines"] > 0 and found[1]["paragraphs"] > 0
        and found[1]["lines"] == 0,
        "with lines, the browser lays out no text of several lines; without, it does")


def metrics(page):
    return {one["name"]: one["value"] for one in page.call("Performance.getMetrics")["metrics"]}


def places(page, base, findings):
    """Both ends, indices, reloads, prepended cells."""
    opened(page, base, feed="posts", environment=environment(390))
    count = page.value("demo.list.count")
    page.value("demo.exact.view.scrollTo(demo.list.extent)")
    filled(page)
    below = page.value("""(() => {
      const row = [...demo.exact.view.rows.values()].find(
        row => Number(row.dataset.index) === demo.list.count - 1);
      return demo.exact.scroller.getBoundingClientRect().bottom
        - row.getBoundingClientRect().bottom })()""")
    findings.say(abs(below - 24) <= 1, f"end: {below} px below the last cell, the inset is 24")
    page.value("demo.exact.view.scrollTo(0)")
    filled(page)
    findings.say(abs(visible_offset(page, 0) - 8) <= 1 / 64,
                 f"back: the first cell is {visible_offset(page, 0)} px from the top, the inset is 8")
    page.value("demo.exact.watch.reset()")
    for index in (1, count // 3, count // 2, count - 100, 77_777 % count):
        page.value(f"demo.exact.view.scrollToIndex({index})")
        filled(page)
        lands(page, index, findings, "jump")
    page.value("demo.exact.view.scrollTo(demo.exact.view.y + 37)")
    before = page.value("[demo.exact.view.y, demo.exact.view.list.anchor(demo.exact.view.y)]")
    page.reload()
    ready(page)
    after = page.value("[demo.exact.view.y, demo.exact.view.list.anchor(demo.exact.view.y)]")
    findings.say(before[1]["id"] == after[1]["id"] and abs(before[0] - after[0]) <= 0.5,
                 f"reload: {before[1]['inside']:.3f} px into {before[1]['id']}, then "
                 f"{after[1]['inside']:.3f} px into {after[1]['id']}")
    opened(page, base, feed="posts", environment=environment(390), skip=500)
    page.value("demo.exact.view.scrollToIndex(40)")
    filled(page)
    time.sleep(0.3)
    page.value("demo.exact.watch.reset()")
    kept(page, findings, "500 cells prepended", "demo.prepend()")
    result = page.value("demo.exact.watch.result")
    findings.say(result["misplaced"] + result["wrong"] + result["shifts"] == 0,
                 f"500 cells prepended: {result['frames']} frames, {result['shifts']} layout shifts")


def kept(page, findings, name, action):
    """Whether the cell at the top of the view is there after an action, at the same place."""
    top = "- demo.exact.scroller.getBoundingClientRect().top"
    before = page.value(f"""(() => {{ const {{ view }} = demo.exact; const {{ id }} = view.anchor;
      return [id, view.rows.get(id).getBoundingClientRect().top {top}] }})()""")
    page.value(action)
    filled(page)
    row = page.value(f"""(() => {{ const row = demo.exact.view.rows.get({json.dumps(before[0])});
      return row ? row.getBoundingClientRect().top {top} : null }})()""")
    findings.say(row is not None and abs(row - before[1]) <= 1,
                 f"{name}: {before[0]} was at {before[1]:.3f} px and is at {row} px")


def generations(page, base, findings, publish):
    """A generation with new cells before the others, published while the page is open."""
    opened(page, base, feed="posts", environment=environment(390))
    page.value("demo.exact.view.scrollToIndex(1234)")
    filled(page)
    old = page.value("demo.publication.generation")
    publish()
    end = time.monotonic() + 300
    swapped = False
    kept_name = f"generation after {old}"
    while not swapped and time.monotonic() < end:
        time.sleep(0.5)
        # Until its files are made, the service asks to come again.
        swapped = page.value(
            "demo.publication.refresh().then(one => one !== demo.publication, () => false)")
    if findings.say(swapped, f"{kept_name}: it came while the page was open"):
        kept(page, findings, kept_name, "demo.refresh()")


def resizing(page, base, findings):
    """The widths of a range."""
    opened(page, base, feed="home", environment=environment(390))
    if not findings.say(page.value("demo.range !== undefined"), "resize: there is a range"):
        return
    page.value("demo.exact.view.scrollToIndex(100)")
    filled(page)
    for width in (391, 360, 333, 320, 430, 405):
        kept(page, findings, f"resize to {width}", f"demo.resize({width})")
        time.sleep(0.3)
        page.value("demo.exact.watch.reset()")
        page.value("new Promise(done => setTimeout(done, 200))")
        result = page.value("demo.exact.watch.result")
        findings.say(result["frames"] > 0 and result["wrong"] + result["misplaced"] == 0,
                     f"resize to {width}: every cell in view is as high as the function says")


def looks(page, base, findings):
    """What people saw wrong: cut lists, a wait for every font, odd numbers, white pages at night."""
    for width, room in ((320, 320), (390, 320)):
        page.size(room, 700)
        opened(page, base, feed="home", environment=environment(width))
        left, right, reach = page.value("""(() => {
          const { left, right } = demo.exact.scroller.getBoundingClientRect();
          return [left, right, document.querySelector('main').scrollWidth] })()""")
        findings.say(left == 0 and right == width and reach == width,
                     f"a list of {width} px on a screen of {room} px is from {left} to {right} px, of "
                     f"{reach} px that can be scrolled to")
    page.size(1100, 900)
    opened(page, base, feed="home", environment=environment(390))
    fonts = page.value("""performance.getEntriesByType('resource')
      .filter(one => one.name.includes('/demo/fonts/')).length""")
    chain = page.value("document.fonts.size")
    findings.say(0 < fonts == chain <= 12, f"the first cells need {fonts} font files")
    status = page.value("document.querySelector('#status').textContent")
    findings.say(re.search(r"\d\.\d", status) is None, f"status: {status}")
    for scheme, is_dark in (("light", False), ("dark", True)):
        page.scheme(scheme)
        colors = page.value("""['body', '.cell', '.counts'].map(one => {
          const style = getComputedStyle(document.querySelector(one));
          return one === '.counts' ? style.color : style.backgroundColor })""")
        shades = [sum(map(int, re.findall(r"\d+", color)[:3])) / 765 for color in colors]
        findings.say(all((shade < 0.5) == is_dark for shade in shades[:2])
                     and (shades[2] > 0.5) == is_dark, f"{scheme}: {', '.join(colors)}")
    page.scheme("light")


def strangers(page, base, findings):
    """Addresses of lists that are not there."""
    for asked, words in (
            ({"feed": "nope"}, "no feed 'nope'"),
            ({"feed": "home", "environment": "390"}, "environment '390'"),
            ({"feed": "home", "list": "nope"}, "no list 'nope' of feed 'home'"),
            ({"feed": "home", "skip": "many"}, "skip is a whole number")):
        thrown = len(page.messages)
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        page.open(f"{base}/demo/?{query}")
        said = page.value("demo.ready.then(() => '', error => error.message)")
        shown = page.value("document.querySelector('#status').textContent")
        rows = page.value("document.querySelectorAll('.cell').length")
        menu = page.value("document.querySelectorAll('#feed option').length")
        findings.say(words in said and said == shown and rows == 0 and menu > 1, f"{query}: {shown}")
        # The error is meant to be thrown.
        del page.messages[thrown:]
