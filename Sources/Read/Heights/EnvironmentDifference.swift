#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// The difference between a requested environment and those that exist.
public enum EnvironmentDifference: Hashable, Sendable, CustomStringConvertible {
  /// No environment has the requested value of a part.
  case part(plural: String, have: [String], asked: String)
  /// No environment has this combination; with the nearest ones.
  case combination(nearest: [String])
  /// The feed has no environment.
  case nothing
  /// The text is no environment; with the reason.
  case malformed(reason: String)

  /// One clause, as in "have widths 375, 390; asked 393".
  public var description: String {
    switch self {
    case .part(let plural, let have, let asked):
      "have \(plural) \(MissReason.list(have)); asked \(asked)"
        + (have.contains { $0.contains("..") } ? " (a range has whole device pixels)" : "")
    case .combination(let nearest): "nearest is \(MissReason.list(nearest))"
    case .nothing: "it has none"
    case .malformed(let reason): reason
    }
  }

  /// Compares what was typed with the environments that exist.
  init(asked: EnvironmentPattern, known: [StoredEnvironment]) {
    let wanted = Self.parts.map { asked.value(of: $0.part) } + [asked.state]
    let candidates = known.map { environment in
      let parts = Self.parts.map { environment.parts.value(of: $0.part) }
      let values = parts + [environment.state ?? "none"]
      let distance = zip(values, wanted).count { $1 != nil && $0 != $1 }
      return (key: environment.key, values: values, distance: distance)
    }
    guard let least = candidates.map(\.distance).min() else {
      self = .nothing
      return
    }
    // The first part whose requested value is missing.
    let names = Self.parts.map(\.plural) + ["states"]
    for (index, (plural, asked)) in zip(names, wanted).enumerated() {
      guard let asked else { continue }
      var values: [String] = []
      for candidate in candidates where !values.contains(candidate.values[index]) {
        values.append(candidate.values[index])
      }
      guard !values.contains(asked) else { continue }
      self = .part(plural: plural, have: Self.sorted(values), asked: asked)
      return
    }
    self = .combination(nearest: candidates.filter { $0.distance == least }.map(\.key))
  }

  private static let parts: [(part: EnvironmentPart, plural: String)] = [
    (.width, "widths"), (.scale, "scales"), (.sizeCategory, "size categories"),
    (.direction, "directions"), (.locale, "locales"), (.rules, "text rules"),
  ]

  /// Sorts numbers by value, and keeps the order of other values.
  private static func sorted(_ values: [String]) -> [String] {
    let numbers = values.compactMap(Double.init)
    guard numbers.count == values.count else { return values }
    return zip(numbers, values).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
#endif
