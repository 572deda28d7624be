import CSSBoxes
import XMLDocuments

/// The elements of HTML, as selectors and attributes see them.
struct MarkupElements: CSSSelectable {
  let tree: HTMLTree
  // reason: of a part of a text
  /// Whether elements of the same text are before the first one and after the last one.
  var follows = false
  // reason: of a part of a text
  var precedes = false

  init(tree: HTMLTree) { self.tree = tree }

  func name(of element: Int) -> String { tree.nodes[element].name }

  func classes(of element: Int) -> [String] {
    tree.nodes[element].attributes.value("class")?.split(whereSeparator: \.isWhitespace)
      .map(String.init) ?? []
  }

  func parent(of element: Int) -> Int? {
    tree.parent(of: element).flatMap { $0 == HTMLTree.root ? nil : $0 }
  }

  func isFirstChild(_ element: Int) -> Bool {
    guard let parent = tree.parent(of: element) else { return true }
    var next = tree.firstChild(of: parent)
    while let child = next, child != element {
      if tree.nodes[child].tag != nil { return false }
      next = tree.next(after: child)
    }
    return !(follows && parent == HTMLTree.root)
  }

  func isLastChild(_ element: Int) -> Bool {
    var next = tree.next(after: element)
    while let sibling = next {
      if tree.nodes[sibling].tag != nil { return false }
      next = tree.next(after: sibling)
    }
    return !(precedes && tree.parent(of: element) == HTMLTree.root)
  }

  /// Whether an element is closed `details`, of which only the first `summary` is shown.
  func isClosed(_ element: Int) -> Bool {
    tree.nodes[element].tag == .details && !tree.nodes[element].attributes.has("open")
  }

  /// The `summary` of `details`; `nil` if there is none, to which browsers add one, and for other
  /// elements.
  func summary(of details: Int) -> Int? {
    guard tree.nodes[details].tag == .details else { return nil }
    var next = tree.firstChild(of: details)
    while let child = next {
      if tree.nodes[child].tag == .summary { return child }
      next = tree.next(after: child)
    }
    return nil
  }

  /// The numbers of the items of a list.
  struct Numbers {
    /// The number of the next item; `nil` if it is one more than that of the item before it.
    fileprivate var next: Int?
    /// Whether the numbers decrease.
    fileprivate var isReversed = false

    /// The number of the next item, if it is not one more than that of the item before it.
    ///
    /// - Parameter value: The attribute `value` of the item.
    mutating func next(_ value: Int?) -> Int? {
      let number = value ?? next
      next = isReversed ? number.map { $0 - 1 } : nil
      return number
    }
  }

  /// The numbers of the items of an element.
  func numbers(of element: Int) -> Numbers {
    let node = tree.nodes[element]
    guard node.tag == .ol else { return Numbers() }
    var numbers = Numbers(
      next: Self.integer(node.attributes.value("start")),
      isReversed: node.attributes.has("reversed"))
    if numbers.isReversed, numbers.next == nil {
      var count = 0
      var child = tree.firstChild(of: element)
      while let item = child {
        if tree.nodes[item].tag == .li, !isHidden(item) { count += 1 }
        child = tree.next(after: item)
      }
      numbers.next = count
    }
    return numbers
  }

  /// The attribute `value` of a list item.
  func value(of element: Int) -> Int? {
    Self.integer(tree.nodes[element].attributes.value("value"))
  }

  /// A whole number in an attribute; `nil` for other values and for numbers of more than 32 bits.
  private static func integer(_ text: String?) -> Int? {
    guard let rest = text?.drop(while: \.isWhitespace) else { return nil }
    let isNegative = rest.first == "-"
    let digits = rest.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
    return Int32(digits).map { isNegative ? -Int($0) : Int($0) }
  }

  /// Whether an element is not shown because of its attributes.
  func isHidden(_ element: Int) -> Bool {
    let node = tree.nodes[element]
    if node.attributes.has("hidden") { return true }
    switch node.tag {
    case .dialog: return !node.attributes.has("open")
    case .input: return node.attributes.value("type")?.lowercased() == "hidden"
    default: break
    }
    return false
  }

  /// The size of an element that is laid out as a picture; `nil` for other elements.
  ///
  /// A side of the size is `nil` if neither the element nor the browser gives it.
  static func replaced(_ tag: HTMLTag, _ node: HTMLTree.Node) -> NaturalSize? {
    func side(_ name: String) -> Double? {
      node.attributes.value(name).flatMap(Self.length).flatMap {
        if case .pixels(let pixels) = $0 { pixels } else { nil }
      }
    }
    switch tag {
    case .img, .embed, .object: return NaturalSize(width: side("width"), height: side("height"))
    case .svg where node.isForeign:
      let size = (width: side("width"), height: side("height"))
      guard let ratio = viewRatio(node) else {
        return NaturalSize(width: size.width ?? 300, height: size.height ?? 150)
      }
      let width = size.width ?? size.height.map { $0 * ratio } ?? 300
      return NaturalSize(width: width, height: size.height ?? width / ratio)
    case .video, .canvas, .iframe:
      return NaturalSize(width: side("width") ?? 300, height: side("height") ?? 150)
    case .audio:
      return node.attributes.has("controls") ? NaturalSize(width: 300, height: 54) : nil
    case .input:
      let type = node.attributes.value("type")?.lowercased()
      return type == "checkbox" || type == "radio"
        ? NaturalSize(width: 13, height: 13) : NaturalSize(width: nil, height: nil)
    case .math: return NaturalSize(width: nil, height: nil)
    default: return nil
    }
  }
}

extension MarkupElements {
  /// The ratio of width to height of an `svg` by its `viewBox`; `nil` if it has none.
  private static func viewRatio(_ node: HTMLTree.Node) -> Double? {
    // The parser gives the names of foreign attributes their own case.
    let box = node.attributes.value("viewbox") ?? node.attributes.value("viewBox")
    let numbers = (box ?? "").split { $0 == "," || $0.isWhitespace }.map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    let ratio = numbers[2] / numbers[3]
    return ratio.isFinite && ratio > 0 ? ratio : nil
  }

  /// Whether an `svg` fills the width around it: it has a ratio and neither width nor height.
  func fillsWidth(_ element: Int) -> Bool {
    let node = tree.nodes[element]
    return node.tag == .svg && node.isForeign && !node.attributes.has("width")
      && !node.attributes.has("height") && Self.viewRatio(node) != nil
  }
}

/// Attributes that count as declarations.
extension MarkupElements {
  /// A length in an attribute.
  enum Length {
    case pixels(Double)
    case percent(Double)
  }

  /// Reads a dimension such as `100`, `100px` or `50%`.
  ///
  /// Source: HTML standard, section 2.3.4.4, rules for parsing dimension values.
  static func length(_ text: String) -> Length? {
    let rest = text.drop { $0.isWhitespace }
    let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let first = number.first, first != ".",
      let value = Double(number.hasSuffix(".") ? number.dropLast() : number), value.isFinite
    else { return nil }
    return rest.dropFirst(number.count).first == "%" ? .percent(value) : .pixels(value)
  }

  /// The declarations, as texts, that attributes other than `style` stand for.
  ///
  /// Source: HTML standard, section 15, presentational hints.
  func hints(of element: Int) -> [String] {
    let node = tree.nodes[element]
    guard let tag = node.tag else { return [] }
    // A cell has hints by the attributes of its table.
    guard !node.attributes.isEmpty || tag == .td || tag == .th else { return [] }
    var texts: [String] = []
    switch node.attributes.value("dir")?.lowercased() {
    case "ltr": texts.append("direction: ltr")
    case "rtl": texts.append("direction: rtl")
    default: break
    }
    if let align = node.attributes.value("align")?.lowercased() {
      switch tag {
      case .caption, .div, .h1, .h2, .h3, .h4, .h5, .h6, .p, .tbody, .td, .tfoot, .th, .thead, .tr:
        switch align {
        case "left", "center", "right": texts.append("text-align: -webkit-\(align)")
        case "middle": texts.append("text-align: -webkit-center")
        case "justify": texts.append("text-align: justify")
        default: break
        }
        if tag == .caption, align == "bottom" { texts.append("caption-side: bottom") }
      case .img, .iframe, .object, .embed, .table:
        if align == "left" || align == "right" { texts.append("float: \(align)") }
        if tag != .table, let value = Self.verticalAlign(align) {
          texts.append("vertical-align: \(value)")
        }
      default: break
      }
    }
    switch tag {
    case .img, .object, .embed, .iframe:
      if tag != .iframe {
        for (name, sides) in [("hspace", ["left", "right"]), ("vspace", ["top", "bottom"])] {
          let margin: String? =
            switch node.attributes.value(name).flatMap(Self.length) {
            case .pixels(let pixels)?: "\(pixels)px"
            case .percent(let percent)?: "\(percent)%"
            case nil: nil
            }
          if let margin { texts += sides.map { "margin-\($0): \(margin)" } }
        }
      }
      if tag == .img || tag == .object, let border = Self.pixels(node.attributes.value("border")) {
        texts.append("border: \(border)px solid")
      }
    default: break
    }
    texts += tableHints(of: element, tag)
    switch tag {
    case .img, .embed, .object, .iframe, .video, .canvas, .hr, .svg:
      for name in ["width", "height"] where tag != .hr || name == "width" {
        switch node.attributes.value(name).flatMap(Self.length) {
        case .pixels(let pixels)?: texts.append("\(name): \(pixels)px")
        case .percent(let percent)?: texts.append("\(name): \(percent)%")
        case nil: break
        }
      }
    default: break
    }
    switch tag {
    case .iframe:
      let border = node.attributes.value("frameborder")?.lowercased()
      if border == "0" || border == "no" { texts.append("border-width: 0") }
    case .input:
      switch node.attributes.value("type")?.lowercased() {
      case "checkbox": texts.append("margin: 3px 3px 3px 4px")
      case "radio": texts.append("margin: 3px 3px 0 5px")
      default: break
      }
    case .font:
      if let size = node.attributes.value("size").flatMap(Self.fontSize) {
        texts.append("font-size: \(size)")
      }
    case .pre where node.attributes.has("wrap"): texts.append("white-space: pre-wrap")
    case .ul, .ol, .li:
      if let type = node.attributes.value("type").flatMap(Self.marker) {
        texts.append("list-style-type: \(type)")
      }
    default: break
    }
    return texts
  }

  /// The `font-size` for the attribute `size` of `font`.
  ///
  /// Source: HTML standard, section 15.3.4, rules for parsing a legacy font size.
  private static func fontSize(_ text: String) -> String? {
    var rest = text.drop { $0.isWhitespace }
    let sign = rest.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
    if sign != nil { rest = rest.dropFirst() }
    guard let number = Int(rest.prefix { $0.isASCII && $0.isNumber }.prefix(3)) else { return nil }
    let size =
      switch sign {
      case "+": 3 + number
      case "-": 3 - number
      default: number
      }
    let names = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    return names[max(1, min(size, 7)) - 1]
  }

  /// The `vertical-align` for the attribute `align` of what is laid out as a picture.
  private static func verticalAlign(_ align: String) -> String? {
    switch align {
    case "top": "top"
    case "texttop": "text-top"
    case "absmiddle", "center": "middle"
    case "bottom": "baseline"
    case "absbottom": "bottom"
    default: nil
    }
  }

  /// The floats below which the line after a line break begins.
  func clear(of element: Int) -> BoxStyle.Clear {
    guard let value = tree.nodes[element].attributes.value("clear")?.lowercased() else {
      return .none
    }
    return value == "all" ? .both : BoxStyle.Clear(rawValue: value) ?? .none
  }

  /// The declarations that attributes of tables and of their parts stand for.
  private func tableHints(of element: Int, _ tag: HTMLTag) -> [String] {
    let attributes = tree.nodes[element].attributes
    var texts: [String] = []
    func addLength(_ name: String, allowsZero: Bool = false) {
      switch attributes.value(name).flatMap(Self.length) {
      case .pixels(let pixels)? where allowsZero || pixels > 0: texts.append("\(name): \(pixels)px")
      case .percent(let percent)? where allowsZero || percent > 0:
        texts.append("\(name): \(percent)%")
      default: break
      }
    }
    switch tag {
    case .table:
      addLength("width")
      addLength("height", allowsZero: true)
      if attributes.value("align")?.lowercased() == "center" {
        texts.append("margin-inline: auto")
      }
      if let spacing = Self.pixels(attributes.value("cellspacing")) {
        texts.append("border-spacing: \(spacing)px")
      }
      if attributes.value("rules").map({ !$0.isEmpty }) ?? false {
        texts.append("border-collapse: collapse")
      }
      if let border = Self.border(attributes.value("border")), border > 0 {
        texts.append("border: \(border)px outset")
      }
    case .td, .th:
      addLength("width")
      addLength("height")
      if attributes.has("nowrap") { texts.append("white-space: nowrap") }
      if let table = ancestor(.table, of: element) {
        let outer = tree.nodes[table].attributes
        if let padding = Self.pixels(outer.value("cellpadding")) {
          texts.append("padding: \(padding)px")
        }
        if Self.border(outer.value("border")) ?? 0 > 0 { texts.append("border: 1px inset") }
      }
    case .tr, .tbody, .thead, .tfoot: addLength("height", allowsZero: tag != .tr)
    case .col, .colgroup: addLength("width", allowsZero: true)
    default: return []
    }
    if tag != .table, let align = attributes.value("valign")?.lowercased(),
      ["top", "middle", "bottom", "baseline"].contains(align)
    {
      texts.append("vertical-align: \(align)")
    }
    return texts
  }

  /// The nearest element of a kind around an element.
  private func ancestor(_ tag: HTMLTag, of element: Int) -> Int? {
    var next = tree.parent(of: element)
    while let node = next {
      if tree.nodes[node].tag == tag { return node }
      next = tree.parent(of: node)
    }
    return nil
  }

  /// A number of pixels in an attribute; `nil` for other values.
  private static func pixels(_ text: String?) -> Double? {
    if case .pixels(let pixels)? = text.flatMap(length) { pixels } else { nil }
  }

  /// The width of a table's border; 1 for an attribute without a number.
  private static func border(_ text: String?) -> Double? {
    text.map { pixels($0).map { $0.rounded(.down) } ?? 1 }
  }

  /// The columns and rows that a cell or a column of a table spans; `nil` for one of each.
  func span(of element: Int) -> CSSSpan? {
    let node = tree.nodes[element]
    func number(_ name: String) -> Int? {
      guard case .pixels(let number)? = node.attributes.value(name).flatMap(Self.length) else {
        return nil
      }
      return Int(min(number, 1e6))
    }
    switch node.tag {
    case .td, .th:
      let (columns, rows) = (number("colspan"), number("rowspan"))
      guard columns != nil || rows != nil else { return nil }
      return CSSSpan(columns: columns ?? 1, rows: rows ?? 1)
    case .col, .colgroup: return number("span").map { CSSSpan(columns: $0) }
    default: return nil
    }
  }

  private static func marker(_ type: String) -> String? {
    switch type {
    case "1": "decimal"
    case "a": "lower-alpha"
    case "A": "upper-alpha"
    case "i": "lower-roman"
    case "I": "upper-roman"
    default:
      ["disc", "circle", "square", "none"].contains(type.lowercased()) ? type.lowercased() : nil
    }
  }

  /// The declarations of the attribute `style`; those that are not valid do not count.
  ///
  /// A record does not choose fonts: which are there would depend on the machine.
  ///
  /// - Returns: Also whether a declaration is left out that a browser would lay out, and whether one
  ///   names a font.
  static func inline(
    _ style: String
  ) -> (declarations: [CSSDeclaration], isPartial: Bool, namesFont: Bool) {
    let (all, isPartial) = CSSSheet.declarations(ofAttribute: style)
    let declarations = all.filter { !CSSStyle.setsFamily($0.property) }
    return (declarations, isPartial, declarations.count < all.count)
  }

  /// Whether a browser lays an element out in a way of its own that is not supported.
  func isUnsupported(_ element: Int) -> Bool {
    let node = tree.nodes[element]
    switch node.tag {
    case .textarea, .select, .button, .meter, .progress, .fieldset, .ruby, .marquee:
      return true
    case .img, .iframe, .object, .embed:
      let align = node.attributes.value("align")?.lowercased()
      return align == "middle"
    default: return false
    }
  }

  static func declaration(_ text: String) -> CSSDeclaration? {
    do throws(CSSError) {
      return try CSSDeclaration(text, query: nil, line: 0, viewportHeight: nil)
    } catch {
      return nil
    }
  }
}
