internal import Yams

/// Parses the text of a YAML or JSON document into nodes.
///
/// The rules are the same for all documents:
///
/// - JSON is read as a subset of YAML.
/// - Anchors and aliases are refused, because a few lines of them can expand without bound.
///   Explicit tags are refused, except `!!str`.
/// - Quoted scalars are texts. A plain scalar that is empty, `~` or `null` is null; `true` and
///   `false` are booleans; decimals are numbers; all others are texts.
/// - Byte order marks at the beginning of a scalar are ignored.
package struct DocumentParser {
  /// Limits on the documents that are accepted.
  package struct Limits: Hashable, Sendable {
    /// Maximum size of the text, in UTF-8 bytes.
    package var bytes: Int
    /// Maximum nesting depth of values; the root has depth 1.
    package var depth: Int

    package init(bytes: Int, depth: Int) {
      self.bytes = bytes
      self.depth = depth
    }

    /// Limits for documents that people write: 1 MiB, 64 levels.
    package static let standard = Limits(bytes: 1 << 20, depth: 64)
  }

  private let limits: Limits
  private var problems: [DocumentProblem] = []

  /// Parses a document and collects its problems.
  ///
  /// - Returns: The root, which is `nil` if the document is empty or cannot be parsed; and the
  ///   problems in the order in which they were found. If there are any, the root may lack values.
  package static func parse(
    _ text: String, limits: Limits
  ) -> (root: DocumentNode?, problems: [DocumentProblem]) {
    var parser = DocumentParser(limits: limits)
    let root = parser.read(text)
    return (root, parser.problems)
  }

  /// Parses a document and throws its first problem; an empty document is a problem, too.
  package static func document(
    _ text: String, limits: Limits = .standard
  ) throws(DocumentProblem) -> DocumentNode {
    let (root, problems) = parse(text, limits: limits)
    if let problem = problems.first { throw problem }
    guard let root else { throw DocumentProblem(.syntax, line: 1, found: "an empty document") }
    return root
  }

  private init(limits: Limits) { self.limits = limits }

  private mutating func report(
    _ kind: DocumentProblem.Kind, line: Int, column: Int? = nil, found: String,
    expected: String
  ) {
    problems.append(
      DocumentProblem(kind, line: line, column: column, found: found, expected: expected))
  }

  private mutating func read(_ text: String) -> DocumentNode? {
    guard text.utf8.count <= limits.bytes else {
      report(
        .limit, line: 1, found: "a document of \(text.utf8.count) bytes",
        expected: "expected at most \(limits.bytes)")
      return nil
    }
    if let alias = AliasFinder.firstAlias(in: text) {
      report(
        .syntax, line: alias.line, found: "the alias '*\(alias.name)'",
        expected: "expected the value written out; anchors and aliases are not read")
      return nil
    }
    do {
      let plain = JSONEscapes.joiningSurrogates(in: text)
      guard let root = try Yams.compose(yaml: plain, .basic, .default, .utf8) else { return nil }
      if let anchor = AliasFinder.firstAnchor(in: plain, isReadable: Self.isReadable) {
        report(
          .syntax, line: anchor.line, found: "the anchor '&\(anchor.name)'",
          expected: "expected the value alone, or text in quotes; anchors and aliases are not read")
        return nil
      }
      return node(root, depth: 1)
    } catch let error as YamlError {
      report(error, in: text)
    } catch {
      report(
        .syntax, line: 1, found: "unreadable text (\(error))", expected: "expected YAML or JSON")
    }
    return nil
  }

  private static func isReadable(_ text: String) -> Bool {
    do {
      return try Yams.compose(yaml: text, .basic, .default, .utf8) != nil
    } catch {
      return false
    }
  }

  /// Converts a node of the YAML parser and all nodes in it.
  private mutating func node(_ node: Yams.Node, depth: Int) -> DocumentNode {
    let (line, column) = (node.mark?.line ?? 1, node.mark?.column ?? 1)
    guard depth <= limits.depth else {
      report(
        .limit, line: line, found: "nesting deeper than \(limits.depth) levels",
        expected: "expected a flatter document")
      return DocumentNode(line: line, column: column, value: .null)
    }
    switch node {
    case .scalar(let scalar):
      return DocumentNode(
        line: line, column: column, value: value(scalar, line: line), literal: scalar.string)
    case .sequence(let sequence):
      var nodes: [DocumentNode] = []
      for element in sequence { nodes.append(self.node(element, depth: depth + 1)) }
      return DocumentNode(line: line, column: column, value: .list(nodes))
    case .mapping(let mapping):
      var entries: [DocumentNode.Entry] = []
      for (key, value) in mapping {
        let lineNumber = key.mark?.line ?? line
        guard case .scalar(let scalar) = key else {
          report(
            .syntax, line: lineNumber, found: "a key that is no text",
            expected: "expected a plain key")
          continue
        }
        entries.append(
          DocumentNode.Entry(
            key: Self.unmarked(scalar.string), line: lineNumber,
            value: self.node(value, depth: depth + 1)))
      }
      return DocumentNode(line: line, column: column, value: .mapping(entries))
    case .alias(let alias):
      report(
        .syntax, line: line, found: "the alias '*\(alias.anchor.rawValue)'",
        expected: "expected the value written out; anchors and aliases are not read")
      return DocumentNode(line: line, column: column, value: .null)
    }
  }

  /// The value of a scalar; a tag other than `!!str` is reported.
  ///
  /// Source: YAML 1.2.2, section 10.2 (JSON schema), extended by the other spellings of `null`.
  private mutating func value(_ scalar: Yams.Node.Scalar, line: Int) -> DocumentNode.Value {
    let tag = scalar.tag.rawValue
    let isText = tag == Tag.Name.str.rawValue
    let text = Self.unmarked(scalar.string)
    guard tag.isEmpty || isText else {
      report(
        .syntax, line: line, found: "the tag '\(tag)'", expected: "expected a value without a tag")
      return .text(text)
    }
    guard !isText, scalar.style == .plain || scalar.style == .any else { return .text(text) }
    switch text {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return PlainNumber.value(of: text).map { .number($0) } ?? .text(text)
    }
  }

  private static func unmarked(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}"
      ? String(text.unicodeScalars.drop { $0 == "\u{FEFF}" }) : text
  }

  /// What to do about a value with commas inside braces.
  package static let quotingAdvice =
    "inside braces a comma ends a value, so quote values with commas"

  /// Records an error of the YAML parser.
  private mutating func report(_ error: YamlError, in text: String) {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      if let comment = FlowComment.first(
        in: text, lines: min(context?.mark.line ?? 1, mark.line)...mark.line)
      {
        report(
          .syntax, line: comment.line, column: comment.column,
          found: "a comment inside brackets: '\(comment.text)' ends the line there",
          expected: "expected values with '#' in quotes, as in {color: \"#aaa\"}")
        return
      }
      let isTabbed = DocumentNode.line(mark.line, of: text).prefix { $0 == " " || $0 == "\t" }
        .contains("\t")
      report(
        .syntax, line: mark.line, column: mark.column,
        found: isTabbed
          ? "a line that begins with a tab" : "\(problem) at column \(mark.column)",
        expected: isTabbed
          ? "expected spaces: YAML does not indent by tabs" : "expected YAML or JSON")
    case .duplicatedKeysInMapping(let keys, let context):
      // rgb(0, 0, 0) inside braces has the keys '0' and '0)'.
      let hasCutValue = DocumentNode.line(context.mark.line, of: text)
        .contains(/[A-Za-z-]\([^()"']*,/)
      report(
        .duplicateKey, line: context.mark.line,
        found: "the key \(keys.map { "'\($0)'" }.joined(separator: ", ")) twice in one mapping",
        expected: "expected each key once" + (hasCutValue ? "; \(Self.quotingAdvice)" : ""))
    case .reader(let problem, let offset, _, _):
      let line = 1 + text.prefix(offset ?? 0).filter(\.isNewline).count
      report(.syntax, line: line, found: problem, expected: "expected UTF-8 text")
    default:
      report(
        .syntax, line: 1, found: "unreadable text (\(error))", expected: "expected YAML or JSON")
    }
  }
}

/// A comment inside brackets that was meant as a part of a value, such as a color.
private struct FlowComment {
  /// Line and column of its `#`, from 1.
  var line: Int
  var column: Int
  /// The comment up to a space.
  var text: String

  /// The first comment in some lines that follows an open bracket and has no space after its `#`.
  ///
  /// - Parameter lines: The lines, from 1, from the one on which the brackets open.
  static func first(in text: String, lines: ClosedRange<Int>) -> FlowComment? {
    var depth = 0
    var quote: Character?
    var last: Character = " "
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard number >= lines.lowerBound else { continue }
      guard number <= lines.upperBound else { break }
      characters: for (offset, character) in line.enumerated() {
        defer { last = character }
        if let open = quote {
          if character == open, last != "\\" || open == "'" { quote = nil }
          continue
        }
        switch character {
        case "\"", "'": if " {[,:".contains(last) { quote = character }
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        case "#" where last == " " || last == "\t":
          let word = line.dropFirst(offset).prefix { !$0.isWhitespace }
          guard depth > 0, word.count > 1, !line.prefix(offset).allSatisfy(\.isWhitespace) else {
            break characters
          }
          return FlowComment(line: number, column: offset + 1, text: String(word))
        default: break
        }
      }
      last = " "
    }
    return nil
  }
}

/// A problem at one location of a document.
package struct DocumentProblem: Error, Hashable, Sendable {
  /// What is wrong with a document.
  package enum Kind: Hashable, Sendable {
    /// The text is neither YAML nor JSON, or it uses an unsupported feature of YAML or JSON.
    case syntax
    /// A limit was exceeded.
    case limit
    /// A mapping contains a key twice.
    case duplicateKey
    /// A key is unknown.
    case unknownKey
    /// A key is reserved for a later version.
    case laterKey
    /// A value has the wrong type or is out of range.
    case value
  }

  /// What is wrong.
  package var kind: Kind
  /// Line, from 1.
  package var line: Int
  /// Column, from 1, or `nil` for the line as a whole.
  package var column: Int?
  /// What the document contains, or the whole message if `expected` is empty.
  package var found: String
  /// What is expected instead; empty if `found` says it.
  package var expected: String

  package init(_ kind: Kind, line: Int, column: Int? = nil, found: String, expected: String = "") {
    self.kind = kind
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// The problem in one sentence, without its location.
  package var message: String { expected.isEmpty ? found : "\(found); \(expected)" }
}

/// Rewrites JSON's surrogate escapes, which the YAML parser does not accept.
enum JSONEscapes {
  /// Replaces each surrogate pair such as `\ud83d\ude00` by one escape such as `\U0001f600`.
  ///
  /// A text that does not begin with `{` is returned unchanged.
  static func joiningSurrogates(in text: String) -> String {
    let bytes = Array(text.utf8)
    let first = bytes.first { !isSpace($0) }
    guard first == UInt8(ascii: "{") else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var didChange = false
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if let high = unit(bytes, at: index), (0xD800...0xDBFF).contains(high),
        let low = unit(bytes, at: index + 6), (0xDC00...0xDFFF).contains(low)
      {
        let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        let digits = String(scalar, radix: 16)
        let zeros = String(repeating: "0", count: 8 - digits.count)
        result.append(contentsOf: "\\U\(zeros)\(digits)".utf8)
        index += 12
        didChange = true
      } else {
        // The escaped character is copied with its backslash, so that `\\u` is not read as an
        // escape.
        result.append(contentsOf: bytes[index...(index + 1)])
        index += 2
      }
    }
    return didChange ? String(decoding: result, as: UTF8.self) : text
  }

  /// The UTF-16 unit of the `\uXXXX` at an index; `nil` if there is no such escape.
  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

/// Reads plain numbers: decimals with an optional sign, fraction and exponent.
package enum PlainNumber {
  /// The value of a decimal; `nil` for another text, an infinite value or more than 64 bytes.
  package static func value(of text: String) -> Double? {
    // The limit bounds the time that parsing takes.
    guard text.utf8.count <= 64 else { return nil }
    var rest = Substring(text).utf8
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    var digits = consumeDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += consumeDigits(&rest)
    }
    guard digits > 0 else { return nil }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      guard consumeDigits(&rest) > 0 else { return nil }
    }
    guard rest.isEmpty, let value = Double(text), value.isFinite else { return nil }
    // Negative zero becomes zero.
    return value == 0 ? 0 : value
  }

  /// Removes the digits at the front and returns their number.
  private static func consumeDigits(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(digits.count)
    return digits.count
  }
}
