/// The memory of a layout, which the layout of the next tree uses again.
package struct LayoutMemory: Sendable {
  var cache = LayoutCache()
  /// The lists that no flex container uses.
  var flexLists: [FlexLists] = []

  /// Creates memory without anything in it.
  package init() {}
}

/// The layouts and content widths of boxes in the spaces in which they were measured.
struct LayoutCache {
  /// The layout of a box in a space, without references, so that reading it costs little.
  private struct Entry {
    let space: BoxSpace
    let result: BoxResult
    /// The place of its arrangement; -1 if nothing is inside the box.
    let arrangement: Int
    /// The place of another layout of the box; -1 for none.
    let next: Int
  }

  /// The places of the latest entries of a box in `entries` and `widths`; -1 for none.
  private struct Latest {
    var entry = -1
    var widths = -1
  }

  private var latest: [Latest] = []
  private var entries: [Entry] = []
  private var arrangements: [BoxArrangement] = []
  private var widths: [(heights: BoxHeights, widths: ContentWidths, next: Int)] = []

  /// Maximum number of layouts whose memory is kept.
  private static let keptEntries = 1 << 14

  /// Begins the layout of a tree in an empty cache.
  ///
  /// - Parameter count: Number of boxes.
  mutating func begin(count: Int) {
    latest.append(contentsOf: repeatElement(Latest(), count: count))
    entries.reserveCapacity(count)
  }

  /// Removes all layouts, and keeps the memory unless it is large.
  mutating func removeAll() {
    guard entries.capacity <= Self.keptEntries, latest.capacity <= Self.keptEntries else {
      self = LayoutCache()
      return
    }
    latest.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    arrangements.removeAll(keepingCapacity: true)
    widths.removeAll(keepingCapacity: true)
  }

  /// The space at a place.
  @inline(__always)
  func space(at place: Int) -> BoxSpace { entries[place].space }

  /// Takes the positions of the boxes inside at a place, which are needed once.
  mutating func removeArrangement(at place: Int) -> BoxArrangement {
    let index = entries[place].arrangement
    var arrangement = BoxArrangement()
    if index >= 0 { swap(&arrangement, &arrangements[index]) }
    return arrangement
  }

  /// Whether the layout at a place has lines.
  @inline(__always)
  func hasLines(at place: Int) -> Bool {
    let arrangement = entries[place].arrangement
    return arrangement >= 0 && arrangements[arrangement].lines != nil
  }

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
  mutating func add(
    _ space: BoxSpace, _ result: BoxResult, _ arrangement: consuming BoxArrangement, of box: Int
  ) -> Int {
    let place = entries.count
    let isEmpty = arrangement.isEmpty
    entries.append(
      Entry(
        space: space, result: result, arrangement: isEmpty ? -1 : arrangements.count,
        next: latest[box].entry))
    if !isEmpty { arrangements.append(arrangement) }
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
