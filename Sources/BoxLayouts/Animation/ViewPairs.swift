/// The views of two arrangements that have the same id.
struct ViewPairs {
  /// For each view of the first arrangement, its index in the second.
  private(set) var after: [Int?]
  /// For each view of the second arrangement, its index in the first.
  private(set) var before: [Int?]
  /// The ids that more than one view of an arrangement has.
  private(set) var repeatedIDs: [String] = []

  init(_ first: [ArrangedView], _ second: [ArrangedView]) {
    after = Array(repeating: nil, count: first.count)
    before = Array(repeating: nil, count: second.count)
    var told: Set<String> = []
    let starts = indices(first, &told)
    for (id, end) in indices(second, &told) {
      guard let start = starts[id] else { continue }
      after[start] = end
      before[end] = start
    }
  }

  /// The first view of each id.
  private mutating func indices(
    _ views: [ArrangedView], _ told: inout Set<String>
  ) -> [String: Int] {
    var indices: [String: Int] = [:]
    for (index, view) in views.enumerated() {
      guard let id = view.view.reuseID else { continue }
      if indices[id] == nil {
        indices[id] = index
      } else if told.insert(id).inserted {
        repeatedIDs.append(id)
      }
    }
    return indices
  }
}
