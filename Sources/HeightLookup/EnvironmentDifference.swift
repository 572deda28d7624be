import HeightStore

/// The difference between a requested environment and those that exist.
public enum EnvironmentDifference: Hashable, Sendable, CustomStringConvertible {
  /// No environment has the requested value of a part.
  case part(plural: String, have: [String], asked: String)
  /// No environment has this combination; with the nearest ones.
  case combination(nearest: [String])
  /// The feed has no environment.
  case nothing
  /// The key is not in full form.
  case malformed

  /// One clause, as in "have widths 375, 390; asked 393".
  public var description: String {
    switch self {
    case .part(let plural, let have, let asked):
      "have \(plural) \(MissReason.list(have)); asked \(asked)"
        + (have.contains { $0.contains("..") } ? " (a range has whole device pixels)" : "")
    case .combination(let nearest): "nearest is \(MissReason.list(nearest))"
    case .nothing: "it has none"
    case .malformed: "it is not written in full, as in 390@3x/L/ltr/en/uikit"
    }
  }

  /// Compares a key with those that exist.
  init(asked key: String, known: [StoredEnvironment]) {
    guard let asked = EnvironmentParts(key: key) else {
      self = .malformed
      return
    }
    let wanted = Self.named(asked)
    let candidates = known.map { environment in
      let parts = Self.named(environment.parts)
      let distance = zip(parts, wanted).reduce(0) { $0 + ($1.0.value == $1.1.value ? 0 : 1) }
      return (key: environment.key, parts: parts, distance: distance)
    }
    guard let least = candidates.map(\.distance).min() else {
      self = .nothing
      return
    }
    // The first part whose requested value is missing.
    for (index, part) in wanted.enumerated() {
      var values: [String] = []
      for candidate in candidates where !values.contains(candidate.parts[index].value) {
        values.append(candidate.parts[index].value)
      }
      guard !values.contains(part.value) else { continue }
      self = .part(plural: part.plural, have: Self.sorted(values), asked: part.value)
      return
    }
    self = .combination(nearest: candidates.filter { $0.distance == least }.map(\.key))
  }

  private static func named(_ parts: EnvironmentParts) -> [(plural: String, value: String)] {
    [
      ("widths", parts.width), ("scales", "@\(parts.scale)x"),
      ("size categories", parts.sizeCategory), ("directions", parts.direction),
      ("locales", parts.locale), ("text rules", parts.textRules),
      ("states", parts.state ?? "none"),
    ]
  }

  /// Sorts numbers by value, and keeps the order of other values.
  private static func sorted(_ values: [String]) -> [String] {
    let numbers = values.compactMap(Double.init)
    guard numbers.count == values.count else { return values }
    return zip(numbers, values).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
