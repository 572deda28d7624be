import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import XMLDocuments

/// Writes the views of a cell as the `views` of a document.
struct ImportedViewWriter {
  let context: ImportContext
  let cell: ImportedCell
  let content: ImportedContent
  let margins: ImportedMargins

  func subviews(of index: Int) -> [DocumentNode] { cell.subviews(of: index).map(node) }

  private func node(_ index: Int) -> DocumentNode {
    let view = cell.views[index]
    var node = NodeBuilder(line: view.element.line)
    node.set("id", .text(view.name))
    node.set("kind", .text(content.kind(of: view)))
    content.write(view, to: &node)
    writePlace(view, to: &node)
    writeCommon(view, to: &node)
    let subviews = subviews(of: index)
    if let first = subviews.first {
      node.set("subviews", DocumentNode(line: first.line, value: .list(subviews)))
    }
    return node.node
  }

  /// Writes the frame and the autoresizing mask of a view that constraints do not place.
  private func writePlace(_ view: ImportedView, to node: inout NodeBuilder) {
    guard view.role == .content || view.role == .framed, let parent = view.parent else { return }
    if view.role == .content, parent == 0 {
      let frame = contentFrame(view)
      node.set("frame", numbers: [frame.x, frame.y, frame.width, frame.height])
      node.set("autoresizing", words: ["width", "height"])
      return
    }
    guard let frame = view.frame else {
      context.note(
        .importedAutoresizing, line: view.element.line,
        "a view with neither constraints nor a frame",
        "nothing decides its place; constrain it")
      return
    }
    node.set("frame", numbers: [frame.x, frame.y, frame.width, frame.height])
    var parts = parts(view.element)
    let isKnown = cell.hasCanvas(parent)
    if !isKnown, !parts.allSatisfy({ $0 == "right" || $0 == "bottom" }) {
      context.note(
        .importedAutoresizing, line: view.element.line,
        "an autoresizing mask inside a view that constraints lay out",
        "the view keeps its frame, because the superview's size is not known before; constrain it")
    }
    if !isKnown { parts = [] }
    node.set("autoresizing", words: parts)
  }

  /// The frame of the cell's content view.
  ///
  /// On the canvas, it is the saved frame. In the running app, it is the cell's frame, with the
  /// saved width if the cell has an accessory.
  private func contentFrame(_ view: ImportedView) -> Rect {
    if context.mode == .canvas { return view.frame ?? cell.canvas }
    var frame = Rect(x: 0, y: 0, width: cell.canvas.width, height: cell.canvas.height)
    if cell.views[0].element["accessoryType"] != nil, let own = view.frame {
      frame.width = own.width
    }
    return frame
  }

  /// The flexible parts of an element's autoresizing mask, in the words of documents.
  private func parts(_ element: XMLElement) -> [String] {
    guard let mask = element.child(key: "autoresizingMask") else { return [] }
    return [
      ("flexibleMinX", "left"), ("widthSizable", "width"), ("flexibleMaxX", "right"),
      ("flexibleMinY", "top"), ("heightSizable", "height"), ("flexibleMaxY", "bottom"),
    ].filter { mask[$0.0] == "YES" }.map(\.1)
  }

  /// Writes priorities, margins and the other keys that all kinds of views have.
  private func writeCommon(_ view: ImportedView, to node: inout NodeBuilder) {
    let element = view.element
    writePriorities("hugging", "HuggingPriority", 250, element, to: &node)
    writePriorities("compression", "CompressionResistancePriority", 750, element, to: &node)
    if let margins = margins.margins(of: view, in: cell) { node.set("margins", numbers: margins) }
    if margins.preserves(view), view.role != .content || view.parent != 0 {
      node.set("preservesSuperviewMargins", .bool(true))
    }
    if context.classes.value("hidden", of: element) == "YES" { node.set("hidden", .bool(true)) }
    switch element["verifyAmbiguity"] {
    case "off": node.set("ambiguity", .text("never"))
    case "ignoreSizes": node.set("ambiguity", .text("position"))
    default: break
    }
    if element["layoutMarginsFollowReadableWidth"] == "YES" {
      context.note(
        .importedSetting, line: element.line, "margins that follow the readable width",
        "they are as on phones, where that changes nothing")
    }
    if element["semanticContentAttribute"] != nil {
      context.note(
        .importedSetting, line: element.line, "a semantic content attribute",
        "it is left out: the environment's direction holds for all views")
    }
    if !view.object.isEmpty { node.set("object", .text(view.object)) }
    let kind = ImportedKinds.fixed(view, isRecent: content.hasRecentControls)
    if let name = element["customClass"] ?? kind?.name {
      node.set("class", .text(name))
    }
    if let attributes = ImportedAttributes.node(element) { node.set("attributes", attributes) }
  }

  private func writePriorities(
    _ key: String, _ suffix: String, _ standard: Int, _ element: XMLElement,
    to node: inout NodeBuilder
  ) {
    func rank(_ axis: String) -> Int {
      guard let text = context.classes.value("\(axis)\(suffix)", of: element) else {
        return standard
      }
      if let rank = ImportedNumber.priority(text) {
        guard rank == 1000 else { return rank }
        // A content view has no content that could set its size.
        if element["key"] != "contentView" {
          context.note(
            .importedSetting, line: element.line, "a \(key) of 1000",
            "it became 999, so that required constraints go first where they contradict the content"
          )
        }
        return 999
      }
      context.note(
        .importedValue, line: element.line,
        "'\(ImportedViewReader.plain(text))' as \(axis)\(suffix)", "it is left out")
      return standard
    }
    let (horizontal, vertical) = (rank("horizontal"), rank("vertical"))
    if horizontal == vertical {
      if horizontal != standard { node.set(key, .number(Double(horizontal))) }
      return
    }
    var axes = NodeBuilder(line: element.line)
    if horizontal != standard { axes.set("horizontal", .number(Double(horizontal))) }
    if vertical != standard { axes.set("vertical", .number(Double(vertical))) }
    node.set(key, axes.node)
  }
}

/// The sizes and alignment insets of UIKit's views.
struct ImportedKinds {
  /// A UIKit view whose kind documents do not support.
  struct Fixed {
    /// The name of the UIKit class.
    var name: String
    /// The intrinsic size [width, height] of the alignment rectangle, in points; `nil` for no such
    /// side.
    var intrinsic: [Double?] = [nil, nil]
    /// The alignment insets [top, leading, bottom, trailing], in points; `nil` for none.
    var alignment: [Double]?
    /// Whether only UIKit knows the intrinsic size.
    var isUnknown = false
  }

  /// The UIKit view for an element; `nil` for plain views and unknown kinds.
  ///
  /// Source: files saved by Xcode.
  ///
  /// - Parameter isRecent: Whether the sizes are those in iOS 26 and later.
  static func fixed(_ view: ImportedView, isRecent: Bool = false) -> Fixed? {
    let name = names[view.kind] ?? "UI" + view.kind.prefix(1).uppercased() + view.kind.dropFirst()
    switch view.kind {
    case "slider":
      return Fixed(name: name, intrinsic: [nil, isRecent ? 33 : 30], alignment: [0, 2, 1, 2])
    case "switch" where isRecent:
      return Fixed(name: name, intrinsic: [61, 28], alignment: [0, 0, 0, 2])
    case "progressView": return Fixed(name: name, intrinsic: [nil, 4])
    case "activityIndicatorView":
      let isLarge = ["large", "whiteLarge"].contains(view.element["style"])
      return Fixed(name: name, intrinsic: isLarge ? [37, 37] : [20, 20])
    case "segmentedControl": return Fixed(name: name, alignment: [0, 0, 1, 0], isUnknown: true)
    case "textView": return Fixed(name: name, isUnknown: view.element["scrollEnabled"] == "NO")
    default:
      if unknown.contains(view.kind) { return Fixed(name: name, isUnknown: true) }
      return containers.contains(view.kind) || names[view.kind] != nil ? Fixed(name: name) : nil
    }
  }

  /// Class names by element name, for classes whose name is not `UI` followed by the element's
  /// name.
  private static let names = [
    "mapView": "MKMapView", "wkWebView": "WKWebView", "containerView": "UIView",
    "glkView": "GLKView", "mtkView": "MTKView", "sceneKitView": "SCNView", "skView": "SKView",
    "arscnView": "ARSCNView",
  ]
  /// Names of elements whose intrinsic size is known only to UIKit.
  private static let unknown = [
    "textField", "searchBar", "pickerView", "datePicker", "stepper", "pageControl", "colorWell",
    "toolbar", "navigationBar", "tabBar",
  ]
  /// Names of elements without an intrinsic size.
  private static let containers = [
    "scrollView", "tableView", "collectionView", "webView", "visualEffectView", "control",
  ]

  /// Names of elements that are imported without a note about their kind.
  static let plain =
    ImportedView.cellKinds + [
      "view", "switch", "tableViewCellContentView", "collectionViewCellContentView",
    ]
}

/// Reads the user-defined runtime attributes of a view.
struct ImportedAttributes {
  /// Whether the runtime attribute at a key path is set to true.
  static func flag(_ keyPath: String, of element: XMLElement) -> Bool {
    attributes(element).contains { attribute in
      attribute["keyPath"] == keyPath
        && (attribute["value"] == "YES"
          || attribute.children.contains { $0["key"] == "value" && $0["value"] == "YES" })
    }
  }

  /// All attributes of an element as a mapping by key path; `nil` when there are none.
  static func node(_ element: XMLElement) -> DocumentNode? {
    let attributes = attributes(element)
    guard let first = attributes.first else { return nil }
    var node = NodeBuilder(line: first.line)
    for attribute in attributes {
      let key = ImportedViewReader.plain(attribute["keyPath"] ?? "")
      guard !node.entries.contains(where: { $0.key == key }) else { continue }
      node.set(key, value(attribute))
    }
    return node.node
  }

  private static func attributes(_ element: XMLElement) -> [XMLElement] {
    element.children("userDefinedRuntimeAttributes").flatMap(\.children)
      .filter { $0.name == "userDefinedRuntimeAttribute" }
  }

  private static func value(_ attribute: XMLElement) -> DocumentNode.Value {
    let child = attribute.children.first { $0["key"] == "value" }
    let text = attribute["value"] ?? child?["value"]
    switch attribute["type"] {
    case "boolean": return .bool(text == "YES")
    case "number":
      return text.flatMap(PlainNumber.value).map { .number($0) } ?? .text(text ?? "")
    default: break
    }
    if let text { return .text(text) }
    guard let child else { return .null }
    if child.name == "string" || child.name == "mutableString" { return .text(child.text) }
    // Other values, such as colors and sizes, become mappings of their XML attributes.
    var parts = NodeBuilder(line: attribute.line)
    for part in child.attributes
    where part.name.local != "key" && !parts.entries.contains(where: { $0.key == part.name.local })
    {
      parts.set(
        part.name.local,
        PlainNumber.value(of: part.value).map { .number($0) } ?? .text(part.value))
    }
    return parts.node.value
  }
}
