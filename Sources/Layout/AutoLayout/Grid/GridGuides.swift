/// What the guides of a grid stand for along one axis, by number.
///
/// A guide stands for one thing along each axis, so a grid has as many guides as the axis that
/// needs more.
struct GridGuides {
  /// The guide of a whole area.
  struct Area {
    let range: ClosedRange<Int>
    let guide: Int
  }

  /// Several tracks that views span together.
  struct Span {
    let range: ClosedRange<Int>
    /// The first of the guides that repeat the tracks' fitting lengths, one after the other, with
    /// the gaps between them.
    let firstRepeat: Int
    /// The guide of the range's fitting length, gaps included.
    let sum: Int
    /// The guide whose length each fitting track of the range has in addition to its own views'.
    let share: Int
  }

  private let trackCount: Int
  /// The guide of the spare room: the length that each fitting track is longer than it has to be.
  let spare: Int
  /// The guides of whole areas, spare room included: of several tracks, or where a view is
  /// centered.
  private(set) var areas: [Area] = []
  private(set) var spans: [Span] = []
  /// For a fitting track in a span, the guide of the length that its own views need.
  private(set) var own: [Int: Int] = [:]
  /// For a fitting track in a span, the guide of the length that the spans' views need besides.
  private(set) var extra: [Int: Int] = [:]
  /// For a view that the spare room stretches, the guide of the length that its content asks for.
  private(set) var content: [Int: Int] = [:]
  /// The first of the guides that enclose the groups of views aligned by baselines.
  let firstGroup: Int
  /// Number of guides along the axis.
  let count: Int

  /// The guide of a track's fitting length.
  func fitting(_ track: Int) -> Int { track }

  /// The guide of a track's part of the spare room, right after the fitting length.
  func excess(_ track: Int) -> Int { trackCount + track }

  /// The guide of an area; `nil` for one track in which nothing is centered.
  func area(_ range: ClosedRange<Int>) -> Int? { areas.first { $0.range == range }?.guide }

  init(_ axis: GridAxis) {
    trackCount = axis.tracks.count
    spare = 2 * trackCount
    var next = spare + 1
    func guide() -> Int {
      defer { next += 1 }
      return next
    }
    var centered: Set<ClosedRange<Int>> = []
    for content in axis.contents {
      if content.range.count > 1 || content.placement == .center && !content.isGrouped {
        centered.insert(content.range)
      }
    }
    for group in axis.groups
    where group.members.contains(where: { axis.contents[$0].placement == .center }) {
      centered.insert(group.row...group.row)
    }
    let order = { (left: ClosedRange<Int>, right: ClosedRange<Int>) in
      (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
    }
    for range in centered.sorted(by: order) { areas.append(Area(range: range, guide: guide())) }
    let needed = Set(
      axis.contents.filter { $0.range.count > 1 && $0.needsRoom }.map(\.range))
    for range in needed.sorted(by: order) {
      let first = next
      next += range.count
      spans.append(Span(range: range, firstRepeat: first, sum: guide(), share: guide()))
    }
    for track in Set(spans.flatMap(\.range)).sorted() where axis.tracks[track].size == nil {
      own[track] = guide()
      extra[track] = guide()
    }
    for (index, view) in axis.contents.enumerated() where axis.isStretched(view) {
      content[index] = guide()
    }
    firstGroup = next
    count = next + axis.groups.count
  }
}
