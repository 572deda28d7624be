import StructuredDocuments
import TemplateDocuments
import XMLDocuments

/// Writes the content of a view: text, font, image, intrinsic size and the settings of stacks.
struct ImportedContent {
  let context: ImportContext
  /// The sizes of images by name.
  let images: ImportedImages
  /// Whether controls have the sizes that they have in iOS 26 and later.
  let hasRecentControls: Bool

  private var classes: SizeClasses { context.classes }
  private var mode: InterfaceBuilderMode { context.mode }
  private var texts: ImportedText { ImportedText(context: context) }

  /// The kind that a view gets in the document.
  func kind(of view: ImportedView) -> String {
    guard placeholderSize(of: view) == nil else { return "view" }
    return switch view.kind {
    case "label": "label"
    case "button": "button"
    case "imageView": "image"
    case "stackView": "stack"
    case "switch": hasRecentControls ? "view" : "switch"
    default: "view"
    }
  }

  /// Writes the keys of the view's content.
  func write(_ view: ImportedView, to node: inout NodeBuilder) {
    if let size = placeholderSize(of: view) {
      node.set("intrinsic", numbers: size)
      context.note(
        .importedPlaceholder, line: view.element.line, "placeholder intrinsic sizes",
        "they take the place of the views' content, as on the canvas; import without --canvas "
          + "for the content")
      return
    }
    if mode == .runtime, hasPlaceholder(view) {
      context.note(
        .importedPlaceholder, line: view.element.line, "placeholder intrinsic sizes",
        "they are left out, as when the app is built; the content decides")
    } else if mode == .canvas, hasPlaceholder(view) {
      context.note(
        .importedPlaceholder, line: view.element.line,
        "placeholder intrinsic sizes of a stack view with arranged views",
        "they are left out: the arranged views decide its size")
    }
    switch view.kind {
    case "label": writeLabel(view.element, to: &node)
    case "button": writeButton(view.element, to: &node)
    case "imageView":
      if let size = images.size(of: view.element, "image") { node.set("intrinsic", numbers: size) }
    case "stackView": writeStack(view.element, to: &node)
    default: writeOther(view, to: &node)
    }
  }

  /// The intrinsic size of a placeholder, [width, height] in points, which only the canvas shows.
  ///
  /// It is `nil` without a placeholder, and for a stack view that arranges views.
  private func placeholderSize(of view: ImportedView) -> [Double?]? {
    let isFilled =
      view.kind == "stackView"
      && view.element.children("subviews").contains { !$0.children.isEmpty }
    guard mode == .canvas, hasPlaceholder(view), !isFilled else { return nil }
    // The word `infinite` means that there is no size on the axis.
    return Self.placeholderKeys.map { key in
      view.element.length(key).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  private static let placeholderKeys = ["placeholderIntrinsicWidth", "placeholderIntrinsicHeight"]

  private func hasPlaceholder(_ view: ImportedView) -> Bool {
    Self.placeholderKeys.contains { view.element[$0] != nil }
  }

  private func writeLabel(_ element: XMLElement, to node: inout NodeBuilder) {
    texts.write(
      texts.pieces("attributedText", of: element), or: texts.plain("text", of: element),
      line: element.line, to: &node)
    let font = classes.child(key: "fontDescription", of: element)
    ImportedFont.write(font, standard: 17, to: &node, context)
    if let text = element["numberOfLines"], let lines = Int(text), (0...10_000).contains(lines),
      lines != 1
    {
      node.set("lines", .number(Double(lines)))
    }
    switch element["lineBreakMode"] {
    case "headTruncation": node.set("truncation", .text("head"))
    case "middleTruncation": node.set("truncation", .text("middle"))
    case "clip", "wordWrap": node.set("truncation", .text("clip"))
    case "characterWrap":
      node.set("truncation", .text("clip"))
      node.set("wrapping", .text("character"))
    default: break
    }
    if element["adjustsFontSizeToFit"] != "NO", let scale = minimumScale(element, font) {
      node.set("minimumScale", .number(scale))
    }
    if element["adjustsLetterSpacingToFitWidth"] == "YES" { node.set("tightening", .bool(true)) }
    if let width = element.length("preferredMaxLayoutWidth"), width > 0 {
      context.note(
        .importedSetting, line: element.line, "a preferred maximum layout width",
        "it is left out: texts wrap at the width that they get")
    }
  }

  /// The minimum scale of a label's font, or `nil` when the font may not shrink.
  private func minimumScale(_ element: XMLElement, _ font: XMLElement?) -> Double? {
    var scale = element["minimumScaleFactor"].flatMap(PlainNumber.value)
    if scale == nil, let least = element["minimumFontSize"].flatMap(PlainNumber.value), least > 0,
      let size = ImportedFont.size(font)
    {
      scale = least / size
    }
    guard let scale, scale >= 0.01, scale < 1 else { return nil }
    return scale
  }

  private func writeButton(_ element: XMLElement, to node: inout NodeBuilder) {
    let state = element.child("state", key: "normal")
    let configuration = element.children.first { $0.name == "buttonConfiguration" }
    let sources = [state, configuration].compactMap(\.self)
    func first<Value>(_ read: (XMLElement) -> Value?) -> Value? {
      for source in sources { if let value = read(source) { return value } }
      return nil
    }
    let title = first { texts.plain("title", of: $0) }
    let pieces = first { texts.pieces("attributedTitle", of: $0) }
    let picture = first { images.size(of: $0, "image") }
    let background = state.flatMap { images.size(of: $0, "backgroundImage") }
    if title == nil, pieces == nil, picture == nil, let background {
      node.set("intrinsic", numbers: background)
      return
    }
    texts.write(pieces, or: title, line: element.line, to: &node)
    ImportedFont.write(
      classes.child(key: "fontDescription", of: element), standard: 15, to: &node, context)
    if let picture { node.set("image", numbers: picture) }
    if configuration != nil {
      context.note(
        .importedSize, line: element.line, "a button with a configuration",
        "its padding is taken for that of a button without one; set contentInsets by hand")
    }
    for (key, name) in [
      ("contentEdgeInsets", "contentInsets"), ("titleEdgeInsets", "titleInsets"),
      ("imageEdgeInsets", "imageInsets"),
    ] {
      let insets = element.child(key: key)?.lengths(["minY", "minX", "maxY", "maxX"])
      if let insets { node.set(name, numbers: insets) }
    }
  }

  private func writeStack(_ element: XMLElement, to node: inout NodeBuilder) {
    if classes.value("axis", of: element) == "vertical" { node.set("axis", .text("vertical")) }
    let distributions = ["fillEqually", "fillProportionally", "equalSpacing", "equalCentering"]
    if let word = classes.value("distribution", of: element), distributions.contains(word) {
      node.set("distribution", .text(word))
    }
    if let word = classes.value("alignment", of: element),
      let alignment = alignment(word, isVertical: classes.value("axis", of: element) == "vertical")
    {
      node.set("alignment", .text(alignment))
    }
    let spacing = classes.value("spacing", of: element).flatMap(ImportedNumber.length)
    if element["spacingType"] == "standard" {
      node.set("spacing", .text("standard"))
    } else if let spacing, spacing != 0 {
      node.set("spacing", .number(spacing))
    }
    if element["baselineRelativeArrangement"] == "YES" {
      node.set("baselineRelative", .bool(true))
    }
    let isRelative =
      ImportedMargins.explicit(element) != nil
      || element["layoutMarginsRelativeArrangement"] == "YES"
      || ImportedAttributes.flag("layoutMarginsRelativeArrangement", of: element)
    if isRelative { node.set("relativeToMargins", .bool(true)) }
  }

  /// The alignment of a stack across its axis, in the words of documents; `nil` for `fill`.
  ///
  /// In UIKit, leading has the same value as top, and trailing as bottom, so a file may contain
  /// either word. Baselines apply only to horizontal stacks.
  private func alignment(_ word: String, isVertical: Bool) -> String? {
    switch word {
    case "leading", "top": isVertical ? "leading" : "top"
    case "trailing", "bottom": isVertical ? "trailing" : "bottom"
    case "center": word
    case "firstBaseline", "lastBaseline": isVertical ? nil : word
    default: nil
    }
  }

  private func writeOther(_ view: ImportedView, to node: inout NodeBuilder) {
    guard let fixed = ImportedKinds.fixed(view, isRecent: hasRecentControls) else {
      if !ImportedKinds.plain.contains(view.kind) {
        context.note(
          .importedKind, line: view.element.line,
          "a view of the kind '\(ImportedViewReader.plain(view.kind))'",
          "it became a plain view; declare its intrinsic size if it has one")
      }
      return
    }
    if fixed.intrinsic.contains(where: { $0 != nil }) {
      node.set("intrinsic", numbers: fixed.intrinsic)
    }
    if let alignment = fixed.alignment { node.set("alignmentInsets", numbers: alignment) }
    if fixed.isUnknown {
      context.note(
        .importedSize, line: view.element.line, "the size of a \(view.kind)",
        "only UIKit knows it; declare its intrinsic size where constraints do not decide it")
    }
  }
}

/// The images that a file names, with their sizes.
struct ImportedImages {
  /// Sizes [width, height] in points, by name.
  private var sizes: [String: [Double?]] = [:]
  private var symbols: Set<String> = []
  private let context: ImportContext

  init(_ document: XMLElement, context: ImportContext) {
    self.context = context
    for image in document.children("resources").flatMap(\.children) where image.name == "image" {
      guard let name = image["name"] else { continue }
      if image["catalog"] == "system" {
        symbols.insert(name)
        continue
      }
      if let size = image.lengths(["width", "height"]), size.allSatisfy({ $0 >= 0 }) {
        sizes[name] = size
      }
    }
  }

  /// The size of an element's image, [width, height] in points; `nil` if the element has no image.
  ///
  /// It is also `nil`, with a note, when the size is unknown.
  func size(of element: XMLElement, _ key: String) -> [Double?]? {
    let reference = element.child("imageReference", key: key)
    let catalog = reference?["catalog"] ?? element["catalog"]
    guard let name = reference?["image"] ?? reference?["name"] ?? element[key], !name.isEmpty
    else { return nil }
    if catalog == "system" || symbols.contains(name) {
      context.note(
        .importedSize, line: element.line, "the size of a symbol of the system",
        "only UIKit knows it; declare the view's intrinsic size")
      return nil
    }
    if let size = sizes[name] { return size }
    context.note(
      .importedSize, line: element.line,
      "the picture '\(ImportedViewReader.plain(name))', whose size the file does not say",
      "declare the view's intrinsic size")
    return nil
  }
}
