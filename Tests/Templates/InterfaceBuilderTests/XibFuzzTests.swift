import Foundation
import TemplateDocuments
import TestSupport
import Testing
import XMLDocuments

@testable import CellTemplates
@testable import InterfaceBuilder

/// Files with random damage: the result is a template that compiles, or an error with a position.
///
/// No dangling reference is accepted silently.
struct XibFuzzTests {
  /// Files to begin with: one that contains every imported part, and some of the corpus.
  private func seeds() throws -> [[UInt8]] {
    let inner = Xib.view("view", "in", #"hidden="YES""#)
    let xib = Xib(
      subviews: Xib.view(
        "label", "a", #"text="x" numberOfLines="2" horizontalHuggingPriority="251""#)
        + Xib.view(
          "stackView", "s", #"axis="vertical" spacing="3""#, inside: "<subviews>\(inner)</subviews>"
        )
        + Xib.view("button", "b", inside: #"<state key="normal" title="Go" image="hat"/>"#),
      constraints:
        #"<constraint firstItem="a" firstAttribute="top" secondItem="con-t" "#
        + #"secondAttribute="topMargin" multiplier="1:2" constant="3" priority="900" id="c1"/>"#
        + "\n"
        + #"<constraint firstItem="s" firstAttribute="width" constant="30" id="c2">"#
        + #"<variation key="widthClass=compact" constant="4"/></constraint>"#,
      content: #"<viewLayoutGuide key="safeArea" id="g"/>"#
        + #"<variation key="default"><mask key="constraints"><exclude reference="c2"/></mask></variation>"#,
      connections: #"<outlet property="title" destination="a" id="o"/>"#,
      resources: #"<image name="hat" width="10" height="12"/>"#)
    let files = try XibCorpus.files.enumerated().filter { $0.offset % 29 == 0 }.map {
      [UInt8](try Data(contentsOf: $0.element))
    }
    return [Array(xib.text.utf8)] + files
  }

  /// Number of files to damage; `CELLHEIGHTS_FUZZ_FILES` sets it.
  private static let count =
    ProcessInfo.processInfo.environment["CELLHEIGHTS_FUZZ_FILES"].flatMap(Int.init) ?? 2000

  @Test("damaged files: no crash, no document that does not compile, no lost reference")
  func survivesDamage() throws {
    let seeds = try seeds()
    var random = TestRandom(seed: 0x9E37_79B9_7F4A_7C15)
    var (imported, refused, unknown) = (0, 0, 0)
    for _ in 0..<Self.count {
      let bytes = damaged(seeds[random.next(below: seeds.count)], &random)
      do throws(TemplateError) {
        let file = try InterfaceBuilderFile(bytes: bytes, file: "Fuzz.xib")
        for index in file.cells.indices {
          for mode in [InterfaceBuilderMode.canvas, .runtime] {
            let template = try file.importedTemplate(cell: index, mode: mode)
            unknown += check(template, file.roots[index], mode)
            imported += 1
          }
        }
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(imported > Self.count / 4)
    #expect(refused > Self.count / 20)
    #expect(unknown > Self.count / 40)
  }

  /// Whether the document compiles and every unknown reference is noted.
  private func check(
    _ template: ImportedTemplate, _ root: XMLElement, _ mode: InterfaceBuilderMode
  ) -> Int {
    do throws(TemplateError) {
      _ = try template.template()
    } catch {
      Issue.record("does not compile: \(error)\n\(template.yaml)")
    }
    let known = Set(Self.ids(root))
    let noted = Set(template.notes.flatMap(\.lines))
    var unknown = 0
    for constraint in Self.constraints(root) {
      for side in ["firstItem", "secondItem"] {
        guard let reference = constraint[side], !known.contains(reference) else { continue }
        unknown += 1
        #expect(noted.contains(constraint.line), "line \(constraint.line): \(reference)")
      }
    }
    return unknown
  }

  private static func ids(_ element: XMLElement) -> [String] {
    (element["id"].map { [$0] } ?? []) + element.children.flatMap(ids)
  }

  /// The constraints of views that are laid out; those in lists and scrolling views are not.
  private static func constraints(_ element: XMLElement) -> [XMLElement] {
    guard !ImportedView.containerKinds.contains(element.name) else { return [] }
    let own = element.children("constraints").flatMap(\.children).filter { $0.name == "constraint" }
    let inner =
      element.children("subviews").flatMap(\.children)
      + element.children.filter { $0["key"] == "contentView" }
    return own + inner.flatMap(constraints)
  }

  /// A copy with bytes, numbers, attributes or lines changed.
  private func damaged(_ bytes: [UInt8], _ random: inout TestRandom) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for _ in 0...random.next(below: 3) {
      switch random.next(below: 7) {
      case 0:
        var damaged = Array(text.utf8)
        for _ in 0...random.next(below: 4) where !damaged.isEmpty {
          damaged[random.next(below: damaged.count)] = UInt8(
            truncatingIfNeeded: random.next(below: 256))
        }
        text = String(decoding: damaged, as: UTF8.self)
      case 1, 2: text = replaceValue(text, &random)
      case 3: text = String(text.prefix(random.next(below: text.utf8.count)))
      default: text = changeLines(text, &random)
      }
    }
    return Array(text.utf8)
  }

  /// Puts another value into an attribute.
  private func replaceValue(_ text: String, _ random: inout TestRandom) -> String {
    var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 4 else { return text }
    let values = [
      "", "0", "-1", "1e9", "NaN", "1:0", "YES", "con-t", "zzz-zz-zzz", "width", "leading",
      "stackView",
      "1000", "0.5", "infinite", "default", "constraints", "{x}", "&amp;", "contentView",
    ]
    let index = 1 + 2 * random.next(below: parts.count / 2)
    if index < parts.count {
      parts[index] =
        random.next(below: 3) == 0
        ? parts[1 + 2 * random.next(below: parts.count / 2 - 1)]
        : values[random.next(below: values.count)]
    }
    return parts.joined(separator: "\"")
  }

  /// Removes, doubles or moves a line.
  private func changeLines(_ text: String, _ random: inout TestRandom) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2 else { return text }
    let index = random.next(below: lines.count)
    switch random.next(below: 3) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: random.next(below: lines.count))
    default: lines.swapAt(index, random.next(below: lines.count))
    }
    return lines.joined(separator: "\n")
  }
}
