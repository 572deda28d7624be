import Foundation
import Testing

@testable import XMLDocuments

/// The trees of html5lib's cases of tree construction.
///
/// The cases are in the folder that the variable `CELLHEIGHTS_HTML5LIB` names, which
/// `scripts/oracles html-trees` sets.
@Suite struct HTMLTreeTests {
  static let folder = ProcessInfo.processInfo.environment["CELLHEIGHTS_HTML5LIB"]

  private struct Case {
    var name: String
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

  @Test("fragments and the bodies of documents have html5lib's trees", .enabled(if: folder != nil))
  func treesAreThoseOfTheStandard() throws {
    var counts = (equal: 0, skipped: 0)
    var different: [String] = []
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for file in files where file.hasSuffix(".dat") {
      for each in try Self.cases(file, in: folder) {
        guard let expected = Self.body(each) else {
          counts.skipped += 1
          continue
        }
        let tree = Self.text(of: HTMLParser.parse(each.data))
        // The reader has names of SVG in lower case.
        if tree.map({ $0.lowercased() }) == expected.map({ $0.lowercased() }) {
          counts.equal += 1
        } else {
          different.append(
            "\(each.name): \(each.data.debugDescription)\n  \(tree)\n  expected \(expected)")
        }
      }
    }
    print(
      "html5lib: \(counts.equal) equal, \(different.count) different, \(counts.skipped) skipped")
    for line in different { print(line) }
    // The cases are older than `select` with any content, and have documents without quirks.
    #expect(different.count <= 41)
    #expect(counts.equal > 1000)
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
          name: "\(file) \(number + 1)", data: sections["data"] ?? "",
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
