import AutoLayout
import CSSBoxes
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// Reads the `card` of a document, depth first: its elements and the views that they create.
struct CardReader {
  private(set) var views: [TemplateView] = [TemplateView(id: "cell", kind: .cell, parent: nil)]
  private(set) var tree = CardTree()
  /// The conditions under which elements are hidden, which are parsed once all labels are known.
  private(set) var hiddenTexts: [(element: Int, text: String, line: Int)] = []
  private let context: DocumentContext
  private var identifiers: ViewIdentifiers
  private var isOverLimit = false
  /// Number of elements, and of texts among them.
  private var count = 0
  /// Nesting depth of the element that is being read.
  private var depth = 0
  /// Number of labels without an id.
  private var unnamed = 0

  static let keys = [
    "id", "style", "children", "text", "source", "scale", "intrinsic", "hidden", "repeat",
    "reuseId", "object", "class", "attributes", "br", "markup",
  ]

  /// Creates a reader with the cell as view 0.
  ///
  /// - Parameter viewportHeight: Height of the viewport in CSS pixels; `nil` if it is not known.
  init(object: String?, viewportHeight: Double?, context: DocumentContext) {
    self.context = context
    tree.document.viewportHeight = viewportHeight
    identifiers = ViewIdentifiers(context: context)
    views[0].objectID = object
  }

  mutating func setHidden(_ element: Int, when condition: Condition) {
    tree.elements[element].hiddenWhen = condition
  }

  /// Hides each view whose element is hidden, or is inside a hidden element without a view.
  mutating func hideViews() {
    for (index, element) in tree.elements.enumerated() {
      guard let view = element.view, view > 0 else { continue }
      var conditions: [Condition] = []
      var next: Int? = index
      while let current = next {
        if tree.elements[current].isHidden { views[view].isHidden = true }
        if let condition = tree.elements[current].hiddenWhen { conditions.append(condition) }
        next = tree.document.elements[current].parent
        if let next, tree.elements[next].view != nil { break }
      }
      if !conditions.isEmpty {
        views[view].hiddenWhen = conditions.count == 1 ? conditions[0] : .any(conditions)
      }
    }
  }

  /// Reads the sheet for markup.
  mutating func read(sheet node: DocumentNode) {
    tree.sheet = MarkupReader.sheet(
      node, viewportHeight: tree.document.viewportHeight, into: context)
  }

  /// Reads the card.
  ///
  /// - Returns: Whether it is usable; if not, a problem was reported.
  mutating func read(card node: DocumentNode) -> Bool {
    guard read(node, parent: nil, view: 0) != nil else { return false }
    checkVariables()
    return true
  }

  /// Reads an element or a text, and the elements inside.
  @discardableResult
  private mutating func read(_ node: DocumentNode, parent: Int?, view: Int) -> Int? {
    guard hasRoom(line: node.line) else { return nil }
    depth += 1
    defer { depth -= 1 }
    if node.entries == nil, parent != nil, let text = node.text {
      return read(text: text, line: node.line, parent: parent)
    }
    if node["br"] != nil { return readLineBreak(node, parent: parent) }
    let what =
      node["id"]?.text.map { "the element '\(DocumentNode.shortened($0))'" }
      ?? (parent == nil ? "the card" : "an element")
    guard
      let fields = Fields(
        node, what: what, sort: "an element of a card", keys: Self.keys, into: context)
    else { return nil }
    var element = CardElement()
    element.name = what
    element.line = fields.line
    let declared = fields["style"].map { declarations($0, what) } ?? []
    element.values = declared.map(\.value)
    readHidden(fields, tree.elements.count, &element)
    fields.checkKept()
    let contents = ["text", "source", "children", "markup"].filter { fields[$0] != nil }
    if contents.count > 1 {
      context.report(
        .unknownKey, line: fields.line(of: contents[1]),
        found: "'\(contents[1])' beside '\(contents[0])' in \(what)",
        expected:
          "expected one of 'text', 'source', 'children' and 'markup'; a text among elements "
          + "stands in 'children'")
    }
    element.markup = fields["markup"].flatMap { MarkupReader.markup($0, fields) }
    let (own, isPicture) = readView(fields, &element, isRoot: parent == nil, parent: view)
    let index = tree.append(
      isPicture ? .picture : .box, element, declarations: declared.map(\.declaration),
      parent: parent)
    if let text = fields["text"] {
      if let value = text.text {
        read(text: value, line: text.line, parent: index)
      } else {
        fields.report("text", text, expected: "text; quote it")
      }
    }
    for child in fields.list("children") { read(child, parent: index, view: own ?? view) }
    return index
  }

  /// Reads a text that is an element's content, or stands among its children.
  @discardableResult
  private mutating func read(
    text: String, as kind: CSSElement.Kind = .text, line: Int, parent: Int?
  ) -> Int? {
    let limit = context.limits.textLength
    guard text.utf8.count <= limit else {
      context.reportLimit(limit, line: line, found: "\(text.utf8.count) bytes as a text")
      return nil
    }
    guard let bound = boundText(text, line: line) else { return nil }
    var element = CardElement(text: bound)
    element.name = "a text"
    element.line = line
    return tree.append(kind, element, parent: parent)
  }

  /// Reads `{br: true}`, the end of a line.
  private mutating func readLineBreak(_ node: DocumentNode, parent: Int?) -> Int? {
    guard let fields = Fields(node, what: "a line break", keys: ["br", "hidden"], into: context)
    else { return nil }
    guard fields.flag("br") ?? false, let parent else {
      context.report(
        .invalidValue, line: fields.line(of: "br"),
        found: parent == nil ? "'br' of the card" : "'br' that is not true",
        expected: "expected {br: true} among 'children'")
      return nil
    }
    guard let index = read(text: "\n", as: .lineBreak, line: fields.line, parent: parent) else {
      return nil
    }
    var element = tree.elements[index]
    readHidden(fields, index, &element)
    tree.elements[index] = element
    return index
  }

  private func boundText(_ text: String, line: Int) -> BoundText? {
    do throws(NotationError) {
      return try BoundText(text)
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
      return nil
    }
  }

  /// Whether one more element is within the limits; the first one beyond a limit is reported.
  private mutating func hasRoom(line: Int) -> Bool {
    guard !isOverLimit else { return false }
    if depth >= context.limits.nesting {
      context.reportLimit(
        context.limits.nesting, line: line,
        found: "more than \(context.limits.nesting) elements inside one another")
    } else if count >= context.limits.views {
      context.reportLimit(
        context.limits.views, line: line, found: "more than \(context.limits.views) boxes")
    } else {
      count += 1
      return true
    }
    isOverLimit = true
    return false
  }

  /// Reads the key `hidden`: a boolean or a condition.
  private mutating func readHidden(
    _ fields: Fields, _ index: Int, _ element: inout CardElement
  ) {
    guard let node = fields["hidden"] else { return }
    switch node.value {
    case .bool(let isHidden): element.isHidden = isHidden
    case .text:
      guard let text = fields.text("hidden") else { return }
      hiddenTexts.append((index, text, fields.line(of: "hidden")))
    default:
      fields.report("hidden", node, expected: "true, false or a condition such as \"not {image}\"")
    }
  }

  /// Reads the view that an element creates: one with an id, or a picture.
  ///
  /// The card has the frame of the cell, which is view 0, and may have an id, too.
  ///
  /// - Returns: The index of the view, `nil` if there is none, and whether it is a picture.
  private mutating func readView(
    _ fields: Fields, _ element: inout CardElement, isRoot: Bool, parent: Int
  ) -> (view: Int?, isPicture: Bool) {
    let image = ImageReader.read(fields)
    let declared = fields.intrinsic("intrinsic", ofText: false)
    let isPicture = fields["source"] != nil || fields["intrinsic"] != nil
    if isRoot, isPicture {
      context.report(
        .unsupported, line: fields.line, found: "a picture as the card",
        expected: "expected the picture as an element in 'children'")
      return (nil, false)
    }
    guard fields["id"] != nil || isPicture else {
      if fields["reuseId"] != nil {
        fields.reportMissing("id", expected: "the id of the view that 'reuseId' is about")
      }
      return (nil, false)
    }
    var view = TemplateView(
      id: identifiers.read(fields), kind: isPicture ? .image : .view, parent: parent,
      line: fields.line)
    view.objectID = fields.text("object")
    view.reuseID = fields.text("reuseId")
    if isPicture {
      view.image = image
      if let (size, bound) = declared {
        view.intrinsic = size
        view.boundIntrinsic = bound
      }
    }
    element.view = views.count
    views.append(view)
    return (element.view, isPicture)
  }
}

/// Makes labels of the texts.
extension CardReader {
  /// Gives each block of lines a view: that of the element whose only content it is, or a new one.
  ///
  /// Views exist before records and environments, so declarations with queries or bindings are left
  /// out here. A block that they divide or join has its text in the view of its first text.
  mutating func addLabels() {
    var styles: [CSSStyle] = []
    for (index, element) in tree.document.elements.enumerated() {
      let name = tree.elements[index].name
      let parent = element.parent.map { styles[$0] }
      guard !element.isText else {
        styles.append(parent?.ofText ?? CSSStyle())
        continue
      }
      let fixed = element.declarations.compactMap { declaration in
        declaration.query == nil ? declaration.value.map { (declaration, $0) } : nil
      }
      let computed = CSSStyle.computed(
        fixed.map { ($0.0.property, $0.1) }, in: parent,
        CSSStyle.Surroundings(units: tree.document.units(width: 320)))
      styles.append(computed.style)
      for case (let index, let value?) in computed.invalid {
        context.warn(
          line: fixed[index].0.line,
          found: "'\(value.text)' as '\(fixed[index].0.property)' in the style of \(name), "
            + "which is not valid with the custom properties around",
          expected: "it counts as 'unset', as in CSS; give them values with which it is valid")
      }
    }
    checkInline(styles)
    checkClamps(styles)
    let elements = tree.document.elements
    let flow = BoxFlow(
      tree.document, styles.map { ComputedStyle($0) },
      isHidden: [Bool](repeating: false, count: elements.count))
    for element in elements.indices where !elements[element].isText {
      // The texts of an inline element are on the lines of the element around.
      guard styles[element].box.display != .inline || isItem(element, styles) else { continue }
      let isFlex = styles[element].box.display.isFlex
      let groups = flow.groups(of: elements[element].children, isFlex: isFlex)
      for case .inline(let run) in groups {
        let texts = run.compactMap(\.text)
        let content = texts.first { elements[$0].kind == .text }
        guard let first = content ?? texts.first else { continue }
        let label = label(of: texts, styles, in: element)
        if groups.count == 1, !isFlex, let view = tree.elements[element].view, view > 0 {
          views[view].kind = .label
          views[view].label = label
          tree.elements[first].view = view
        } else {
          tree.elements[first].view = addView(label, of: first, in: element)
        }
      }
    }
  }

  /// Whether an inline element is a block, because it is an item of a flex container.
  private func isItem(_ element: Int, _ styles: [CSSStyle]) -> Bool {
    guard let parent = tree.document.elements[element].parent else { return true }
    return styles[parent].box.display.isFlex || styles[element].box.position == .absolute
  }

  private func label(
    of texts: [Int], _ styles: [CSSStyle], in element: Int
  ) -> LabelContent {
    var label = LabelContent(text: BoundText(joining: []))
    label.lineLimit = styles[element].box.lineClamp
    label.font = styles[element].text.fontRequest
    let pieces = texts.compactMap { text in
      tree.elements[text].text.map {
        TextPiece(text: $0, font: styles[text].text.fontRequest)
      }
    }
    label.text = BoundText(joining: pieces.map(\.text))
    if pieces.count > 1 || pieces.first?.font != label.font { label.pieces = pieces }
    return label
  }

  /// Adds a view for lines that are not the only content of an element with a view.
  private mutating func addView(_ label: LabelContent, of text: Int, in element: Int) -> Int {
    var parent: Int? = element
    while let next = parent, tree.elements[next].view == nil {
      parent = tree.document.elements[next].parent
    }
    var id = ""
    repeat {
      unnamed += 1
      id = "text.\(unnamed)"
    } while views.contains { $0.id == id }
    var view = TemplateView(
      id: id, kind: .label, parent: parent.flatMap { tree.elements[$0].view } ?? 0,
      line: tree.elements[text].line)
    view.label = label
    views.append(view)
    return views.count - 1
  }

  /// Warns about limits of lines that have no effect, as in Chromium.
  private func checkClamps(_ styles: [CSSStyle]) {
    for (index, element) in tree.document.elements.enumerated()
    where styles[index].text.lineClamp > 0 && styles[index].box.lineClamp == 0 {
      let clamp = element.declarations.last { $0.property == "-webkit-line-clamp" }
      // Another value may hold for some widths or records.
      let isFixed = element.declarations.allSatisfy {
        ($0.property != "display" && $0.property != "-webkit-box-orient")
          || ($0.query == nil && $0.value?.references.contains(.variables) == false)
      }
      guard let clamp, isFixed else { continue }
      context.warn(
        line: clamp.line,
        found: "'-webkit-line-clamp' of \(tree.elements[index].name), which has no effect",
        expected: Self.clampWords)
    }
  }

  private static let clampWords =
    "lines are clamped with 'display: -webkit-box', '-webkit-box-orient: vertical', "
    + "'-webkit-line-clamp' and 'overflow: hidden'"

  /// Warns about custom properties that nothing declares.
  private func checkVariables() {
    var declared: [Set<String>] = []
    for (index, element) in tree.document.elements.enumerated() {
      let own = element.declarations.map(\.property).filter { $0.hasPrefix("--") }
      let names = (element.parent.map { declared[$0] } ?? []).union(own)
      declared.append(names)
      for declaration in element.declarations {
        for (name, hasFallback) in declaration.value?.variables ?? []
        where !hasFallback && !names.contains(name) {
          context.warn(
            line: declaration.line,
            found: "'var(\(name))' as '\(declaration.property)' in the style of "
              + "\(tree.elements[index].name), "
              + "but neither it nor an element around declares '\(name)'",
            expected:
              "the property counts as 'unset', as in CSS; declare '\(name)' on the card, or "
              + "write var(\(name), FALLBACK)")
        }
      }
    }
  }

  /// Reports inline elements that are positioned.
  private func checkInline(_ styles: [CSSStyle]) {
    for (index, element) in tree.document.elements.enumerated() where !element.isText {
      let box = styles[index].box
      guard box.display == .inline, box.position != .static, element.kind != .picture,
        !isItem(index, styles)
      else { continue }
      context.report(
        .unsupported, line: tree.elements[index].line,
        found:
          "'position: \(box.position.rawValue)' of \(tree.elements[index].name), which is inline",
        expected: "expected an inline-block, or 'position: static'")
    }
  }
}

extension CSSTextStyle {
  /// The request for the font of an element.
  fileprivate var fontRequest: FontRequest {
    let characters = measured.characters
    var request = FontRequest()
    request.family = characters.family
    request.style = nil
    request.size = characters.size
    request.weight = characters.weight
    request.isItalic = characters.italic
    request.width = characters.width
    request.letterSpacing = characters.letterSpacing
    return request
  }
}

/// Reads styles.
extension CardReader {
  /// A declaration, and its value with bindings.
  private typealias Declaration = (declaration: CSSDeclaration, value: BoundText)

  private func declarations(_ node: DocumentNode, _ what: String) -> [Declaration] {
    guard let entries = node.entries else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as 'style' of \(what)",
        expected: "expected a mapping of CSS properties to values")
      return []
    }
    if let clamp = entries.first(where: { $0.key == "line-clamp" }),
      !entries.contains(where: { $0.key == "-webkit-line-clamp" })
    {
      context.warn(
        line: clamp.line, found: "'line-clamp' of \(what), which Chromium does not have",
        expected: Self.clampWords)
    }
    return wholeEntries(entries, what).flatMap { entry -> [Declaration] in
      guard entry.key.hasPrefix("@") else {
        return declaration(entry, nil, what).map { [$0] } ?? []
      }
      do throws(CSSError) {
        let query = try CSSQuery(entry.key)
        guard !query.needsHeight || tree.document.viewportHeight != nil else {
          throw CSSError(
            found: "'\(entry.key)'",
            expected: "expected the height of the viewport in the template, as in "
              + "'viewport: {height: 800}'")
        }
        guard let inside = entry.value.entries else {
          context.report(
            .invalidValue, line: entry.line, found: "\(entry.value.found) as '\(entry.key)'",
            expected: "expected a mapping of CSS properties to values")
          return []
        }
        return wholeEntries(inside, what).compactMap { declaration($0, query, what) }
      } catch {
        context.report(
          .invalidValue, line: entry.line, found: error.found + " in the style of \(what)",
          expected: error.expected)
        return []
      }
    }
  }

  /// The entries without those whose value a comma cuts, which are reported.
  ///
  /// In YAML, `{width: clamp(1px, 2px, 3px)}` has the keys `width`, `2px` and `3px)`.
  private func wholeEntries(
    _ entries: [DocumentNode.Entry], _ what: String
  ) -> [DocumentNode.Entry] {
    var result: [DocumentNode.Entry] = []
    var rest = entries[...]
    while let entry = rest.popFirst() {
      let cut = rest.prefix { entry in
        if case .null = entry.value.value { !CSSStyle.isProperty(entry.key) } else { false }
      }
      guard !cut.isEmpty, let text = entry.value.literal else {
        result.append(entry)
        continue
      }
      rest = rest.dropFirst(cut.count)
      let whole = ([text] + cut.map(\.key)).joined(separator: ", ")
      context.report(
        .invalidValue, line: entry.line,
        found:
          "'\(text)' as '\(entry.key)' in the style of \(what), without what follows its comma",
        expected: "expected \(entry.key): \"\(DocumentNode.shortened(whole))\"; "
          + DocumentParser.quotingAdvice,
        mark: SourceLocation(line: entry.value.line, text: text))
    }
    return result
  }

  private func declaration(
    _ entry: DocumentNode.Entry, _ query: CSSQuery?, _ what: String
  ) -> Declaration? {
    let property = entry.key
    if CSSProperties.painted.contains(property) { return nil }
    if let instead = CSSProperties.refused[property] {
      context.report(
        .unsupported, line: entry.line, found: "the property '\(property)' in the style of \(what)",
        expected: "expected \(instead)")
      return nil
    }
    if property == "display",
      let instead = entry.value.text.flatMap({ CSSProperties.displays[$0] })
    {
      context.report(
        .unsupported, line: entry.line,
        found: "'display: \(entry.value.text ?? "")' in the style of \(what)",
        expected: "expected \(instead)")
      return nil
    }
    guard let text = entry.value.literal ?? entry.value.text else {
      context.report(
        .invalidValue, line: entry.line,
        found: "\(entry.value.found) as '\(property)' of \(what)", expected: "expected a CSS value")
      return nil
    }
    guard text.utf8.count <= context.limits.textLength else {
      context.reportLimit(
        context.limits.textLength, line: entry.line,
        found: "\(text.utf8.count) bytes as '\(property)' of \(what)")
      return nil
    }
    guard let value = boundText(text, line: entry.line) else { return nil }
    do throws(CSSError) {
      // A value with bindings is checked with those of the record.
      let literal =
        value.bindings.isEmpty ? try CSSValue(value.text(in: ResolvedRecord())) : nil
      if !property.hasPrefix("--") {
        try CSSStyle.check(property, literal, viewportHeight: tree.document.viewportHeight)
      }
      return (
        CSSDeclaration(property: property, value: literal, query: query, line: entry.line), value
      )
    } catch {
      context.report(
        .invalidValue, line: entry.line,
        found: error.found + (error.found.hasPrefix("the property") ? "" : " as '\(property)'")
          + " in the style of \(what)",
        expected: error.expected,
        mark: error.found.hasPrefix("the property")
          ? nil
          : SourceLocation(line: entry.value.line, text: text, offset: error.offset(in: text)))
      return nil
    }
  }
}
