/// Finds the name nearest to a misspelled one, for error messages.
public struct NearestName: Hashable, Sendable {
  /// The candidate names, in order of preference: of equally near names, the first is chosen.
  public let names: [String]

  /// Creates a finder for names in order of preference.
  public init(_ names: [String]) {
    self.names = names
  }

  /// The nearest name; `nil` if no name is near enough for a typing error.
  ///
  /// A near name shares a character with the text, and its edit distance is at most 1 or a third of
  /// the length of the longer of the two. Edits insert, delete or replace a character, or swap two
  /// neighbors. Letter case is ignored. A text that is empty or longer than 64 characters has no
  /// near name.
  public func nearest(to text: String) -> String? {
    let wanted = Array(text.lowercased())
    // The limit bounds the size of the table.
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

  /// The first name that begins with a text, or else the name with the smallest edit distance.
  ///
  /// Of several names with this distance, the first is chosen. The result is empty only if there
  /// are no names.
  public func closest(to text: String) -> String {
    if !text.isEmpty, let longer = names.first(where: { $0.hasPrefix(text) }) { return longer }
    // Only the beginning of a long text is compared, to bound the work.
    let wanted = Array(text.lowercased().prefix(64))
    var best: (distance: Int, name: String)?
    for name in names {
      let distance = Self.distance(wanted, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (distance, name) }
    }
    return best?.name ?? ""
  }

  /// The end of an error message, `; did you mean 'NAME'?`; empty if no name is near.
  public func suggestion(for text: String) -> String {
    nearest(to: text).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The optimal string alignment distance of two texts: the number of edits that `nearest` counts.
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
