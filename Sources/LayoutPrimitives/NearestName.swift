/// Finds the name that somebody probably meant, for error messages.
public struct NearestName: Hashable, Sendable {
  /// The names to choose from; of equally near ones the first is taken.
  public let names: [String]

  /// Creates a finder over names in the order of preference.
  public init(_ names: [String]) {
    self.names = names
  }

  /// The nearest name, or `nil` when none is near enough to be a slip of the hand.
  ///
  /// Near enough is an edit distance (insert, delete, replace, swap of neighbours; letter case is
  /// no difference) of at most a third of the longer name, or 1, with something in common.
  public func nearest(to text: String) -> String? {
    let wanted = Array(text.lowercased())
    // Nobody slips by more than this, and the table stays small whatever the input.
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = Array(name.lowercased())
      let allowed = max(1, max(wanted.count, candidate.count) / 3)
      guard abs(candidate.count - wanted.count) <= allowed else { continue }
      let distance = Self.distance(wanted, candidate)
      let isAlike = distance <= allowed && distance < max(wanted.count, candidate.count)
      if isAlike, distance < (best?.distance ?? .max) { best = (name, distance) }
    }
    return best?.name
  }

  /// The name that begins with a text, or else the one with the fewest edits from it; the first of
  /// equals, and an empty text only when there are no names.
  public func closest(to text: String) -> String {
    if !text.isEmpty, let longer = names.first(where: { $0.hasPrefix(text) }) { return longer }
    // A long text is nobody's slip: its beginning decides, and the work stays bounded.
    let wanted = Array(text.lowercased().prefix(64))
    var best: (distance: Int, name: String)?
    for name in names {
      let distance = Self.distance(wanted, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (distance, name) }
    }
    return best?.name ?? ""
  }

  /// `; did you mean 'NAME'?` or nothing.
  public func suggestion(for text: String) -> String {
    nearest(to: text).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1], row[j]) + 1
        cost = min(cost, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
