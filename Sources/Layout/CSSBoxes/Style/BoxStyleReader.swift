import LayoutPrimitives

/// Sets the properties of a box's style by their CSS names.
package struct BoxStyleReader {
  /// The style with all properties that are set so far.
  package private(set) var style: BoxStyle

  private let units: CSSUnits
  private let inheritedDirection: LayoutDirection
  /// The widths of borders, which count only with a line.
  private var borderWidths = CSSEdges<Double>(all: 3)
  private var hasBorderLine = CSSEdges<Bool>(all: false)

  /// Creates a reader that changes a style.
  ///
  /// - Parameters:
  ///   - style: The style before.
  ///   - units: What relative units refer to.
  package init(_ style: BoxStyle, units: CSSUnits = CSSUnits()) {
    self.style = style
    self.units = units
    inheritedDirection = style.direction
  }

  /// Sets a property or shorthand to a value in CSS's syntax.
  ///
  /// Logical properties, such as `margin-inline`, refer to the direction that is set before.
  ///
  /// - Returns: Whether the property is one of boxes.
  /// - Throws: `CSSError` for a value that is not supported.
  package mutating func set(_ property: String, to value: CSSValue) throws(CSSError) -> Bool {
    let before = self
    do throws(CSSError) {
      return try read(property, value)
    } catch {
      // A value that is not valid as a whole sets nothing.
      self = before
      throw error
    }
  }

  private mutating func read(_ property: String, _ value: CSSValue) throws(CSSError) -> Bool {
    var parser = CSSValueParser(value, units: units)
    if value.isKeyword("initial") || value.isKeyword("unset") {
      if property == "direction" {
        style.direction = value.isKeyword("unset") ? inheritedDirection : .leftToRight
        return true
      }
      if let initial = Self.initial(property) {
        parser = CSSValueParser(try CSSValue(initial), units: units)
      }
    }
    guard try set(property, &parser) else { return false }
    try parser.checkEnd("nothing after the value")
    return true
  }

  /// The initial value of a property that is not inherited; `nil` for others.
  private static func initial(_ property: String) -> String? {
    let words = property.split(separator: "-")
    switch words.first {
    case "margin", "padding", "order": return "0"
    case "border": return words.last == "width" ? "medium" : "none"
    case "inset", "top", "right", "bottom", "left", "width", "height", "min": return "auto"
    case "max": return "none"
    case "gap", "row", "column", "container": return "normal"
    case "overflow": return "visible"
    default: break
    }
    switch property {
    case "inline-size", "block-size", "flex-basis", "aspect-ratio", "align-self", "justify-self",
      "place-self":
      return "auto"
    case "align-content", "align-items", "justify-content", "justify-items", "place-content",
      "place-items":
      return "normal"
    case "flex": return "0 1 auto"
    case "flex-grow": return "0"
    case "flex-shrink": return "1"
    case "flex-direction", "flex-flow": return "row"
    case "flex-wrap": return "nowrap"
    case "display": return "inline"
    case "position": return "static"
    case "box-sizing": return "content-box"
    default: return nil
    }
  }

  private mutating func set(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    if try setSize(property, &value) { return true }
    if try setEdges(property, &value) { return true }
    if try setAlignment(property, &value) { return true }
    switch property {
    case "display": style.display = try value.keyword(BoxStyle.Display.self)
    case "-webkit-box-orient":
      let orients = [
        "vertical": true, "block-axis": true, "horizontal": false, "inline-axis": false,
      ]
      guard let word = value.word(), let isVertical = orients[word] else {
        throw value.error("vertical or horizontal")
      }
      style.hasVerticalOrient = isVertical
    case "position": style.position = try value.keyword(BoxStyle.Position.self)
    case "direction": style.direction = try value.keyword(LayoutDirection.self)
    case "box-sizing": style.boxSizing = try value.keyword(BoxStyle.BoxSizing.self)
    case "container-type": style.containerType = try value.keyword(BoxStyle.ContainerType.self)
    case "container-name": style.containerNames = try Self.containerNames(&value)
    case "container":
      style.containerNames = try Self.containerNames(&value)
      style.containerType =
        value.take(symbol: "/") ? try value.keyword(BoxStyle.ContainerType.self) : .normal
    case "overflow":
      style.overflowX = try value.keyword(BoxStyle.Overflow.self)
      style.overflowY = value.isAtEnd ? style.overflowX : try value.keyword(BoxStyle.Overflow.self)
    case "overflow-x": style.overflowX = try value.keyword(BoxStyle.Overflow.self)
    case "overflow-y": style.overflowY = try value.keyword(BoxStyle.Overflow.self)
    case "flex-direction": style.flexDirection = try value.keyword(BoxStyle.FlexDirection.self)
    case "flex-wrap": style.flexWrap = try value.keyword(BoxStyle.FlexWrap.self)
    case "flex-flow": try setFlow(&value)
    case "flex-grow": style.flexGrow = try Self.factor(&value)
    case "flex-shrink": style.flexShrink = try Self.factor(&value)
    case "flex": try setFlex(&value)
    case "order":
      guard let number = try value.number(), number == number.rounded() else {
        throw value.error("a whole number")
      }
      style.order = Int(max(-2_147_483_648, min(2_147_483_647, number)))
    case "row-gap": style.rowGap = try Self.gap(&value)
    case "column-gap": style.columnGap = try Self.gap(&value)
    case "gap":
      style.rowGap = try Self.gap(&value)
      style.columnGap = value.isAtEnd ? style.rowGap : try Self.gap(&value)
    case "aspect-ratio": style.aspectRatio = try Self.ratio(&value)
    default: return false
    }
    return true
  }

  private static func containerNames(_ value: inout CSSValueParser) throws(CSSError) -> [String] {
    if value.take("none") || value.take("normal") { return [] }
    let names = value.names()
    guard !names.isEmpty else { throw value.error("none, or names of the container") }
    return names
  }

  private static func factor(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    guard let number = try value.number(), number >= 0 else {
      throw value.error("a number from 0")
    }
    return number
  }

  private static func gap(_ value: inout CSSValueParser) throws(CSSError) -> CSSLength {
    if value.take("normal") { return .zero }
    return try notNegative(&value, "normal, or a length or percentage from 0")
  }

  /// A length or percentage from 0.
  private static func notNegative(
    _ value: inout CSSValueParser, _ expected: String
  ) throws(CSSError) -> CSSLength {
    guard let length = try value.lengthFromZero(expected) else { throw value.error(expected) }
    return length
  }

  /// Reads `auto`, a ratio, or both.
  private static func ratio(_ value: inout CSSValueParser) throws(CSSError) -> BoxStyle.AspectRatio?
  {
    let expected = "auto, or a ratio such as 16 / 9"
    var isAuto = value.take("auto")
    guard let width = try value.number() else {
      if isAuto { return nil }
      throw value.error(expected)
    }
    var height = 1.0
    if value.take(symbol: "/") {
      guard let number = try value.number() else { throw value.error(expected) }
      height = number
    }
    if !isAuto { isAuto = value.take("auto") }
    guard width >= 0, height >= 0 else { throw value.error(expected) }
    return BoxStyle.AspectRatio(width: width, height: height, isAuto: isAuto)
  }

  private mutating func setFlow(_ value: inout CSSValueParser) throws(CSSError) {
    (style.flexDirection, style.flexWrap) = (.row, .nowrap)
    let expected = "a flex-direction, a flex-wrap, or both"
    repeat {
      guard let word = value.word() else { throw value.error(expected) }
      if let direction = BoxStyle.FlexDirection(rawValue: word) {
        style.flexDirection = direction
      } else if let wrap = BoxStyle.FlexWrap(rawValue: word) {
        style.flexWrap = wrap
      } else {
        throw value.error(expected)
      }
    } while !value.isAtEnd
  }

  /// Source: CSS Flexbox 1, 7.1.
  private mutating func setFlex(_ value: inout CSSValueParser) throws(CSSError) {
    if value.take("none") {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (0, 0, .auto)
      return
    }
    if value.take("initial") {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (0, 1, .auto)
      return
    }
    var factors: [Double] = []
    var basis: CSSSize?
    while !value.isAtEnd {
      if factors.count < 2, let number = try value.number() {
        guard number >= 0 else { throw value.error("factors from 0") }
        factors.append(number)
      } else if basis == nil {
        basis = try Self.size(&value, isBasis: true)
      } else {
        throw value.error("up to two factors and a flex-basis")
      }
    }
    style.flexGrow = factors.first ?? 1
    style.flexShrink = factors.count > 1 ? factors[1] : 1
    style.flexBasis = basis ?? .length(.zero)
  }
}

/// Sizes.
extension BoxStyleReader {
  private mutating func setSize(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    switch property {
    case "width", "inline-size": style.width = try Self.size(&value)
    case "height", "block-size": style.height = try Self.size(&value)
    case "min-width", "min-inline-size": style.minWidth = try Self.size(&value)
    case "min-height", "min-block-size": style.minHeight = try Self.size(&value)
    case "max-width", "max-inline-size": style.maxWidth = try Self.size(&value, isMaximum: true)
    case "max-height", "max-block-size": style.maxHeight = try Self.size(&value, isMaximum: true)
    case "flex-basis": style.flexBasis = try Self.size(&value, isBasis: true)
    default: return false
    }
    return true
  }

  private static func size(
    _ value: inout CSSValueParser, isBasis: Bool = false, isMaximum: Bool = false
  ) throws(CSSError) -> CSSSize {
    let initial = isMaximum ? "none" : "auto"
    let expected =
      "\(initial), min-content, max-content, fit-content, stretch, or a length or percentage from 0"
    if let length = try value.lengthFromZero(expected) { return .length(length) }
    switch value.word() {
    case initial: return .auto
    case "min-content": return .minContent
    case "max-content": return .maxContent
    case "fit-content": return .fitContent
    case "stretch", "-webkit-fill-available": return .stretch
    case "content" where isBasis: return .content
    default: throw value.error(expected)
    }
  }
}

/// Margins, borders, padding and insets.
extension BoxStyleReader {
  private mutating func setEdges(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    let parts = property.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "margin":
      guard let sides = sides(Array(parts.dropFirst())) else { return false }
      try Self.set(&style.margin, sides, &value) { (value) throws(CSSError) in
        if value.take("auto") { return nil }
        guard let length = try value.length() else {
          throw value.error("auto, or a length or percentage")
        }
        return length
      }
    case "padding":
      guard let sides = sides(Array(parts.dropFirst())) else { return false }
      try Self.set(&style.padding, sides, &value) { (value) throws(CSSError) in
        try Self.notNegative(&value, "a length or percentage from 0")
      }
    case "inset", "top", "right", "bottom", "left":
      let names = parts[0] == "inset" ? Array(parts.dropFirst()) : parts
      guard let sides = sides(names) else { return false }
      try Self.set(&style.inset, sides, &value) { (value) throws(CSSError) in
        if value.take("auto") { return nil }
        guard let length = try value.length() else {
          throw value.error("auto, or a length or percentage")
        }
        return length
      }
    case "border":
      var names = Array(parts.dropFirst())
      let last = names.last
      if last == "width" || last == "style" { names.removeLast() }
      guard let sides = sides(names) else { return false }
      switch last {
      case "width": try Self.set(&borderWidths, sides, &value, Self.borderWidth)
      case "style": try Self.set(&hasBorderLine, sides, &value, Self.borderStyle)
      default:
        let (width, isVisible) = try Self.borderLine(&value)
        for side in sides { (borderWidths[side], hasBorderLine[side]) = (width, isVisible) }
      }
      for side in sides { style.border[side] = hasBorderLine[side] ? borderWidths[side] : 0 }
    default: return false
    }
    return true
  }

  /// The sides that the last words of a property name; `nil` for other words.
  private func sides(_ words: [String]) -> [BoxSide]? {
    let isLeftToRight = style.direction == .leftToRight
    switch words {
    case []: return [.top, .right, .bottom, .left]
    case ["top"], ["block", "start"]: return [.top]
    case ["right"]: return [.right]
    case ["bottom"], ["block", "end"]: return [.bottom]
    case ["left"]: return [.left]
    case ["inline", "start"]: return [isLeftToRight ? .left : .right]
    case ["inline", "end"]: return [isLeftToRight ? .right : .left]
    case ["inline"]: return isLeftToRight ? [.left, .right] : [.right, .left]
    case ["block"]: return [.top, .bottom]
    default: return nil
    }
  }

  /// Reads one value for each side, or fewer for sides that have the value of the opposite side.
  private static func set<Value: Hashable & Sendable>(
    _ edges: inout CSSEdges<Value>, _ sides: [BoxSide],
    _ value: inout CSSValueParser,
    _ read: (inout CSSValueParser) throws(CSSError) -> Value
  ) throws(CSSError) {
    var values = [try read(&value)]
    while !value.isAtEnd, values.count < sides.count { values.append(try read(&value)) }
    for (index, side) in sides.enumerated() {
      let place =
        index < values.count ? index : index >= 2 && values.count > index - 2 ? index - 2 : 0
      edges[side] = values[place]
    }
  }

  private static func borderWidth(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    if value.take("thin") { return 1 }
    if value.take("medium") { return 3 }
    if value.take("thick") { return 5 }
    let expected = "thin, medium, thick or a length from 0"
    guard let length = try value.lengthFromZero(expected), case .pixels(let width) = length else {
      throw value.error(expected)
    }
    return width
  }

  /// Whether a border of a style is visible; the width of others is 0.
  private static func borderStyle(_ value: inout CSSValueParser) throws(CSSError) -> Bool {
    if let word = value.word(), let isVisible = isVisible(border: word) { return isVisible }
    throw value.error("none, hidden, solid, dashed, dotted, double, groove, ridge, inset or outset")
  }

  private static func isVisible(border style: String) -> Bool? {
    switch style {
    case "none", "hidden": false
    case "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset": true
    default: nil
    }
  }

  /// Reads a `border` shorthand: width, style and color in any order.
  private static func borderLine(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> (width: Double, isVisible: Bool) {
    let expected = "a width, a style and a color, as in 1px solid black"
    var width: Double?
    var isVisible = false
    while !value.isAtEnd {
      if width == nil, let length = try value.lengthFromZero(expected) {
        guard case .pixels(let number) = length else { throw value.error(expected) }
        width = number
      } else if let word = value.word() {
        switch word {
        case "thin": width = 1
        case "medium": width = 3
        case "thick": width = 5
        default:
          // A color does not change the size.
          isVisible = Self.isVisible(border: word) ?? isVisible
        }
      } else if !value.skipColor() {
        throw value.error(expected)
      }
    }
    return (width ?? 3, isVisible)
  }
}

/// Alignment.
extension BoxStyleReader {
  private mutating func setAlignment(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    switch property {
    case "justify-content": style.justifyContent = try Self.content(&value, isInline: true)
    case "align-content": style.alignContent = try Self.content(&value, isInline: false)
    case "place-content":
      style.alignContent = try Self.content(&value, isInline: false)
      style.justifyContent =
        value.isAtEnd ? style.alignContent : try Self.content(&value, isInline: true)
    case "align-items": style.alignItems = try Self.alignment(&value, isInline: false)
    case "align-self":
      style.alignSelf = value.take("auto") ? nil : try Self.alignment(&value, isInline: false)
    case "justify-items": style.justifyItems = try Self.alignment(&value, isInline: true)
    case "place-items":
      style.alignItems = try Self.alignment(&value, isInline: false)
      style.justifyItems =
        value.isAtEnd ? style.alignItems : try Self.alignment(&value, isInline: true)
    case "justify-self":
      style.justifySelf = value.take("auto") ? nil : try Self.alignment(&value, isInline: true)
    case "place-self":
      style.alignSelf = value.take("auto") ? nil : try Self.alignment(&value, isInline: false)
      if value.isAtEnd {
        style.justifySelf = style.alignSelf
      } else {
        style.justifySelf = value.take("auto") ? nil : try Self.alignment(&value, isInline: true)
      }
    default: return false
    }
    return true
  }

  private static func content(
    _ value: inout CSSValueParser, isInline: Bool
  ) throws(CSSError) -> ContentAlignment {
    let (word, overflow) = try position(&value)
    guard let keyword = ContentAlignment.Keyword(rawValue: word),
      isInline ? !keyword.isBaseline : keyword != .left && keyword != .right
    else {
      throw value.error(
        "one of " + ContentAlignment.Keyword.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return ContentAlignment(keyword, isSafe: overflow == .safe)
  }

  private static func alignment(
    _ value: inout CSSValueParser, isInline: Bool
  ) throws(CSSError) -> SelfAlignment {
    let (word, overflow) = try position(&value)
    guard let keyword = SelfAlignment.Keyword(rawValue: word),
      isInline || keyword != .left && keyword != .right
    else {
      throw value.error(
        "one of " + SelfAlignment.Keyword.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return SelfAlignment(keyword, overflow: overflow)
  }

  /// Takes a keyword with `safe`, `unsafe`, `first` or `last` before it.
  private static func position(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> (word: String, overflow: AlignmentOverflow) {
    let overflow: AlignmentOverflow =
      value.take("safe") ? .safe : value.take("unsafe") ? .unsafe : .automatic
    if value.take("first") {
      guard value.take("baseline") else { throw value.error("'first baseline'") }
      return ("baseline", .automatic)
    }
    if value.take("last") {
      guard value.take("baseline") else { throw value.error("'last baseline'") }
      return ("last baseline", .automatic)
    }
    guard let word = value.word() else { throw value.error("a keyword") }
    if overflow != .automatic {
      let positions = [
        "start", "end", "center", "left", "right", "flex-start", "flex-end", "self-start",
        "self-end",
      ]
      guard positions.contains(word) else {
        throw value.error("a position after 'safe' or 'unsafe'")
      }
    }
    return (word, overflow)
  }
}
