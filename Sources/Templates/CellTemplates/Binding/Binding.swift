import AutoLayout
import FeedRecords

/// A binding such as `{title|'untitled'}`: a path of the record, and alternatives for records
/// without a value there.
///
/// The first alternative that has a value is used. A format may follow the alternatives.
public struct Binding: Hashable, Sendable {
  /// One of the values of a binding, which are tried in order.
  public enum Alternative: Hashable, Sendable {
    /// A path of the record.
    case path(BoundPath)
    /// A number, with its spelling in the document, which is its text if there is no format.
    case number(Double, spelling: String)
    /// Text in quotes, such as `'anonymous'`.
    case text(String)
  }

  /// The values in the order in which they are tried; the first is a path.
  public private(set) var alternatives: [Alternative]
  /// The format of the text; `nil` for the value as stored.
  public var format: BindingFormat? { formatting?.format }

  /// The format with its index among the template's formats; `nil` for the value as stored.
  private var formatting: BoundFormat?

  /// A format with its index among the formats of a `ValueFormatter`.
  private struct BoundFormat: Hashable {
    var format: BindingFormat
    /// The format's index, or -1 before the template is compiled.
    var slot = -1

    static func == (left: BoundFormat, right: BoundFormat) -> Bool { left.format == right.format }
    func hash(into hasher: inout Hasher) { hasher.combine(format) }
  }

  /// Parses a binding.
  ///
  /// - Parameters:
  ///   - inner: The text between the braces.
  ///   - offset: Character offset of `inner` in the whole text, for errors.
  ///   - depth: Number of plural messages around the binding.
  /// - Throws: `NotationError` when an alternative is neither a path, a number nor 'quoted text',
  ///   or the format cannot be parsed.
  init(inner: String, at offset: Int = 0, depth: Int = 0) throws(NotationError) {
    var parser = BindingParser(inner, depth: depth)
    do throws(NotationError) {
      alternatives = try parser.alternatives()
      formatting = try parser.format(of: alternatives).map { BoundFormat(format: $0) }
    } catch {
      throw NotationError(
        offset: offset + error.offset, found: error.found, expected: error.expected)
    }
  }

  init(path: String) {
    alternatives = [.path(BoundPath(path))]
  }

  /// The binding with another format.
  func formatted(_ format: BindingFormat) -> Binding {
    var binding = self
    binding.formatting = BoundFormat(format: format)
    return binding
  }

  /// Adds the paths and the format to a table, and stores their indices.
  mutating func intern(for use: PathUse, in table: inout PathTable) {
    var uses = use
    // Whether a value is present does not depend on its format.
    if let format, use != .presence {
      uses = format.use.union(use.intersection(.presence))
      formatting?.slot = table.intern(format)
    }
    for index in alternatives.indices {
      if case .path(let path) = alternatives[index] {
        alternatives[index] = .path(table.intern(path, for: uses))
      }
    }
    guard case .plural(var message)? = self.format else { return }
    message.replaceBindings { binding in
      var binding = binding
      binding.intern(for: .text, in: &table)
      return binding
    }
    formatting?.format = .plural(message)
  }

  /// The paths among the alternatives, then the paths in the messages of a plural.
  public var paths: [BoundPath] {
    guard case .plural(let message)? = format else { return ownPaths }
    return ownPaths + message.bindings.flatMap(\.paths)
  }

  /// The paths among the alternatives.
  var ownPaths: [BoundPath] {
    alternatives.compactMap { alternative in
      if case .path(let path) = alternative { path } else { nil }
    }
  }

  /// The text of the first alternative that has a value, or an empty text.
  ///
  /// If the format cannot write a value, the next alternative is used. If `source` has no
  /// formatter, the format is ignored.
  public func text(in source: some BindingSource) -> String {
    if let formatting, let formatter = source.formatter {
      return text(in: source, formatting.format, formatting.slot, formatter)
    }
    for alternative in alternatives {
      switch alternative {
      case .path(let path):
        if let text = source.text(at: path), !text.isEmpty { return text }
      case .number(_, let spelling):
        return spelling
      case .text(let text):
        if !text.isEmpty { return text }
      }
    }
    return ""
  }

  /// Whether the text is markup of which a plain text does not show all elements.
  func isFlattened(in source: some BindingSource) -> Bool {
    for case .path(let path) in alternatives {
      if let text = source.text(at: path), !text.isEmpty { return source.isFlattened(at: path) }
    }
    return false
  }

  /// Whether any alternative has a value.
  ///
  /// A number in the binding always has one, a quoted text unless it is empty.
  public func isPresent(in source: some BindingSource) -> Bool {
    alternatives.contains { alternative in
      switch alternative {
      case .path(let path): source.isPresent(at: path)
      case .number: true
      case .text(let text): !text.isEmpty
      }
    }
  }

  /// The first alternative that is a finite number, or `nil`.
  ///
  /// With the format `count`, it is the number of elements; with any other format, it is `nil`.
  ///
  /// - Parameters:
  ///   - source: The record.
  ///   - mustBePositive: Whether a number `<= 0` counts as absent, as for a divisor.
  public func number(in source: some BindingSource, mustBePositive: Bool = false) -> Double? {
    if let format {
      guard format.isNumber else { return nil }
      let count = count(in: source)
      return mustBePositive && count <= 0 ? nil : count
    }
    for alternative in alternatives {
      let value: Double? =
        switch alternative {
        case .path(let path): source.number(at: path)
        case .number(let number, _): number
        case .text: nil
        }
      if let value, value.isFinite, !mustBePositive || value > 0 { return value }
    }
    return nil
  }
}

extension Binding {
  /// The text of the first alternative that the format can write; empty if there is none.
  ///
  /// - Parameters:
  ///   - format: The binding's format.
  ///   - slot: The format's index in `formatter`.
  func text(
    in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String {
    if format == .count { return formatter.text(count(in: source), format: slot) ?? "" }
    for alternative in alternatives {
      let text: String?
      switch alternative {
      case .path(let path):
        text = self.text(at: path, in: source, format, slot, formatter)
      case .number(let number, _):
        text = self.text(number, in: source, format, slot, formatter)
      case .text(let literal):
        text = literal
      }
      if let text, !text.isEmpty { return text }
    }
    return ""
  }

  /// The number of elements of the first alternative that has any, or 0.
  ///
  /// A value that is neither a list nor an object counts as one element. A number in the binding
  /// counts as itself. Quoted text has no elements.
  func count(in source: some BindingSource) -> Double {
    for alternative in alternatives {
      switch alternative {
      case .path(let path):
        let count = source.count(at: path)
        if count > 0 { return Double(count) }
      case .number(let number, _): return number
      case .text: break
      }
    }
    return 0
  }

  private func text(
    at path: BoundPath, in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String? {
    if format.use == .date {
      return source.date(at: path).flatMap { formatter.text($0, format: slot) }
    }
    var number = source.number(at: path)
    if number == nil, case .plural = format {
      // The number for a list is the number of its elements.
      let count = source.count(at: path)
      if count > 0 { number = Double(count) }
    }
    return number.flatMap { text($0, in: source, format, slot, formatter) }
  }

  private func text(
    _ number: Double, in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String? {
    guard case .plural(let message) = format else { return formatter.text(number, format: slot) }
    var result = ""
    for part in message.parts(for: number, form: formatter.form) {
      switch part {
      case .literal(let literal): result += literal
      case .number: result += formatter.text(number - message.offset, format: slot) ?? ""
      case .binding(let binding): result += binding.text(in: source)
      }
    }
    return result
  }
}

/// A path in a binding, parsed once with its template.
public struct BoundPath: Hashable, Sendable {
  /// The spelling of a path, and the parsed path.
  ///
  /// It is shared, because paths are copied for every record and a parsed path is large.
  private final class Parsed: Sendable {
    let spelling: String
    let recordPath: RecordPath?
    let property: RecordProperty?

    init(_ spelling: String) {
      self.spelling = spelling
      recordPath = RecordPath(spelling)
      property = recordPath?.isWord == true ? RecordProperty(rawValue: spelling) : nil
    }
  }

  private let parsed: Parsed
  /// The path's index in its template's `PathTable`, or -1 before the template is compiled.
  var slot = -1

  /// The path `language`.
  static let language = BoundPath("language")

  init(_ spelling: String) {
    parsed = Parsed(spelling)
  }

  /// The path as written.
  public var spelling: String { parsed.spelling }

  /// The parsed path, or `nil` when the spelling is not a valid path.
  var recordPath: RecordPath? { parsed.recordPath }

  /// The property that the path names, if records can return it directly; otherwise `nil`.
  var property: RecordProperty? { parsed.property }

  /// Whether two paths have the same spelling.
  public static func == (left: BoundPath, right: BoundPath) -> Bool {
    left.spelling == right.spelling
  }

  /// Hashes the spelling of the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}
