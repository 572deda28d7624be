public import LayoutPrimitives

/// How a cell differs from the earlier cell of the same record and environment.
public enum CellChange: String, Hashable, Sendable, CaseIterable {
  /// All stored values that readers return are equal.
  case same
  /// There is no earlier cell.
  case added
  /// There is no later cell.
  case removed
  /// Both cells have a height, and the heights differ.
  case height
  /// The heights are equal, but frames, lines, caveats, exact height, version or error differ.
  case otherwise
  /// The earlier cell had a height, and the later cell failed.
  case failed
  /// The earlier cell failed, and the later cell has a height.
  case recovered
}

/// Compares the cells of two templates, view by view.
public struct CellMatch: Hashable, Sendable {
  /// A view that both templates contain, as an index into the views of each template.
  private struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  private let views: [Pair]
  private let labels: [Pair]
  /// Whether both templates contain the same views and labels, in any order.
  private let isComplete: Bool
  private let isSame: Bool

  /// Pairs the views of two templates that have the same id.
  public init(_ old: StoredTemplate, _ new: StoredTemplate) {
    isSame = old.views == new.views
    views = Self.pairs(old.views, new.views)
    labels = Self.pairs(old.labels, new.labels)
    isComplete =
      views.count == old.views.count && views.count == new.views.count
      && labels.count == old.labels.count && labels.count == new.labels.count
  }

  private static func pairs(_ old: [StoredView], _ new: [StoredView]) -> [Pair] {
    let places = Dictionary(zip(old.map(\.id), old.indices)) { first, _ in first }
    return new.enumerated().compactMap { index, view in
      places[view.id].map { Pair(old: $0, new: index) }
    }
  }

  /// How two cells differ, apart from the versions of their records.
  public func change(from old: CellOutcome, to new: CellOutcome) -> CellChange {
    switch (old, new) {
    case (.failure(let old), .failure(let new)): old.code == new.code ? .same : .otherwise
    case (.failure, .layout): .recovered
    case (.layout, .failure): .failed
    case (.layout(let old), .layout(let new)):
      old.height != new.height || old.heights != new.heights
        ? .height : isServedAlike(old, new) ? .same : .otherwise
    }
  }

  private func isServedAlike(_ old: CellLayout, _ new: CellLayout) -> Bool {
    guard old.caveats == new.caveats, old.exactHeight == new.exactHeight else { return false }
    if isSame { return old.frames == new.frames && old.labels == new.labels }
    // If both cells are stored without frames, there are no frames to compare.
    guard !old.frames.isEmpty || !new.frames.isEmpty else { return true }
    return isComplete && !old.frames.isEmpty && !new.frames.isEmpty
      && views.allSatisfy { old.frames[$0.old] == new.frames[$0.new] }
      && labels.allSatisfy { old.labels[$0.old] == new.labels[$0.new] }
  }

  /// Number of labels in both templates whose text is truncated only in the new layout.
  public func newlyTruncated(from old: CellLayout, to new: CellLayout) -> Int {
    guard !old.labels.isEmpty, !new.labels.isEmpty else { return 0 }
    return labels.count { !old.labels[$0.old].truncated && new.labels[$0.new].truncated }
  }

  /// Number of labels in both templates whose text is truncated only in the old layout.
  public func noLongerTruncated(from old: CellLayout, to new: CellLayout) -> Int {
    guard !old.labels.isEmpty, !new.labels.isEmpty else { return 0 }
    return labels.count { old.labels[$0.old].truncated && !new.labels[$0.new].truncated }
  }
}
