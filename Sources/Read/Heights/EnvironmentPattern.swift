#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives

/// An environment as a user writes it, with optional parts: `390`, `390/css`, `390@2x/XL`.
///
/// Defaults complete the omitted parts. The pattern matches the stored environment with all of
/// these parts. If there is none, it matches every stored environment that has all written parts.
public struct EnvironmentPattern: Hashable, Sendable {
  /// The text that the user wrote.
  public let text: String
  /// All parts: the written ones, and the defaults of the omitted ones.
  private let completed: EnvironmentParts
  /// The parts that the user wrote.
  private let typed: Set<EnvironmentPart>

  /// A stored environment that matches a pattern.
  public struct Match: Hashable, Sendable {
    /// The index of the environment in the searched environments.
    public let index: Int
    /// The width within a range, in device pixels; nil if the whole environment matches.
    public let widthPixel: Int32?
  }

  /// Parses a text; only the width is required, and the other parts may have any order.
  ///
  /// - Throws: `EnvironmentError`, which names the invalid part and the allowed values.
  public init(_ text: String) throws(EnvironmentError) {
    self.text = text
    var ordered = text
    var environment: Environment?
    do throws(EnvironmentError) {
      environment = try Environment(parsing: text)
    } catch {
      if case .misplaced(_, _, _, let rewritten?) = error {
        ordered = rewritten
        environment = try Environment(parsing: rewritten)
      } else if EnvironmentParts(key: text) == nil {
        throw error
      }
    }
    // A key from another version may have values that this version cannot parse; it is compared as
    // text.
    guard let parts = EnvironmentParts(key: environment?.key ?? text) else { throw .width(text) }
    completed = parts
    let words = ordered.prefix { $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false)
    var typed: Set<EnvironmentPart> = [.width]
    if words[0].contains("@") { typed.insert(.scale) }
    let order: [EnvironmentPart] = [.sizeCategory, .direction, .locale, .rules]
    for (index, word) in zip(order, words.dropFirst()) where !word.isEmpty { typed.insert(index) }
    self.typed = typed
  }

  /// The stored environments that match the pattern; empty if none does.
  ///
  /// There are several matches if the stored environments differ in their states or in a part that
  /// the pattern omits.
  ///
  /// - Parameter stored: The stored environments. A single width is preferred to a range that
  ///   contains it.
  public func matches(in stored: [EnvironmentParts]) -> [Match] {
    var indices = stored.indices.filter { stored[$0].state == completed.state }
    if completed.state == nil { indices += stored.indices.filter { stored[$0].state != nil } }
    for isAsked in [{ $0.base == completed.base }, hasTypedParts] {
      let whole = indices.filter { isAsked(stored[$0]) }.map { Match(index: $0, widthPixel: nil) }
      guard whole.isEmpty else { return whole }
      let within = indices.compactMap { index -> Match? in
        let single = EnvironmentParts(key: stored[index].key(width: completed.width))
        guard let single, isAsked(single) else { return nil }
        return single.widthPixel(in: stored[index]).map { Match(index: index, widthPixel: $0) }
      }
      guard within.isEmpty else { return within }
    }
    return []
  }

  /// The different keys of the matches, without states; empty if the matches differ only in states.
  public static func ambiguity(_ matches: [Match], in stored: [EnvironmentParts]) -> [String] {
    var keys: [String] = []
    for base in matches.map({ stored[$0.index].base }) where !keys.contains(base) {
      keys.append(base)
    }
    return keys.count > 1 ? keys : []
  }

  /// The written value of a part, in the form of a key; nil if the part was omitted.
  func value(of part: EnvironmentPart) -> String? {
    typed.contains(part) ? completed.value(of: part) : nil
  }

  /// The written state; nil if there is none.
  var state: String? { completed.state }

  private func hasTypedParts(_ parts: EnvironmentParts) -> Bool {
    typed.allSatisfy { completed.value(of: $0) == parts.value(of: $0) }
  }
}

extension EnvironmentParts {
  /// The value of a part, in the form of a key.
  func value(of part: EnvironmentPart) -> String {
    switch part {
    case .width: width
    case .scale: "@\(scale)x"
    case .sizeCategory: sizeCategory
    case .direction: direction
    case .locale: locale
    case .rules: textRules
    }
  }
}

/// The difference between a requested environment and the stored environments.
public enum EnvironmentDifference: Hashable, Sendable, CustomStringConvertible {
  /// No environment has the requested value of a part; `have` lists the values that exist.
  case part(plural: String, have: [String], asked: String)
  /// Each value exists, but no environment combines them; `nearest` are the most similar keys.
  case combination(nearest: [String])
  /// The feed has no environments.
  case nothing
  /// The requested text is not an environment, for the given reason.
  case malformed(reason: String)

  /// A clause for the message of a miss, such as "have widths 375, 390; asked 393".
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

  /// Compares a requested environment with the stored environments of a feed.
  init(asked: EnvironmentPattern, stored: [StoredEnvironment]) {
    let wanted = Self.parts.map { asked.value(of: $0.part) } + [asked.state]
    let candidates = stored.map { environment in
      let parts = Self.parts.map { environment.parts.value(of: $0.part) }
      let values = parts + [environment.state ?? "none"]
      let distance = zip(values, wanted).count { $1 != nil && $0 != $1 }
      return (key: environment.key, values: values, distance: distance)
    }
    guard let minimum = candidates.map(\.distance).min() else {
      self = .nothing
      return
    }
    // The first part whose requested value no environment has.
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
    self = .combination(nearest: candidates.filter { $0.distance == minimum }.map(\.key))
  }

  private static let parts: [(part: EnvironmentPart, plural: String)] = [
    (.width, "widths"), (.scale, "scales"), (.sizeCategory, "size categories"),
    (.direction, "directions"), (.locale, "locales"), (.rules, "text rules"),
  ]

  /// Sorts the values if all of them are numbers; otherwise keeps their order.
  private static func sorted(_ values: [String]) -> [String] {
    let numbers = values.compactMap(Double.init)
    guard numbers.count == values.count else { return values }
    return zip(numbers, values).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
#endif
