/// A style sheet: rules in the order of the text.
package struct CSSSheet: Hashable, Sendable {
  /// A selector with its declarations.
  package struct Rule: Hashable, Sendable {
    package let selector: CSSSelector
    package let declarations: [CSSDeclaration]
  }

  /// A part of a sheet that cannot be used.
  package struct Problem: Hashable, Sendable {
    /// Line of the part in the sheet, from 1.
    package let line: Int
    package let error: CSSError
  }

  package private(set) var rules: [Rule] = []
  /// The rules by the type that their elements must have; those of any type have an empty key.
  private var indices: [String: [Int]] = [:]

  /// Maximum number of rules, where each selector of a list counts.
  package static let ruleLimit = 2_000
  /// Maximum number of declarations.
  package static let declarationLimit = 10_000

  /// Creates a sheet without rules.
  package init() {}

  /// Reads a sheet.
  ///
  /// - Parameters:
  ///   - text: The text in CSS's syntax.
  ///   - viewportHeight: The height of the viewport in CSS pixels; `nil` if it is not known.
  ///   - problems: Receives what cannot be used.
  package init(_ text: String, viewportHeight: Double?, problems: inout [Problem]) {
    var reader = CSSSheetReader(text, viewportHeight: viewportHeight)
    reader.read()
    problems += reader.problems
    rules = reader.rules
    for (index, rule) in rules.enumerated() {
      indices[rule.selector.type ?? "", default: []].append(index)
    }
  }

  /// The declarations of an attribute `style`; those that cannot be used are left out.
  ///
  /// - Returns: Also whether one is left out that a browser would lay out, such as `float`.
  package static func declarations(
    ofAttribute text: String
  ) -> (declarations: [CSSDeclaration], isPartial: Bool) {
    var reader = CSSSheetReader(text, viewportHeight: nil)
    let declarations = reader.readAttribute()
    return (declarations, reader.hasRefused)
  }

  /// The types that selectors name, each with the line of a declaration of its rule.
  package var types: [(name: String, line: Int)] {
    rules.flatMap { rule in
      rule.selector.types.map { ($0, rule.declarations.first?.line ?? 1) }
    }
  }

  /// Whether all selectors need an element of a class.
  package var needsClasses: Bool {
    !rules.isEmpty
      && rules.allSatisfy { $0.selector.specificity.classes > 0 && $0.selector.hasClass }
  }

  /// Whether a rule declares a property.
  package func declares(_ property: String) -> Bool {
    rules.contains { $0.declarations.contains { $0.property == property } }
  }

  /// The lists of families that declarations of the sheet set.
  package var families: [String] {
    rules.flatMap(\.declarations).compactMap { declaration in
      guard CSSStyle.setsFamily(declaration.property), let value = declaration.value else {
        return nil
      }
      return CSSStyle.family(declaration.property, value)
    }
  }

  /// The indices of the rules for an element, from the weakest to the strongest.
  package func rules(for element: Int, in document: some CSSSelectable) -> [Int] {
    var matching: [Int] = []
    func add(_ candidates: [Int]?) {
      for rule in candidates ?? [] where rules[rule].selector.matches(element, in: document) {
        matching.append(rule)
      }
    }
    add(indices[""])
    add(indices[document.name(of: element)])
    guard matching.count > 1 else { return matching }
    return matching.sorted {
      (rules[$0].selector.specificity, $0) < (rules[$1].selector.specificity, $1)
    }
  }
}

/// Reads the rules of a sheet.
///
/// Source: CSS Syntax 3, section 5.4, for the rules that sheets of templates can have.
private struct CSSSheetReader {
  private(set) var rules: [CSSSheet.Rule] = []
  private(set) var problems: [CSSSheet.Problem] = []
  /// Whether a declaration has a property or value that is not supported.
  private(set) var hasRefused = false
  private let bytes: [UInt8]
  private let viewportHeight: Double?
  private var index = 0
  private var line = 1
  private var declarationCount = 0
  private var isAttribute = false

  init(_ text: String, viewportHeight: Double?) {
    bytes = Array(text.utf8)
    self.viewportHeight = viewportHeight
  }

  mutating func read() { readRules(under: nil) }

  /// Reads declarations up to the end of the text.
  mutating func readAttribute() -> [CSSDeclaration] {
    isAttribute = true
    return readDeclarations(nil)
  }

  private mutating func report(_ line: Int, _ error: CSSError) {
    problems.append(CSSSheet.Problem(line: line, error: error))
  }

  /// Reads rules up to the end of the text, or up to the brace that ends those of `@media`.
  private mutating func readRules(under query: CSSQuery?) {
    while true {
      skipSpace()
      guard index < bytes.count else {
        if query != nil { report(line, Self.open) }
        return
      }
      if bytes[index] == UInt8(ascii: "}") {
        advance()
        if query != nil { return }
        report(line, CSSError(found: "'}'", expected: "expected a selector"))
        continue
      }
      let start = line
      let prelude = part(until: [UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}")])
      guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else {
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") { advance() }
        report(
          start,
          CSSError(
            found: "'\(prelude.shortened)' without a block",
            expected: prelude.hasPrefix("@")
              ? Self.atRules : "expected declarations in braces after it"))
        continue
      }
      advance()
      if prelude.hasPrefix("@") {
        readMedia(prelude, start, isNested: query != nil)
      } else {
        readRule(prelude, start, query)
      }
    }
  }

  private static let open = CSSError(
    found: "a block without its end", expected: "expected '}'")
  private static let atRules = "expected rules and '@media' on the width alone"

  private mutating func readMedia(_ prelude: String, _ start: Int, isNested: Bool) {
    do throws(CSSError) {
      guard prelude.lowercased().hasPrefix("@media"), !isNested else {
        throw CSSError(found: "'\(prelude.shortened)'", expected: Self.atRules)
      }
      let query = try CSSQuery("@media" + prelude.dropFirst(6))
      guard !query.needsHeight || viewportHeight != nil else {
        throw CSSError(
          found: "'\(prelude.shortened)'",
          expected: "expected the height of the viewport in the template, as in "
            + "'viewport: {height: 800}'")
      }
      readRules(under: query)
    } catch {
      report(start, error)
      skipBlock()
    }
  }

  private mutating func readRule(_ prelude: String, _ start: Int, _ query: CSSQuery?) {
    var selectors: [CSSSelector] = []
    do throws(CSSError) {
      selectors = try Self.selectors(prelude)
    } catch {
      report(start, error)
    }
    let declarations = readDeclarations(query)
    guard rules.count + selectors.count <= CSSSheet.ruleLimit else {
      if rules.count < CSSSheet.ruleLimit {
        report(
          start,
          CSSError(
            found: "more than \(CSSSheet.ruleLimit) rules",
            expected: "expected at most \(CSSSheet.ruleLimit)"))
      }
      return
    }
    rules += selectors.map { CSSSheet.Rule(selector: $0, declarations: declarations) }
  }

  /// The selectors of a list.
  private static func selectors(_ text: String) throws(CSSError) -> [CSSSelector] {
    var tokenizer = CSSTokenizer(text)
    let tokens = try tokenizer.tokens()
    var selectors: [CSSSelector] = []
    for part in tokens.split(
      separator: .character(UInt8(ascii: ",")), omittingEmptySubsequences: false)
    {
      selectors.append(try CSSSelector(part, text: text.shortened))
    }
    return selectors
  }

  /// Reads declarations up to the brace that ends them.
  private mutating func readDeclarations(_ query: CSSQuery?) -> [CSSDeclaration] {
    var declarations: [CSSDeclaration] = []
    while true {
      skipSpace()
      guard index < bytes.count else {
        report(line, Self.open)
        return declarations
      }
      if bytes[index] == UInt8(ascii: "}") {
        advance()
        return declarations
      }
      let start = line
      let text = part(until: [UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "{")])
      if index < bytes.count, bytes[index] == UInt8(ascii: "{") {
        advance()
        report(
          start,
          CSSError(
            found: "a block in a block, after '\(text.shortened)'",
            expected: "expected declarations; rules are not nested"))
        skipBlock()
        continue
      }
      if index < bytes.count, bytes[index] == UInt8(ascii: ";") { advance() }
      guard !text.isEmpty else { continue }
      declarationCount += 1
      guard declarationCount <= CSSSheet.declarationLimit else {
        if declarationCount == CSSSheet.declarationLimit + 1 {
          report(
            start,
            CSSError(
              found: "more than \(CSSSheet.declarationLimit) declarations",
              expected: "expected at most \(CSSSheet.declarationLimit)"))
        }
        continue
      }
      do throws(CSSError) {
        guard
          let declaration = try CSSDeclaration(
            text, query: query, line: start, viewportHeight: viewportHeight,
            isAttribute: isAttribute)
        else { continue }
        declarations.append(declaration)
      } catch {
        if CSSDeclaration.isRefused(text) { hasRefused = true }
        report(start, error)
      }
    }
  }

  // MARK: - Bytes

  private mutating func advance() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      if bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) {
        advance()
      } else if !skipComment() {
        return
      }
    }
  }

  private mutating func skipComment() -> Bool {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"),
      bytes[index + 1] == UInt8(ascii: "*")
    else { return false }
    advance()
    advance()
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "/")
      {
        advance()
        advance()
        return true
      }
      advance()
    }
    return true
  }

  /// The text up to one of some characters outside of strings, parentheses and comments, without
  /// white space around and without comments.
  private mutating func part(until ends: [UInt8]) -> String {
    var text: [UInt8] = []
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if depth == 0, ends.contains(byte) { break }
      if skipComment() {
        text.append(0x20)
        continue
      }
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        text.append(byte)
        advance()
        while index < bytes.count, bytes[index] != byte, bytes[index] != 0x0A {
          text.append(bytes[index])
          advance()
        }
        guard index < bytes.count, bytes[index] == byte else { continue }
      default: break
      }
      text.append(byte)
      advance()
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = text.firstIndex { !isSpace($0) } ?? text.count
    let end = text.lastIndex { !isSpace($0) } ?? -1
    return start <= end ? String(decoding: text[start...end], as: UTF8.self) : ""
  }

  /// Skips the rest of a block, from after its opening brace.
  private mutating func skipBlock() {
    var depth = 1
    while index < bytes.count, depth > 0 {
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
      advance()
    }
  }
}

extension String {
  /// The start of the text, for messages.
  fileprivate var shortened: String { count > 60 ? prefix(60) + "…" : self }
}

extension CSSDeclaration {
  /// Whether a declaration changes sizes in a browser, and is not supported.
  fileprivate static func isRefused(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: ":", maxSplits: 1).map(\.trimmedOfSpace)
    guard parts.count == 2 else { return false }
    let value = String(parts[1].prefix { $0 != "!" }.trimmedOfSpace)
    guard value != "none", value != "normal", value != "auto" else { return false }
    return CSSProperties.refused[String(parts[0])] != nil
      || parts[0] == "position" && (value == "fixed" || value == "sticky")
      || parts[0] == "display" && CSSProperties.displays[value] != nil
  }

  /// Reads a declaration such as `margin: 0 auto`.
  ///
  /// - Parameter isAttribute: Whether it stands in an attribute `style`, in which `!important`
  ///   changes nothing.
  /// - Returns: `nil` for a property without an effect on a layout.
  /// - Throws: `CSSError` for a property or a value that is not supported.
  package init?(
    _ text: String, query: CSSQuery?, line: Int, viewportHeight: Double?,
    isAttribute: Bool = false
  ) throws(CSSError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw CSSError(
        found: "'\(text.shortened)'", expected: "expected a declaration such as 'margin: 0'")
    }
    let name = text[..<colon].trimmedOfSpace
    let property = name.hasPrefix("--") ? String(name) : name.lowercased()
    var value = text[text.index(after: colon)...].trimmedOfSpace
    if isAttribute, let mark = value.lastIndex(of: "!") { value = value[..<mark].trimmedOfSpace }
    guard !CSSProperties.painted.contains(property) else { return nil }
    if let instead = CSSProperties.refused[property] {
      throw CSSError(found: "the property '\(property)'", expected: "expected \(instead)")
    }
    if property == "display", let instead = CSSProperties.displays[value.lowercased()] {
      throw CSSError(found: "'display: \(value)'", expected: "expected \(instead)")
    }
    let parsed = try CSSValue(String(value))
    if !property.hasPrefix("--") {
      do throws(CSSError) {
        try CSSStyle.check(property, parsed, viewportHeight: viewportHeight)
      } catch {
        throw CSSError(
          found: error.found + (error.found.hasPrefix("the property") ? "" : " as '\(property)'"),
          expected: error.expected + (isAttribute ? "" : CSSStyle.suggestion(for: property)))
      }
    }
    self.init(property: property, value: parsed, query: query, line: line)
  }
}

extension Substring {
  fileprivate var trimmedOfSpace: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return rest
  }
}
