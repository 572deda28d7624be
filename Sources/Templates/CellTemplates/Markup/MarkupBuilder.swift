import CSSBoxes
import FeedRecords
import LayoutPrimitives
import XMLDocuments

/// Makes elements of a card from the markup of a record.
struct MarkupBuilder {
  /// The sheet of the template.
  private let sheet: CSSSheet
  /// Whether the family `monospace` is configured.
  private let hasMonospace: Bool

  /// The style of the browser.
  private static let browser: CSSSheet = {
    var problems: [CSSSheet.Problem] = []
    let text = String(decoding: PackageResources.browser_css, as: UTF8.self)
    let sheet = CSSSheet(text, viewportHeight: nil, problems: &problems)
    assert(problems.isEmpty, "\(problems)")
    return sheet
  }()

  /// The initial value of `display`, which is `block` for elements of templates.
  private static let inline = CSSDeclaration(
    property: "display", value: try? CSSValue("inline"), query: nil, line: 0)

  init(sheet: CSSSheet, hasMonospace: Bool) {
    (self.sheet, self.hasMonospace) = (sheet, hasMonospace)
  }

  /// Adds the elements of a record's markup to an element.
  ///
  /// - Returns: `limit` if the markup was cut at a limit, `size-unknown` if a browser lays an element
  ///   out in a way that is not supported, and `substitute-font` if an element has another font than
  ///   it names.
  func add(
    _ markup: CardMarkup, of record: some BindingSource, to parent: Int, in tree: inout CardTree
  ) -> Caveats {
    guard let (text, language) = markup.text(in: record) else { return [] }
    var cut = text.utf8.count > CardMarkup.byteLimit
    let whole = cut ? String(decoding: text.utf8.prefix(CardMarkup.byteLimit), as: UTF8.self) : text
    let limits = XMLLimits(depth: CardMarkup.depthLimit)
    var html = whole
    switch language {
    case .text:
      tree.append(.text, CardElement(text: BoundText(literal: whole)), parent: parent)
      return cut ? .limit : []
    case .markdown:
      let converted = MarkdownHTML(whole, limits: FeedLimits())
      html = converted.html
      cut = cut || converted.isCut
    case .html: break
    }
    let parsed = HTMLParser.parse(html, limits: limits)
    cut = cut || !parsed.isWhole
    let elements = MarkupElements(tree: parsed)
    var adding = Adding(
      elements: elements, sheet: sheet, isReset: markup.isReset, hasMonospace: hasMonospace)
    adding.addChildren(of: HTMLTree.root, to: parent, in: &tree, depth: 0)
    if cut { adding.caveats.insert(.limit) }
    return adding.caveats
  }

  /// The state of adding the elements of one markup.
  private struct Adding {
    let elements: MarkupElements
    let sheet: CSSSheet
    let isReset: Bool
    let hasMonospace: Bool
    var caveats: Caveats = []
    private var count = 0

    init(elements: MarkupElements, sheet: CSSSheet, isReset: Bool, hasMonospace: Bool) {
      (self.elements, self.sheet) = (elements, sheet)
      (self.isReset, self.hasMonospace) = (isReset, hasMonospace)
    }

    mutating func addChildren(
      of node: Int, to parent: Int, in tree: inout CardTree, depth: Int
    ) {
      var text = ""
      var next = elements.tree.firstChild(of: node)
      while let child = next {
        next = elements.tree.next(after: child)
        let each = elements.tree.nodes[child]
        guard let tag = each.tag else {
          if elements.isClosed(node) { continue }
          text += String(decoding: each.text, as: UTF8.self)
          continue
        }
        addText(&text, to: parent, in: &tree)
        guard count < CardMarkup.elementLimit, depth < CardMarkup.depthLimit else {
          caveats.insert(.limit)
          return
        }
        add(child, tag, each, to: parent, in: &tree, depth: depth)
      }
      addText(&text, to: parent, in: &tree)
    }

    private mutating func addText(_ text: inout String, to parent: Int, in tree: inout CardTree) {
      guard !text.isEmpty else { return }
      count += 1
      tree.append(.text, CardElement(text: BoundText(literal: text)), parent: parent)
      text = ""
    }

    private mutating func add(
      _ node: Int, _ tag: HTMLTag, _ each: HTMLTree.Node, to parent: Int, in tree: inout CardTree,
      depth: Int
    ) {
      count += 1
      if elements.isUnsupported(node) { caveats.insert(.sizeUnknown) }
      switch tag {
      case .br:
        tree.append(.lineBreak, CardElement(text: BoundText(literal: "\n")), parent: parent)
        return
      case .wbr:
        tree.append(.text, CardElement(text: BoundText(literal: "\u{200B}")), parent: parent)
        return
      default: break
      }
      guard !elements.isHidden(node) else { return }
      var element = CardElement(name: "the element '\(each.name)' of the markup")
      element.markupName = each.name
      let declarations = declarations(of: node)
      if let size = MarkupElements.replaced(tag, each) {
        element.natural = size
        tree.append(.picture, element, declarations: declarations, parent: parent)
        return
      }
      let index = tree.append(.box, element, declarations: declarations, parent: parent)
      addChildren(of: node, to: index, in: &tree, depth: depth + 1)
    }

    /// The declarations for an element: those of the browser, of attributes, of the sheet and of
    /// the attribute `style`, from the weakest to the strongest.
    private mutating func declarations(of node: Int) -> [CSSDeclaration] {
      var result = [MarkupBuilder.inline]
      if !isReset {
        let browser = MarkupBuilder.browser.declarations(of: node, in: elements)
        if hasMonospace {
          result += browser
        } else {
          let own = browser.filter { !CSSStyle.setsFamily($0.property) }
          if own.count < browser.count { caveats.insert(.substituteFont) }
          result += own
        }
      }
      result += elements.hints(of: node)
      result += sheet.declarations(of: node, in: elements)
      let inline = elements.inline(of: node)
      if inline.isPartial { caveats.insert(.sizeUnknown) }
      if inline.namesFont { caveats.insert(.substituteFont) }
      return result + inline.declarations
    }
  }
}
