/// The use of each guide of a grid along one axis, by the guide's number.
///
/// A guide has one use per axis. So the grid has as many guides as the axis that requires more.
struct GridGuides {
  /// An area and its guide, which spans the area's tracks from edge to edge.
  struct Area {
    let range: ClosedRange<Int>
    let guide: Int
  }

  /// Several tracks that at least one view spans.
  struct Span {
    let range: ClosedRange<Int>
    /// The first of the guides that repeat the tracks' fitting lengths and the gaps between them,
    /// one after another.
    let firstRepeat: Int
    /// The guide of the range's fitting length, including gaps.
    let sum: Int
    /// The guide of the length by which this span lengthens each of its fitting tracks, beyond the
    /// need of the views in that track alone.
    let share: Int
  }

  private let trackCount: Int
  /// The guide whose length is the extra space of each fitting track.
  let spare: Int
  /// The guides of areas, including extra space; an area is several tracks, or one track with a
  /// centered view.
  private(set) var areas: [Area] = []
  private(set) var spans: [Span] = []
  /// For a fitting track in a span, the guide of the length that the views in that track alone
  /// require.
  private(set) var own: [Int: Int] = [:]
  /// For a fitting track in a span, the guide of the additional length that views across several
  /// tracks require.
  private(set) var extra: [Int: Int] = [:]
  /// For a view that is stretched into extra space, the guide of its content's length.
  private(set) var content: [Int: Int] = [:]
  /// The first of the guides that enclose the groups of baseline-aligned views.
  let firstGroup: Int
  /// Number of guides along the axis.
  let count: Int

  /// The guide of a track's fitting length.
  func fitting(_ track: Int) -> Int { track }

  /// The guide of a track's part of the extra space; it begins where the guide of the fitting
  /// length ends.
  func excess(_ track: Int) -> Int { trackCount + track }

  /// The guide of a range's area; `nil` for one track without centered views.
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
