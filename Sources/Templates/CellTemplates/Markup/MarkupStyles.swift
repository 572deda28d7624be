import CSSBoxes
import LayoutPrimitives
import XMLDocuments

/// The declarations for elements of markup, which elements of all records share.
struct MarkupStyles {
  /// The declarations for an element.
  struct Style {
    /// The declarations of the browser, of attributes, of the sheet and of the attribute `style`, from
    /// the weakest to the strongest.
    var declarations: SharedDeclarations
    /// `size-unknown` for declarations that are not supported, `substitute-font` for fonts that are
    /// not there.
    var caveats: Caveats
    /// Whether a summary of `details` has the triangle of the browser.
    var hasTriangle = true
  }

  /// What the declarations for an element follow from.
  private struct Key: Hashable {
    var browser: [Int]
    var own: [Int]
    var hints: [String]
    var attribute: String?
    /// Whether the element fills the width around it, unless it has a height.
    var fillsWidth: Bool
  }

  /// The sheet of the template.
  private let sheet: CSSSheet
  /// Whether the family `monospace` is configured.
  private let hasMonospace: Bool
  private var cached: [Key: Style] = [:]
  /// Maximum number of cached styles.
  private static let cacheLimit = 2_048

  /// The style of the browser.
  private static let browser: CSSSheet = {
    var problems: [CSSSheet.Problem] = []
    let text = String(decoding: PackageResources.browser_css, as: UTF8.self)
    let sheet = CSSSheet(text, viewportHeight: nil, problems: &problems)
    assert(problems.isEmpty, "\(problems)")
    return sheet
  }()

  /// The style of an element without the style of the browser.
  static let inlineOnly = [inline]
  /// The style of the summary that browsers add to `details` without one.
  static let impliedSummary = ["display: block"].compactMap(MarkupElements.declaration)
  private static let fullWidth = ["width: 100%"].compactMap(MarkupElements.declaration)
  /// The style of the triangle of a summary.
  ///
  /// Source: Blink's `ListMarker::WidthOfSymbol` and `InlineMarginsForInside`.
  static let triangle = [
    "display: inline-block", "width: 0.66em", "margin-inline-end: 0.4em", "text-indent: 0",
  ].compactMap(MarkupElements.declaration)

  /// The initial value of `display`, which is `block` for elements of templates.
  private static let inline = CSSDeclaration(
    property: "display", value: try? CSSValue("inline"), query: nil, line: 0)

  init(sheet: CSSSheet, hasMonospace: Bool) {
    (self.sheet, self.hasMonospace) = (sheet, hasMonospace)
  }

  /// The declarations for an element.
  mutating func style(of node: Int, in elements: MarkupElements, isReset: Bool) -> Style {
    let key = Key(
      browser: isReset ? [] : Self.browser.rules(for: node, in: elements),
      own: sheet.rules(for: node, in: elements), hints: elements.hints(of: node),
      attribute: elements.tree.nodes[node].attributes.value("style"),
      fillsWidth: elements.fillsWidth(node))
    if let known = cached[key] { return known }
    if cached.count == Self.cacheLimit { cached.removeAll() }
    let style = style(key)
    cached[key] = style
    return style
  }

  private mutating func style(_ key: Key) -> Style {
    var caveats: Caveats = []
    var declarations = [Self.inline]
    for rule in key.browser {
      for declaration in Self.browser.rules[rule].declarations {
        if !hasMonospace, CSSStyle.setsFamily(declaration.property) {
          caveats.insert(.substituteFont)
        } else {
          declarations.append(declaration)
        }
      }
    }
    declarations += key.hints.compactMap(MarkupElements.declaration)
    let browserCount = declarations.count
    declarations += key.own.flatMap { sheet.rules[$0].declarations }
    if let attribute = key.attribute {
      let inline = MarkupElements.inline(attribute)
      declarations += inline.declarations
      if inline.isPartial { caveats.insert(.sizeUnknown) }
      if inline.namesFont { caveats.insert(.substituteFont) }
    }
    if key.fillsWidth,
      !declarations[browserCount...].contains(where: {
        $0.property == "height" || $0.property == "block-size"
      })
    {
      declarations.insert(contentsOf: Self.fullWidth, at: browserCount)
    }
    var style = Style(declarations: SharedDeclarations(declarations), caveats: caveats)
    style.hasTriangle = !declarations[browserCount...].contains {
      $0.property == "display" || $0.property.hasPrefix("list-style")
    }
    return style
  }
}
