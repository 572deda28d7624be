import CSSBoxes
import FeedRecords
import LayoutPrimitives
import XMLDocuments

/// Makes elements of a card from the markup of a record.
struct MarkupBuilder {
  private var styles: MarkupStyles

  init(sheet: CSSSheet, hasMonospace: Bool) {
    styles = MarkupStyles(sheet: sheet, hasMonospace: hasMonospace)
  }

  /// Adds the elements of a record's markup to an element.
  ///
  /// - Parameter isKept: Whether the texts may come again for the same record, so that they are kept.
  /// - Returns: `limit` if the markup was cut at a limit, `size-unknown` if a browser lays an element
  ///   out in a way that is not supported, and `substitute-font` if an element has another font than
  ///   it names.
  mutating func add(
    _ markup: CardMarkup, of record: some BindingSource, isKept: Bool, to parent: Int,
    in tree: inout CardTree
  ) -> Caveats {
    guard let (text, language) = markup.text(in: record) else { return [] }
    var cut = text.utf8.count > CardMarkup.byteLimit
    let whole = cut ? String(decoding: text.utf8.prefix(CardMarkup.byteLimit), as: UTF8.self) : text
    var html = whole
    switch language {
    case .text:
      // Line feeds of a plain text end lines.
      html = "<div style=\"white-space: pre-wrap\">\(Self.escaped(whole))</div>"
    case .markdown:
      let converted = MarkdownHTML(whole, limits: FeedLimits())
      html = converted.html
      cut = cut || converted.isCut
    case .html: break
    }
    var adding = add(html, isReset: markup.isReset, isKept: isKept, to: parent, in: &tree)
    if cut { adding.caveats.insert(.limit) }
    return adding.caveats
  }

  /// What a part of a Markdown text gives.
  struct Part {
    /// As of a whole text.
    var caveats: Caveats
    /// Number of elements and texts.
    var elements: Int
    /// Whether the part has HTML of its own, whose elements may not end in it.
    var hasRawHTML: Bool
  }

  /// Adds the elements of a part of a Markdown text to an element.
  ///
  /// - Parameters:
  ///   - follows: Whether the text has elements before the part.
  ///   - precedes: Whether the text has elements after the part.
  mutating func add(
    part text: String, isReset: Bool, follows: Bool, precedes: Bool, to parent: Int,
    in tree: inout CardTree
  ) -> Part {
    let converted = MarkdownHTML(text, limits: FeedLimits())
    let adding = add(
      converted.html, isReset: isReset, isKept: true, follows: follows, precedes: precedes,
      to: parent, in: &tree)
    return Part(
      caveats: converted.isCut ? adding.caveats.union(.limit) : adding.caveats,
      elements: adding.count, hasRawHTML: converted.hasRawHTML)
  }

  /// Adds the elements of HTML to an element.
  private mutating func add(
    _ html: String, isReset: Bool, isKept: Bool, follows: Bool = false, precedes: Bool = false,
    to parent: Int, in tree: inout CardTree
  ) -> Adding {
    let parsed = HTMLParser.parse(html, limits: XMLLimits(depth: CardMarkup.depthLimit))
    let count = tree.elements.count + min(parsed.nodes.count, CardMarkup.elementLimit)
    tree.elements.reserveCapacity(count)
    tree.document.elements.reserveCapacity(count)
    var elements = MarkupElements(tree: parsed)
    (elements.follows, elements.precedes) = (follows, precedes)
    var adding = Adding(elements: elements, styles: styles, isReset: isReset, isKept: isKept)
    // The styles are moved out while they are changed, to avoid a copy of their cache.
    styles = MarkupStyles(sheet: CSSSheet(), hasMonospace: false)
    adding.addChildren(of: HTMLTree.root, to: parent, in: &tree, depth: 0)
    styles = adding.styles
    if !parsed.isWhole { adding.caveats.insert(.limit) }
    return adding
  }

  /// HTML that shows a text.
  private static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The state of adding the elements of one markup.
  private struct Adding {
    let elements: MarkupElements
    var styles: MarkupStyles
    let isReset: Bool
    /// Whether the texts may come again, for the same record.
    let isKept: Bool
    var caveats: Caveats = []
    private(set) var count = 0

    init(elements: MarkupElements, styles: MarkupStyles, isReset: Bool, isKept: Bool) {
      (self.elements, self.styles, self.isReset) = (elements, styles, isReset)
      self.isKept = isKept
    }

    private mutating func style(of node: Int) -> MarkupStyles.Style {
      styles.style(of: node, in: elements, isReset: isReset)
    }

    mutating func addChildren(
      of node: Int, to parent: Int, in tree: inout CardTree, depth: Int
    ) {
      var text = ""
      var numbers = elements.numbers(of: node)
      // The summary of details is before their other contents.
      let summary = elements.summary(of: node)
      let isClosed = elements.isClosed(node)
      if let summary, let tag = elements.tree.nodes[summary].tag {
        add(
          summary, tag, elements.tree.nodes[summary], isSummary: true, to: parent, in: &tree,
          depth: depth)
      }
      var next = elements.tree.firstChild(of: node)
      while let child = next {
        next = elements.tree.next(after: child)
        if child == summary || isClosed { continue }
        let each = elements.tree.nodes[child]
        guard let tag = each.tag else {
          text += String(decoding: each.text, as: UTF8.self)
          continue
        }
        addText(&text, to: parent, in: &tree)
        guard count < CardMarkup.elementLimit, depth < CardMarkup.depthLimit else {
          caveats.insert(.limit)
          return
        }
        let ordinal =
          tag == .li && !elements.isHidden(child)
          ? numbers.next(elements.value(of: child)) : nil
        add(child, tag, each, ordinal: ordinal, to: parent, in: &tree, depth: depth)
      }
      addText(&text, to: parent, in: &tree)
    }

    /// Adds the triangle of a summary.
    private func addTriangle(to parent: Int, in tree: inout CardTree) {
      tree.append(.box, CardElement(), declarations: MarkupStyles.triangle, parent: parent)
    }

    private mutating func addText(_ text: inout String, to parent: Int, in tree: inout CardTree) {
      guard !text.isEmpty else { return }
      count += 1
      let index = tree.append(.text, CardElement(text: BoundText(literal: text)), parent: parent)
      tree.document.elements[index].isOfContent = !isKept
      // White space between the parts of a table is no cell.
      tree.document.elements[index].isBlank = text.utf8.allSatisfy {
        $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D || $0 == 0x0C
      }
      text = ""
    }

    private mutating func add(
      _ node: Int, _ tag: HTMLTag, _ each: HTMLTree.Node, ordinal: Int? = nil,
      isSummary: Bool = false, to parent: Int, in tree: inout CardTree, depth: Int
    ) {
      count += 1
      if elements.isUnsupported(node) { caveats.insert(.sizeUnknown) }
      // A record does not choose fonts.
      if tag == .font, each.attributes.has("face") { caveats.insert(.substituteFont) }
      switch tag {
      case .br:
        let index = tree.append(
          .lineBreak, CardElement(text: BoundText(literal: "\n")), parent: parent)
        tree.document.elements[index].clear = elements.clear(of: node)
        return
      case .wbr:
        tree.append(.text, CardElement(text: BoundText(literal: "\u{200B}")), parent: parent)
        return
      default: break
      }
      guard !elements.isHidden(node) else { return }
      var element = CardElement()
      element.markupName = each.name
      let style = style(of: node)
      caveats.formUnion(style.caveats)
      if let size = MarkupElements.replaced(tag, each) {
        element.natural = size
        let index = tree.append(
          .picture, element, declarations: style.declarations.list, parent: parent)
        tree.document.elements[index].shared = style.declarations
        return
      }
      let index = tree.append(
        .box, element, declarations: style.declarations.list, parent: parent)
      tree.document.elements[index].shared = style.declarations
      tree.document.elements[index].ordinal = ordinal
      if let span = elements.span(of: node) { tree.document.elements[index].span = span }
      if tag == .details, elements.summary(of: node) == nil {
        let summary = tree.append(
          .box, CardElement(),
          declarations: isReset ? MarkupStyles.inlineOnly : MarkupStyles.impliedSummary,
          parent: index)
        if !isReset { addTriangle(to: summary, in: &tree) }
        // Browsers show it in their own language.
        var title = "Details"
        addText(&title, to: summary, in: &tree)
      } else if isSummary, !isReset, style.hasTriangle {
        addTriangle(to: index, in: &tree)
      }
      addChildren(of: node, to: index, in: &tree, depth: depth + 1)
    }
  }
}
