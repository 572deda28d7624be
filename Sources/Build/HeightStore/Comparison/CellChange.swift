public import LayoutPrimitives

/// The kind of difference between a cell and an earlier one of the same record and environment.
public enum CellChange: String, Hashable, Sendable, CaseIterable {
  /// Everything that is served is equal.
  case same
  /// There is no earlier one.
  case added
  /// There is no later one.
  case removed
  /// The height differs.
  case height
  /// The height is equal, but frames, lines, trust, exact height, version or error differ.
  case otherwise
  /// The cell had a height, and cannot be laid out now.
  case failed
  /// It could not be laid out, and has a height now.
  case recovered
}

/// Compares cells of two templates, view by view.
public struct CellMatch: Hashable, Sendable {
  /// A view that both templates have, as indices into their views.
  private struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  private let views: [Pair]
  private let labels: [Pair]
  /// Whether both templates have the same views and labels, in any order.
  private let isComplete: Bool
  private let isSame: Bool

  /// Pairs the views of two templates by their ids.
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

  /// The kind of difference between two cells, without regard to the record's version.
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
    // Heights may be stored alone.
    guard !old.frames.isEmpty || !new.frames.isEmpty else { return true }
    return isComplete && !old.frames.isEmpty && !new.frames.isEmpty
      && views.allSatisfy { old.frames[$0.old] == new.frames[$0.new] }
      && labels.allSatisfy { old.labels[$0.old] == new.labels[$0.new] }
  }

  /// Number of labels of both templates whose text is truncated only in the new layout.
  public func newlyTruncated(from old: CellLayout, to new: CellLayout) -> Int {
    guard !old.labels.isEmpty, !new.labels.isEmpty else { return 0 }
    return labels.count { !old.labels[$0.old].truncated && new.labels[$0.new].truncated }
  }

  /// Number of labels of both templates whose text is truncated only in the old layout.
  public func noLongerTruncated(from old: CellLayout, to new: CellLayout) -> Int {
    guard !old.labels.isEmpty, !new.labels.isEmpty else { return 0 }
    return labels.count { old.labels[$0.old].truncated && !new.labels[$0.new].truncated }
  }
}
