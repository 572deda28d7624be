import Foundation
import InterfaceBuilder
import StructuredDocuments
import Testing
import XMLDocuments

@testable import CellTemplates

extension XibCorpus {
  /// A view of an oracle file.
  struct OracleView: Decodable {
    let id: String?
    let parent: String?
    let input: Bool
    let frame: [Double]
    let alignmentRect: [Double]
    let intrinsicFromSavedRect: [String]?
    let margins: [Double]?

    enum CodingKeys: String, CodingKey {
      case id, parent, input, frame, alignmentRect, intrinsicFromSavedRect
      case margins = "layoutMargins(t,l,b,r)"
    }
  }

  struct Oracle: Decodable {
    let status: String
    let device: String?
    let rootSize: [Double]
    let tolerance: Double
    let heightOracle: Bool
    let views: [OracleView]
  }

  static func oracle(of file: URL) throws -> Oracle {
    let name = file.deletingPathExtension().lastPathComponent + ".json"
    let folder = try #require(folder)
    return try JSONDecoder().decode(
      Oracle.self, from: Data(contentsOf: folder.appending(path: "oracle/\(name)")))
  }

  /// The views of a file's first cell as imported for the canvas, by object id.
  static func nodes(of file: URL) throws -> [String: DocumentNode] {
    let document = try InterfaceBuilderFile(
      bytes: [UInt8](Data(contentsOf: file)), file: file.lastPathComponent)
    let root = try document.importedTemplate(cell: 0, mode: .canvas).node
    var nodes: [String: DocumentNode] = [:]
    func add(_ node: DocumentNode) {
      if let object = node.text("object") { nodes[object] = node }
      for key in ["views", "subviews"] {
        if case .list(let views)? = node.value(key)?.value { views.forEach(add) }
      }
    }
    add(root)
    return nodes
  }

  static func yaml(_ text: String, _ mode: InterfaceBuilderMode) throws -> String {
    let document = try InterfaceBuilderFile(bytes: Array(text.utf8), file: "Cell.xib")
    return try document.cells.indices.map {
      try document.importedTemplate(cell: $0, mode: mode).yaml
    }.joined()
  }

  /// The text with the frames of some views blanked out, lines kept.
  static func strip(_ text: String, of ids: Set<String>, _ removed: inout Int) -> String {
    var open: [String] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices {
      let line = lines[index].trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("</"), !open.isEmpty { open.removeLast() }
      if line.hasPrefix("<rect key=\"frame\""), ids.contains(open.last ?? "") {
        lines[index] = ""
        removed += 1
      } else if line.hasPrefix("<"), !line.hasPrefix("</"), !line.hasPrefix("<?"),
        !line.hasSuffix("/>"), !line.contains("</")
      {
        let id = line.firstMatch(of: /[ ]id="([^"]+)"/).map { String($0.1) }
        open.append(id ?? "")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension DocumentNode {
  /// The value of a key of a mapping.
  func value(_ key: String) -> DocumentNode? {
    guard case .mapping(let entries) = value else { return nil }
    return entries.first { $0.key == key }?.value
  }

  func has(_ key: String) -> Bool { value(key) != nil }

  func text(_ key: String) -> String? {
    if case .text(let text)? = value(key)?.value { text } else { nil }
  }

  func numbers(_ key: String) -> [Double]? {
    guard case .list(let nodes)? = value(key)?.value else { return nil }
    return nodes.compactMap { if case .number(let number) = $0.value { number } else { nil } }
  }
}
