/// The layouts and content widths of boxes in the spaces in which they were measured.
struct LayoutCache {
  /// The layout of a box in a space.
  struct Entry {
    let space: BoxSpace
    let result: BoxResult
    let arrangement: BoxArrangement
    /// The place of another layout of the box; -1 for none.
    fileprivate var next = -1

    init(space: BoxSpace, result: BoxResult, arrangement: BoxArrangement) {
      self.space = space
      self.result = result
      self.arrangement = arrangement
    }
  }

  /// The places of the latest entries of a box in `entries` and `widths`; -1 for none.
  private struct Latest {
    var entry = -1
    var widths = -1
  }

  private var latest: [Latest]
  private var entries: [Entry] = []
  private var widths: [(heights: BoxHeights, widths: ContentWidths, next: Int)] = []

  /// - Parameter count: Number of boxes.
  init(count: Int) {
    latest = Array(repeating: Latest(), count: count)
    entries.reserveCapacity(count)
  }

  /// The space at a place.
  @inline(__always)
  func space(at place: Int) -> BoxSpace { entries[place].space }

  /// The positions of the boxes inside at a place.
  @inline(__always)
  func arrangement(at place: Int) -> BoxArrangement { entries[place].arrangement }

  /// Whether the layout at a place has lines.
  @inline(__always)
  func hasLines(at place: Int) -> Bool { entries[place].arrangement.lines != nil }

  /// The size at a place.
  @inline(__always)
  func result(at place: Int) -> BoxResult { entries[place].result }

  /// The place of the layout of a box in a space; `nil` if it is not known.
  @inline(__always)
  func place(of box: Int, in space: BoxSpace) -> Int? {
    var known = latest[box].entry
    while known >= 0 {
      if entries[known].space == space { return known }
      known = entries[known].next
    }
    return nil
  }

  /// Adds the layout of a box, and returns its place.
  @inline(__always)
  mutating func add(_ entry: consuming Entry, of box: Int) -> Int {
    let place = entries.count
    entry.next = latest[box].entry
    entries.append(entry)
    latest[box].entry = place
    return place
  }

  /// The content widths of a box for its heights; `nil` if they are not known.
  @inline(__always)
  func widths(of box: Int, for heights: BoxHeights) -> ContentWidths? {
    var known = latest[box].widths
    while known >= 0 {
      if widths[known].heights == heights { return widths[known].widths }
      known = widths[known].next
    }
    return nil
  }

  /// Adds the content widths of a box for its heights.
  @inline(__always)
  mutating func add(_ new: ContentWidths, of box: Int, for heights: BoxHeights) {
    widths.append((heights, new, latest[box].widths))
    latest[box].widths = widths.count - 1
  }
}
