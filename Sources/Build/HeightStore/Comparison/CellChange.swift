public import LayoutPrimitives

/// How a cell differs from the earlier cell of the same record and environment.
public enum CellChange: String, Hashable, Sendable, CaseIterable {
  /// Heights, frames, lines, caveats and versions are equal, or both cells failed with the
  /// same code.
  case same
  /// There is no earlier cell.
  case added
  /// There is no later cell.
  case removed
  /// Both cells have a layout, and the heights differ, at least at one width of a range.
  case height
  /// The heights are equal, or both cells failed, but another value differs.
  ///
  /// The values are frames, lines, caveats, exact height, record version and error code.
  case otherwise
  /// The earlier cell had a height, and the later cell failed.
  case failed
  /// The earlier cell failed, and the later cell has a height.
  case recovered
}

/// Compares a cell of one template with a cell of another; views with the same id correspond.
public struct CellMatch: Hashable, Sendable {
  /// A view or label that both templates contain, with its index in each template.
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
    let indices = Dictionary(zip(old.map(\.id), old.indices)) { first, _ in first }
    return new.enumerated().compactMap { index, view in
      indices[view.id].map { Pair(old: $0, new: index) }
    }
  }

  /// How two cells of the same record and environment differ; record versions are not compared.
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
    if isSame {
      // Lines are compared only if both stores have them.
      let hasLines = !old.lineFragments.isEmpty && !new.lineFragments.isEmpty
      return old.frames == new.frames && old.labels == new.labels
        && (!hasLines || old.lineFragments == new.lineFragments)
    }
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
