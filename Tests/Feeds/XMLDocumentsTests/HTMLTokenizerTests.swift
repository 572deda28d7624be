import Foundation
import TestSupport
import Testing

@testable import XMLDocuments

/// The test cases of html5lib-tests for tokenizers, in `Fixtures/html5lib`.
///
/// Parse errors are ignored, because the tokenizer does not report them. `namedEntities.test`, a
/// megabyte, is read if it is beside the project; its content is all in the table of names.
@Suite struct HTMLTokenizerTests {
  /// The search takes eight bytes at a time.
  @Test func textEndsAtMarkupAtAnyOffset() {
    var random = TestRandom(seed: 5)
    for _ in 0..<2000 {
      var bytes = (0..<Int(random.next() % 30)).map { _ in UInt8(1 + random.next() % 255) }
      if !bytes.isEmpty, random.next() % 2 == 0 {
        bytes[Int(random.next() % UInt64(bytes.count))] = [0, 0x3C, 0x26][Int(random.next() % 3)]
      }
      for start in 0...bytes.count {
        let end = bytes[start...].firstIndex { $0 == 0 || $0 == 0x3C || $0 == 0x26 }
        #expect(
          bytes.withUnsafeBytes { $0.endOfHTMLText(from: start) } == end ?? bytes.count)
      }
    }
  }

  struct Case {
    var name: String
    var input: String
    var state: HTMLTokenizer.State
    var lastStartTag: String
    var output: [String]
  }

  @Test(arguments: [
    ("contentModelFlags", 24), ("domjs", 59), ("entities", 80), ("escapeFlag", 9),
    ("numericEntities", 336), ("test1", 69), ("test2", 45), ("test4", 85), ("unicodeChars", 323),
  ])
  func tokensAreThoseOfTheStandard(_ file: String, _ count: Int) throws {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/html5lib/\(file)", withExtension: "test"))
    let cases = try Self.cases(url)
    #expect(cases.count == count)
    for test in cases { check(test) }
  }

  private static let names = Checkout.folder.deletingLastPathComponent().appendingPathComponent(
    "shared/corpora/html5lib/namedEntities.test")

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: names.path), "the corpora are not here"))
  func referencesAreThoseOfTheStandard() throws {
    for test in try Self.cases(Self.names) { check(test) }
  }

  @Test func everyNameIsKnown() {
    let texts = HTMLEntityTable.all.texts
    #expect(texts.count == 2231)
    #expect(texts.keys.filter { $0.last != ";" }.count == 106)
    for (name, text) in texts {
      let limit = name.last == ";" ? HTMLEntityTable.longest : HTMLEntityTable.longestLegacy
      #expect(name.utf8.count <= limit)
      #expect((1...2).contains(text.unicodeScalars.count))
      let tokens = Self.tokens("&\(name)", .data, "")
      #expect(tokens.map { Array($0.utf8) } == [Array("text \(text)".utf8)], "\(name)")
    }
  }

  @Test func linesEndWithLineFeeds() {
    #expect(Self.tokens("a\r\nb\rc\n\r\r\n&#13;", .data, "") == ["text a\nb\nc\n\n\n\r"])
  }

  // Letters and marks that are canonically equal are not the same here.
  private func check(_ test: Case) {
    let tokens = Self.tokens(test.input, test.state, test.lastStartTag)
    #expect(
      tokens.map { Array($0.utf8) } == test.output.map { Array($0.utf8) },
      "\(test.name): \(test.input), \(test.state): \(tokens), not \(test.output)")
  }

  /// The tokens of a text, each in words, texts in a row as one.
  private static func tokens(
    _ input: String, _ state: HTMLTokenizer.State, _ lastStartTag: String
  ) -> [String] {
    var tokenizer = HTMLTokenizer(input)
    tokenizer.state = state
    tokenizer.lastStartTag = lastStartTag
    var tokens: [String] = []
    while let token = tokenizer.next() {
      switch token {
      case .text(let bytes):
        let text = String(decoding: bytes, as: UTF8.self)
        if let last = tokens.last, last.hasPrefix("text ") {
          tokens[tokens.count - 1] += text
        } else {
          tokens.append("text " + text)
        }
      case .startTag(let tag):
        tokens.append(start(tag.name, tag.attributes.all, tag.isSelfClosing))
      case .endTag(let name): tokens.append("end \(name)")
      case .comment(let bytes): tokens.append("comment " + String(decoding: bytes, as: UTF8.self))
      case .doctype(let type):
        let identifiers = [type.publicIdentifier, type.systemIdentifier].map {
          $0.map { String(decoding: $0, as: UTF8.self) }
        }
        tokens.append(doctype([type.name] + identifiers, isCorrect: !type.forcesQuirks))
      }
    }
    return tokens
  }

  private static func start(
    _ name: String, _ attributes: [(name: String, value: String)], _ isSelfClosing: Bool
  ) -> String {
    let sorted = attributes.map { " \($0.name)=\($0.value)" }.sorted()
    return "start \(name)\(sorted.joined())" + (isSelfClosing ? " /" : "")
  }

  private static func doctype(_ words: [String?], isCorrect: Bool) -> String {
    "doctype " + words.map { $0.map { "[\($0)]" } ?? "none" }.joined(separator: " ")
      + (isCorrect ? "" : " incorrect")
  }

  // MARK: - Reading cases

  /// The cases of a file, one for each state in which one is to be run.
  private static func cases(_ url: URL) throws -> [Case] {
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    var cases: [Case] = []
    for test in try #require(file?["tests"] as? [[String: Any]]) {
      let isEscaped = test["doubleEscaped"] as? Bool ?? false
      func text(_ value: Any?) -> String? {
        (value as? String).map { isEscaped ? unescaped($0) : $0 }
      }
      let output = try #require(test["output"] as? [[Any]]).map { words(of: $0, text: text) }
      for state in test["initialStates"] as? [String] ?? ["Data state"] {
        cases.append(
          Case(
            name: test["description"] as? String ?? "", input: text(test["input"]) ?? "",
            state: try #require(states[state]), lastStartTag: text(test["lastStartTag"]) ?? "",
            output: output))
      }
    }
    return cases
  }

  private static let states: [String: HTMLTokenizer.State] = [
    "Data state": .data, "RCDATA state": .rcdata, "RAWTEXT state": .rawText,
    "Script data state": .scriptData, "PLAINTEXT state": .plainText,
    "CDATA section state": .cdataSection,
  ]

  private static func words(of token: [Any], text: (Any?) -> String?) -> String {
    let name = text(token[1])
    switch token[0] as? String {
    case "Character": return "text " + (name ?? "")
    case "Comment": return "comment " + (name ?? "")
    case "EndTag": return "end " + (name ?? "")
    case "StartTag":
      let attributes = (token[2] as? [String: Any] ?? [:]).map {
        (name: text($0.key) ?? "", value: text($0.value) ?? "")
      }
      return start(name ?? "", attributes, token.count > 3)
    case "DOCTYPE":
      return doctype([name, text(token[2]), text(token[3])], isCorrect: token[4] as? Bool ?? false)
    default: return ""
    }
  }

  /// Replaces `\\u` and four digits by the UTF-16 character that they encode.
  private static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("\\u"), let unit = UInt16(rest.dropFirst(2).prefix(4), radix: 16) {
        units.append(unit)
        rest = rest.dropFirst(6)
      } else {
        units += first.utf16
        rest = rest.dropFirst()
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
