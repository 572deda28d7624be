import LayoutPrimitives

/// One axis of a grid: the rows along the vertical axis, or the columns along the horizontal one.
struct GridAxis {
  /// A row or column.
  struct Track {
    /// Exact length without paddings, in points; `nil` for the smallest length that fits the views.
    let size: Double?
    /// Padding before the track, in points.
    let before: Double
    /// Padding after the track, in points.
    let after: Double
  }

  /// A view with the tracks that it spans.
  struct Content {
    let item: SceneItem
    let range: ClosedRange<Int>
    let placement: GridArrangement.Placement
    /// Whether the view belongs to a group that is aligned by baselines.
    let isGrouped: Bool
    /// Whether the view has a content size.
    let hasContent: Bool

    /// Whether the view's tracks together must be at least as long as the view.
    var needsRoom: Bool { placement != .none && !isGrouped }
  }

  /// Views of a row that are aligned by their baselines and placed as a whole.
  struct Group {
    let row: Int
    let baseline: Attribute
    /// Indices in `contents` of the group's views, in reading order; at least two.
    let members: [Int]
  }

  let axis: Axis
  let tracks: [Track]
  /// Distance between neighboring shown tracks, in points.
  let spacing: Double
  /// The views in the grid's cells, in reading order; shape `[contents]`.
  let contents: [Content]
  let groups: [Group]

  /// Whether a view becomes longer than its content if the grid is stretched.
  func isStretched(_ content: Content) -> Bool {
    content.placement == .fill && content.needsRoom
      && tracks[content.range].contains { $0.size == nil }
  }

  init(
    _ arrangement: GridArrangement, _ placed: [GridContent], _ axis: Axis,
    hasContent: (SceneItem) -> Bool
  ) {
    self.axis = axis
    guard axis == .vertical else {
      tracks = arrangement.columns.map {
        Track(size: $0.width, before: $0.leadingPadding, after: $0.trailingPadding)
      }
      spacing = arrangement.columnSpacing
      contents = placed.map {
        Content(
          item: $0.item, range: $0.columns, placement: $0.x, isGrouped: false,
          hasContent: hasContent($0.item))
      }
      groups = []
      return
    }
    tracks = arrangement.rows.map {
      Track(size: $0.height, before: $0.topPadding, after: $0.bottomPadding)
    }
    spacing = arrangement.rowSpacing
    var groups: [Group] = []
    for row in arrangement.rows.indices {
      for (alignment, baseline) in [
        (GridArrangement.RowAlignment.firstBaseline, Attribute.firstBaseline),
        (.lastBaseline, .lastBaseline),
      ] {
        let members = placed.indices.filter {
          placed[$0].rows.lowerBound == row && placed[$0].alignment == alignment
        }
        guard members.count > 1 else { continue }
        groups.append(Group(row: row, baseline: baseline, members: members))
      }
    }
    self.groups = groups
    let grouped = Set(groups.flatMap(\.members))
    contents = placed.indices.map {
      Content(
        item: placed[$0].item, range: placed[$0].rows, placement: placed[$0].y,
        isGrouped: grouped.contains($0), hasContent: hasContent(placed[$0].item))
    }
  }

  /// Distance between two neighboring shown tracks, in points; all tracks between them are hidden.
  func gap(_ left: Int, _ right: Int) -> Double {
    tracks[left].after + spacing + tracks[right].before
  }
}
