import Foundation
import Testing

@testable import XMLDocuments

/// The trees of html5lib's cases of tree construction, in `Fixtures/html5lib/tree-construction`.
@Suite struct HTMLTreeTests {
  /// The cases with other trees, by file.
  ///
  /// They are about `select`, whose content the standard has parsed as other content since 2025;
  /// MathML's `annotation-xml` and `mglyph`; `plaintext` in `select`; documents without a DOCTYPE; and
  /// white space before the body.
  private static let different: [String: Set<Int>] = [
    "doctype01": [31],
    "menuitem-element": [14],
    "tests1": [30, 102],
    "tests10": [4, 5, 17, 18, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51],
    "tests11": [3],
    "tests18": [14, 15],
    "tests19": [2, 80],
    "tests2": [49, 50],
    "tests20": [22, 35, 36, 37, 38],
    "tests3": [24],
    "tests7": [7, 8, 31],
    "tests9": [5, 6, 18, 19],
    "tricky01": [2, 4, 9],
  ]

  private struct Case {
    var number: Int
    var data: String
    var context: String?
    var tree: [String]
  }

  /// The trees are those that the sections 13.2.10.1 to 13.2.10.3 of the HTML standard explain, and
  /// those that Chromium 156 makes of the same fragments.
  @Test(arguments: [
    ("<p>1<b>2<i>3</b>4</i>5</p>", "<p>1<b>2<i>3</i></b><i>4</i>5</p>"),
    ("<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"),
    (
      "<table><b><tr><td>aaa</td></tr>bbb</table>ccc",
      "<b></b><b>bbb</b><table><tbody><tr><td>aaa</td></tr></tbody></table><b>ccc</b>"
    ),
    (
      "<table>a <td>1<td>2<tr>b",
      "a b<table><tbody><tr><td>1</td><td>2</td></tr><tr></tr></tbody></table>"
    ),
    ("<ul><li>1<li>2<ul><li>3</ul>4</ul>5", "<ul><li>1</li><li>2<ul><li>3</li></ul>4</li></ul>5"),
    ("<p>1<div>2<p>3</div>4", "<p>1</p><div>2<p>3</p></div>4"),
    ("<pre>\n\n1</pre>", "<pre>\n1</pre>"), ("<a>1<a>2", "<a>1</a><a>2</a>"),
    ("<dl><dt>1<dd>2<dt>3", "<dl><dt>1</dt><dd>2</dd><dt>3</dt></dl>"),
    ("</p>1</b>2<br></br>", "<p></p>12<br><br>"),
  ])
  func treesAreThoseOfTheStandardsExamples(html: String, expected: String) {
    #expect(Self.html(of: HTMLParser.parse(html)) == expected)
  }

  /// Each element with its end tag, without attributes.
  private static func html(of tree: HTMLTree) -> String {
    func text(_ parent: Int) -> String {
      var result = ""
      var next = tree.firstChild(of: parent)
      while let node = next {
        next = tree.next(after: node)
        let each = tree.nodes[node]
        result +=
          each.tag == nil
          ? String(decoding: each.text, as: UTF8.self)
          : each.name == "br" ? "<br>" : "<\(each.name)>\(text(node))</\(each.name)>"
      }
      return result
    }
    return text(HTMLTree.root)
  }

  @Test("fragments and the bodies of documents have html5lib's trees")
  func treesAreThoseOfTheCases() throws {
    let folder = try #require(
      Bundle.module.url(forResource: "Fixtures/html5lib/tree-construction", withExtension: nil))
    var (equal, skipped) = (0, 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for file in files where file.hasSuffix(".dat") {
      for (number, each) in try Self.cases(file, in: folder.path).enumerated() {
        guard let expected = Self.body(each) else {
          skipped += 1
          continue
        }
        let tree = Self.text(of: HTMLParser.parse(each.data))
        // The reader has names of SVG in lower case.
        let isEqual = tree.map { $0.lowercased() } == expected.map { $0.lowercased() }
        let isKnown = Self.different[String(file.dropLast(4))]?.contains(each.number) ?? false
        equal += isEqual ? 1 : 0
        #expect(isEqual != isKnown, "\(file) \(number): \(each.data) \(tree) \(expected)")
      }
    }
    #expect(equal == 1_046)
    #expect(skipped == 605)
  }

  private static func cases(_ file: String, in folder: String) throws -> [Case] {
    let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    var cases: [Case] = []
    for (number, part) in ("\n" + text).components(separatedBy: "\n#data\n").dropFirst()
      .enumerated()
    {
      var sections: [String: String] = [:]
      var section = "data"
      var lines: [String] = []
      func close() { sections[section] = lines.joined(separator: "\n") }
      for line in part.components(separatedBy: "\n") {
        if [
          "#errors", "#new-errors", "#document", "#document-fragment", "#script-on", "#script-off",
        ]
        .contains(line) {
          close()
          (section, lines) = (String(line.dropFirst()), [])
        } else {
          lines.append(line)
        }
      }
      close()
      var tree: [String] = []
      for line in (sections["document"] ?? "").components(separatedBy: "\n") {
        if line.hasPrefix("| ") {
          tree.append(String(line.dropFirst(2)))
        } else if !tree.isEmpty, !(line.isEmpty) || tree.last?.hasSuffix("\"") == false {
          tree[tree.count - 1] += "\n" + line
        }
      }
      if let last = tree.last, last.hasSuffix("\n") {
        tree[tree.count - 1] = String(last.dropLast())
      }
      guard sections["script-on"] == nil else { continue }
      cases.append(
        Case(
          number: number + 1, data: sections["data"] ?? "",
          context: sections["document-fragment"].map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
          }, tree: tree))
    }
    return cases
  }

  /// The lines of the body; `nil` for a case that no fragment in `body` is like.
  private static func body(_ each: Case) -> [String]? {
    if let context = each.context {
      return ["body", "div", "span"].contains(context)
        ? each.tree.filter { !$0.contains("<!--") } : nil
    }
    guard let head = each.tree.firstIndex(of: "  <head>"),
      let body = each.tree.firstIndex(of: "  <body>"), body == head + 1
    else { return nil }
    let inside = each.tree[(body + 1)...]
    guard !inside.contains(where: { $0.hasPrefix("    ") == false || $0.contains("<!--") }),
      inside.first?.contains("=") != true || inside.first?.contains("<") == true
    else { return nil }
    return inside.map { String($0.dropFirst(4)) }
  }

  private static func text(of tree: HTMLTree) -> [String] {
    var lines: [String] = []
    func add(_ parent: Int, _ depth: Int) {
      let indent = String(repeating: "  ", count: depth)
      var text = ""
      func flush() {
        if !text.isEmpty { lines.append("\(indent)\"\(text)\"") }
        text = ""
      }
      var next = tree.firstChild(of: parent)
      while let node = next {
        next = tree.next(after: node)
        let each = tree.nodes[node]
        guard each.tag != nil else {
          text += String(decoding: each.text, as: UTF8.self)
          continue
        }
        flush()
        let space = each.isForeign ? (Self.isMath(node, tree) ? "math " : "svg ") : ""
        lines.append("\(indent)<\(space)\(each.name)>")
        for attribute in each.attributes.all.sorted(by: { $0.name < $1.name }) {
          lines.append("\(indent)  \(attribute.name)=\"\(attribute.value)\"")
        }
        if each.tag == .template, !each.isForeign {
          lines.append("\(indent)  content")
          add(node, depth + 2)
        } else {
          add(node, depth + 1)
        }
      }
      flush()
    }
    add(HTMLTree.root, 0)
    return lines
  }

  private static func isMath(_ node: Int, _ tree: HTMLTree) -> Bool {
    var next: Int? = node
    while let node = next {
      if tree.nodes[node].name == "math" { return true }
      if tree.nodes[node].name == "svg" { return false }
      next = tree.parent(of: node)
    }
    return false
  }
}
