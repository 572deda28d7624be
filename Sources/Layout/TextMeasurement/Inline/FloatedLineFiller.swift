import LayoutPrimitives

/// The room of a line between floats, from the left and top edges of the block, in points.
package struct LineRoom: Hashable, Sendable {
  package var left: Double
  package var width: Double
  /// Distance of the top of the line from the top of the block.
  package var top: Double
  /// The width in which the line is filled: less than `width` if a float beside which it was filled is
  /// on the next line.
  var filled: Double

  /// Creates a room.
  package init(left: Double, width: Double, top: Double) {
    (self.left, self.width, self.top) = (left, width, top)
    filled = width
  }
}

/// Places the floats of a text, and says what room floats leave for its lines.
///
/// All lengths are in points; positions are from the corner of the block of the lines.
package protocol LineFloats: AnyObject {
  /// Begins a line, whose floats so far are before all its contents.
  func beginLine()
  /// Removes the floats from one on that were placed since the line began.
  func remove(from float: Int)
  /// The room of a line of a height at a distance from the top; the height counts for the floats before
  /// the line.
  func room(top: Double, height: Double) -> LineRoom
  /// The distance from the top at which the first of the floats before the line ends that narrow a line
  /// of a height; `nil` if none does.
  func next(below top: Double, height: Double) -> Double?
  /// Places a float of the text beside the contents before it on its line.
  ///
  /// - Parameters:
  ///   - top: The top of the line.
  ///   - width: The width of these contents; `nil` if nothing is before it.
  /// - Returns: Whether there is room; otherwise the float is not placed.
  func place(_ float: Int, top: Double, beside width: Double?) -> Bool
  /// Places a float of the text below a line that ends at a distance from the top.
  func place(_ float: Int, below bottom: Double)
  /// The distance from the top at which a line begins that is after a line break with `clear`.
  func clear(_ float: Int, below bottom: Double) -> Double
}

extension PreparedText {
  /// Measures the text wrapped between floats.
  ///
  /// - Returns: Also the rooms of the lines, with which `placement` has the same lines.
  package func wrapped(
    width: Double, fitting: LineFitting, between floats: any LineFloats
  ) -> (measure: TextMeasure, rooms: [LineRoom]) {
    guard !paragraph.segments.isEmpty else {
      for float in 0..<(inline?.content.floats.count ?? 0) {
        _ = floats.place(float, top: 0, beside: nil)
      }
      let measure = inline?.emptyMeasure ?? .empty
      return (measure, [floats.room(top: 0, height: measure.height)])
    }
    var typesetter = typesetter(fitting, limit: limit(width))
    typesetter.floats = floats
    var rooms: [LineRoom] = []
    let outcome = typesetter.set { placed in
      var room = placed.room ?? LineRoom(left: 0, width: width, top: 0)
      room.top = placed.top
      rooms.append(room)
    }
    var measure = measure(outcome, limit: limit(width), width: width)
    // What a line near the limit would be beside other floats is not examined.
    if outcome.isNearLimit { measure.caveats.insert(.nearLimit) }
    return (measure, rooms)
  }

  /// The lines of the text wrapped at a width, with their rooms between floats.
  ///
  /// - Parameter rooms: The rooms of the lines; empty without floats.
  package func lines(
    width: Double, fitting: LineFitting, rooms: [LineRoom]
  ) -> [(line: MeasuredLine, room: LineRoom?)] {
    guard !paragraph.segments.isEmpty else { return [] }
    var typesetter =
      rooms.isEmpty
      ? balancing(fitting, width) : self.typesetter(fitting, limit: limit(width))
    typesetter.rooms = rooms
    var lines: [(MeasuredLine, LineRoom?)] = []
    _ = typesetter.set { lines.append((line($0, scale: 1), $0.room)) }
    return lines
  }
}

/// Fills the lines of a text between floats, each in the room that it has at its height.
///
/// Source: CSS 2.2, 9.5 and 9.5.1; Blink's `InlineLayoutAlgorithm`.
struct FloatedLineFiller {
  private let paragraph: Paragraph
  private let inline: InlineLines
  private let floats: any LineFloats
  private let rules: MeasurementRules
  private let wraps: Bool
  /// Index of the next float of the text to place.
  private var next = 0

  init(
    _ paragraph: Paragraph, _ inline: InlineLines, _ floats: any LineFloats,
    _ rules: MeasurementRules, wraps: Bool
  ) {
    (self.paragraph, self.inline, self.floats) = (paragraph, inline, floats)
    (self.rules, self.wraps) = (rules, wraps)
  }

  /// Fills the next line.
  ///
  /// - Parameter top: The highest top that it may have.
  mutating func fill(
    _ filler: inout LineFiller, _ segments: UnsafeBufferPointer<Segment>, top: Double
  ) -> (line: LineFiller.Line, room: LineRoom) {
    let start = filler
    var top = top
    var height = 0.0
    var isFull = false
    while let cluster = cluster(of: next), cluster <= start.cluster, !isClear(next) {
      _ = floats.place(next, top: top, beside: nil)
      next += 1
    }
    floats.beginLine()
    let first = next
    while true {
      var room = floats.room(top: top, height: height)
      room.top = top
      filler = start
      let limit = rules.limit(ofWidth: room.width)
      let line =
        paragraph.needsCare
        ? filler.nextWithSoftHyphens(paragraph, segments, limit: wraps ? limit : .infinity)
        : filler.next(paragraph, segments, limit: wraps ? limit : .infinity)
      if !isFull {
        if next > first, !isOn(line, next - 1) {
          // Beside the float, the word with it does not fit: both are on the next line.
          isFull = true
          next -= 1
          floats.remove(from: next)
          let filled = room.filled
          room = floats.room(top: top, height: height)
          room.filled = filled
        } else if let cluster = cluster(of: next), !isClear(next), isOn(line, next) {
          if floats.place(next, top: top, beside: width(of: line, before: cluster)) {
            next += 1
            continue
          }
          // The floats after it are below the line, too.
          isFull = true
        }
      }
      let extent = inline.line(line.start..<line.end).extent.height
      if extent > height {
        height = extent
        if floats.room(top: top, height: height).width < room.width { continue }
      }
      // A line that does not wrap overflows where it is.
      if wraps, line.width > limit, let lower = floats.next(below: top, height: height),
        lower > top
      {
        (top, height, isFull) = (lower, 0, false)
        floats.remove(from: first)
        next = first
        continue
      }
      return (line, room)
    }
  }

  /// Places the floats of a line that are below it.
  ///
  /// - Returns: The highest top of the next line.
  mutating func finish(_ line: LineFiller.Line, isLast: Bool, bottom: Double) -> Double {
    var bottom = bottom
    while next < inline.content.floats.count, isLast || isOn(line, next) {
      if isClear(next) {
        bottom = max(bottom, floats.clear(next, below: bottom))
      } else {
        floats.place(next, below: bottom)
      }
      next += 1
    }
    return bottom
  }

  /// The cluster before which a float is; `nil` after the last float.
  private func cluster(of float: Int) -> Int? {
    guard float < inline.content.floats.count else { return nil }
    return paragraph.cluster(atOffset: inline.content.floats[float].offset)
  }

  private func isClear(_ float: Int) -> Bool { inline.content.floats[float].isClear }

  /// Whether a float is on a line.
  ///
  /// One at the end of a line is, unless it is after a line break or in a box that begins there.
  private func isOn(_ line: LineFiller.Line, _ float: Int) -> Bool {
    guard let cluster = cluster(of: float), cluster <= line.end else { return false }
    if cluster < line.end { return true }
    let content = inline.content
    let offset = content.floats[float].offset
    let next = content.events[content.firstEvent(at: offset)...].prefix {
      content.offset(of: $0) == offset
    }
    return !line.isHard && !next.contains(.float(float))
  }

  /// The width of the contents of a line before a cluster, in points, without spaces at their end;
  /// `nil` if there are none.
  private func width(of line: LineFiller.Line, before cluster: Int) -> Double? {
    let segments = paragraph.segments
    var end = min(cluster, line.end)
    guard end > line.start else { return nil }
    let index = segments.partitioningIndex { Int($0.end) >= end }
    if index < segments.count { end = min(end, max(line.start, Int(segments[index].contentEnd))) }
    return paragraph.starts.width(at: line.start)
      + paragraph.advances[line.start..<end].reduce(0, +)
  }
}
