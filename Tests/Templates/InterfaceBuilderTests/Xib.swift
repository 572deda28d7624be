import InterfaceBuilder
import StructuredDocuments
import TemplateDocuments
import Testing

@testable import CellTemplates

/// A small Interface Builder file, written here.
struct Xib {
  /// The version of the tools that saved it.
  var tools = 21_000
  var device = "retina4_7"
  var cellAttributes = ""
  var width = 320.0
  var height = 100.0
  /// How much shorter and narrower the content view is.
  var separator = 0.0
  var accessory = 0.0
  /// Whether the content view keeps clear of the cell's margins.
  var preservesMargins = false
  /// Elements inside the content view.
  var subviews = ""
  var constraints = ""
  /// Other elements of the content view, and of the cell.
  var content = ""
  var connections = ""
  var resources = ""

  private static let preserves = "preservesSuperviewLayoutMargins=\"YES\""

  /// The file, its first view on line 10.
  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" toolsVersion="\(tools).4">
    <device id="\(device)" orientation="portrait"/>
    <objects>
    <tableViewCell id="cel-l" customClass="PostCell" \(cellAttributes)>
    <rect key="frame" x="0.0" y="0.0" width="\(width)" height="\(height)"/>
    <tableViewCellContentView key="contentView" id="con-t" \(preservesMargins ? Self.preserves : "")>
    <rect key="frame" x="0.0" y="0.0" width="\(width - accessory)" height="\(height - separator)"/>
    <subviews>
    \(subviews)
    </subviews>
    <constraints>
    \(constraints)
    </constraints>
    \(content)
    </tableViewCellContentView>
    <connections>\(connections)</connections>
    </tableViewCell>
    </objects>
    <resources>\(resources)</resources>
    </document>
    """
  }

  func imported(_ mode: InterfaceBuilderMode = .canvas) throws -> ImportedTemplate {
    try InterfaceBuilderFile(bytes: Array(text.utf8), file: "Views/PostCell.xib")
      .importedTemplate(mode: mode)
  }

  /// The views in the content view, by id.
  func view(_ id: String, _ mode: InterfaceBuilderMode = .canvas) throws -> DocumentNode {
    try #require(try Self.views(in: imported(mode).node).first { $0.text("id") == id })
  }

  /// Every view below a node, depth first.
  static func views(in node: DocumentNode) -> [DocumentNode] {
    var found: [DocumentNode] = []
    for key in ["views", "subviews"] {
      guard case .list(let views)? = node.value(key)?.value else { continue }
      for view in views { found += [view] + Self.views(in: view) }
    }
    return found
  }

  /// The constraints as written.
  func constraintTexts(_ mode: InterfaceBuilderMode = .canvas) throws -> [String] {
    guard case .list(let nodes)? = try imported(mode).node.value("constraints")?.value else {
      return []
    }
    return nodes.compactMap { node in
      if case .text(let text) = node.value { text } else { node.text("constraint") }
    }
  }

  /// The notes' codes and lines.
  func notes(_ mode: InterfaceBuilderMode = .canvas) throws -> [String] {
    try imported(mode).notes.map {
      "\($0.code.rawValue) \($0.lines.map(String.init).joined(separator: " "))"
    }
  }

  /// A view laid out by constraints.
  static func view(_ kind: String, _ id: String, _ attributes: String = "", inside: String = "")
    -> String
  {
    "<\(kind) id=\"\(id)\" translatesAutoresizingMaskIntoConstraints=\"NO\" \(attributes)>"
      + "\(inside)</\(kind)>"
  }
}
