import LayoutPrimitives

/// Sets the properties of a box's style by their CSS names.
package struct BoxStyleReader {
  /// The style with all properties that are set so far.
  package private(set) var style: BoxStyle

  private let units: CSSUnits
  private let inheritedDirection: LayoutDirection
  /// The widths of borders, which count only with a line.
  private var borderWidths = CSSEdges<Double>(all: 3)
  private var borderLines = CSSEdges<BorderLine>(all: .none)

  /// The line of a border, as far as a size depends on it.
  private enum BorderLine: Hashable {
    case none, hidden, visible

    /// The line of a `border-style`; `nil` for other words.
    init?(_ word: String) {
      switch word {
      case "none": self = .none
      case "hidden": self = .hidden
      case "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset":
        self = .visible
      default: return nil
      }
    }
  }

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
    guard let known = Self.properties[property] else { return false }
    var parser = CSSValueParser(value, units: units)
    if value.isKeyword("initial") || value.isKeyword("unset") {
      if property == "direction" {
        style.direction = value.isKeyword("unset") ? inheritedDirection : .leftToRight
        return true
      }
      parser = CSSValueParser(try CSSValue(known.initial), units: units)
    }
    try known.set(&self, &parser)
    try parser.checkEnd("nothing after the value")
    return true
  }

  /// Whether a property is one of boxes.
  static func isKnown(_ property: String) -> Bool { properties[property] != nil }

  /// The names of the properties of boxes.
  static var names: [String] { Array(properties.keys) }
}

/// The properties.
extension BoxStyleReader {
  /// A property: its initial value, and how a value is read and set.
  ///
  /// Only `direction` is inherited.
  private struct Property: Sendable {
    typealias Setter =
      @Sendable (inout BoxStyleReader, inout CSSValueParser) throws(CSSError) -> Void

    let initial: String
    let set: Setter

    init(_ initial: String, _ set: @escaping Setter) {
      self.initial = initial
      self.set = set
    }

    /// A property that is one value of the style.
    init<Value>(
      _ initial: String, _ path: any WritableKeyPath<BoxStyle, Value> & Sendable,
      _ read: @escaping @Sendable (inout CSSValueParser) throws(CSSError) -> Value
    ) {
      self.init(initial) { (reader, value) throws(CSSError) in
        reader.style[keyPath: path] = try read(&value)
      }
    }

    /// A property whose values are keywords.
    init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
      _ initial: String, keyword path: any WritableKeyPath<BoxStyle, Value> & Sendable
    ) {
      self.init(initial, path) { (value) throws(CSSError) in try value.keyword(Value.self) }
    }
  }

  private static let properties: [String: Property] = {
    var all = plain
    for (other, name) in [
      ("inline-size", "width"), ("block-size", "height"), ("min-inline-size", "min-width"),
      ("min-block-size", "min-height"), ("max-inline-size", "max-width"),
      ("max-block-size", "max-height"),
    ] {
      all[other] = all[name]
    }
    for sides in [
      "", "-top", "-right", "-bottom", "-left", "-block", "-block-start", "-block-end", "-inline",
      "-inline-start", "-inline-end",
    ] {
      let words = sides.split(separator: "-").map(String.init)
      all["margin" + sides] = Property("0") { (reader, value) throws(CSSError) in
        try set(&reader.style.margin, reader.sides(words), &value, automaticLength)
      }
      all["padding" + sides] = Property("0") { (reader, value) throws(CSSError) in
        try set(&reader.style.padding, reader.sides(words), &value) { (value) throws(CSSError) in
          try notNegative(&value, "a length or percentage from 0")
        }
      }
      let isPhysical = ["top", "right", "bottom", "left"].contains(words.first)
      all[isPhysical ? words[0] : "inset" + sides] = Property("auto") {
        (reader, value) throws(CSSError) in
        try set(&reader.style.inset, reader.sides(words), &value, automaticLength)
      }
      all["border" + sides + "-width"] = Property("medium") { (reader, value) throws(CSSError) in
        try set(&reader.borderWidths, reader.sides(words), &value, borderWidth)
        reader.setBorders(reader.sides(words))
      }
      all["border" + sides + "-style"] = Property("none") { (reader, value) throws(CSSError) in
        try set(&reader.borderLines, reader.sides(words), &value, borderStyle)
        reader.setBorders(reader.sides(words))
      }
      all["border" + sides] = Property("none") { (reader, value) throws(CSSError) in
        let (width, line) = try borderLine(&value)
        for side in reader.sides(words) {
          (reader.borderWidths[side], reader.borderLines[side]) = (width, line)
        }
        reader.setBorders(reader.sides(words))
      }
    }
    return all
  }()

  /// The properties without those of sides.
  private static let plain: [String: Property] = [
    "display": Property("inline", keyword: \.display),
    "-webkit-box-orient": Property("horizontal", \.hasVerticalOrient) { (value) throws(CSSError) in
      switch value.word() {
      case "vertical", "block-axis": return true
      case "horizontal", "inline-axis": return false
      default: throw value.error("vertical or horizontal")
      }
    },
    "position": Property("static", keyword: \.position),
    "float": Property("none", keyword: \.float),
    "clear": Property("none", keyword: \.clear),
    "direction": Property("ltr", \.direction) { (value) throws(CSSError) in
      try value.keyword(LayoutDirection.self)
    },
    "box-sizing": Property("content-box", keyword: \.boxSizing),
    "container-type": Property("normal", keyword: \.containerType),
    "container-name": Property("none", \.containerNames, containerNames),
    "container": Property("none") { (reader, value) throws(CSSError) in
      reader.style.containerNames = try containerNames(&value)
      reader.style.containerType =
        value.take(symbol: "/") ? try value.keyword(BoxStyle.ContainerType.self) : .normal
    },
    "overflow": Property("visible") { (reader, value) throws(CSSError) in
      let first = try value.keyword(BoxStyle.Overflow.self)
      reader.style.overflowX = first
      reader.style.overflowY =
        value.isAtEnd ? first : try value.keyword(BoxStyle.Overflow.self)
    },
    "overflow-x": Property("visible", keyword: \.overflowX),
    "overflow-y": Property("visible", keyword: \.overflowY),
    "table-layout": Property("auto", \.table.isFixed) { (value) throws(CSSError) in
      switch value.word() {
      case "auto": return false
      case "fixed": return true
      default: throw value.error("auto or fixed")
      }
    },
    "flex-direction": Property("row", keyword: \.flexDirection),
    "flex-wrap": Property("nowrap", keyword: \.flexWrap),
    "flex-flow": Property("row") { (reader, value) throws(CSSError) in try reader.setFlow(&value) },
    "flex-grow": Property("0", \.flexGrow, factor),
    "flex-shrink": Property("1", \.flexShrink, factor),
    "flex-basis": Property("auto", \.flexBasis) { (value) throws(CSSError) in
      try size(&value, isBasis: true)
    },
    "flex": Property("0 1 auto") { (reader, value) throws(CSSError) in try reader.setFlex(&value) },
    "order": Property("0", \.order) { (value) throws(CSSError) in
      guard let number = try value.number(), number == number.rounded() else {
        throw value.error("a whole number")
      }
      return Int(max(-2_147_483_648, min(2_147_483_647, number)))
    },
    "row-gap": Property("normal", \.rowGap, gap),
    "column-gap": Property("normal", \.columnGap, gap),
    "gap": Property("normal") { (reader, value) throws(CSSError) in
      reader.style.rowGap = try gap(&value)
      reader.style.columnGap = value.isAtEnd ? reader.style.rowGap : try gap(&value)
    },
    "aspect-ratio": Property("auto", \.aspectRatio, ratio),
    "width": Property("auto", \.width) { (value) throws(CSSError) in try size(&value) },
    "height": Property("auto", \.height) { (value) throws(CSSError) in try size(&value) },
    "min-width": Property("auto", \.minWidth) { (value) throws(CSSError) in try size(&value) },
    "min-height": Property("auto", \.minHeight) { (value) throws(CSSError) in try size(&value) },
    "max-width": Property("none", \.maxWidth) { (value) throws(CSSError) in
      try size(&value, isMaximum: true)
    },
    "max-height": Property("none", \.maxHeight) { (value) throws(CSSError) in
      try size(&value, isMaximum: true)
    },
    "justify-content": Property("normal", \.justifyContent) { (value) throws(CSSError) in
      try content(&value, isInline: true)
    },
    "align-content": Property("normal", \.alignContent) { (value) throws(CSSError) in
      try content(&value, isInline: false)
    },
    "place-content": Property("normal") { (reader, value) throws(CSSError) in
      let block = try content(&value, isInline: false)
      reader.style.alignContent = block
      reader.style.justifyContent = value.isAtEnd ? block : try content(&value, isInline: true)
    },
    "align-items": Property("normal", \.alignItems) { (value) throws(CSSError) in
      try alignment(&value, isInline: false)
    },
    "align-self": Property("auto", \.alignSelf) { (value) throws(CSSError) in
      try ownAlignment(&value, isInline: false)
    },
    "justify-items": Property("normal", \.justifyItems) { (value) throws(CSSError) in
      try alignment(&value, isInline: true)
    },
    "place-items": Property("normal") { (reader, value) throws(CSSError) in
      let block = try alignment(&value, isInline: false)
      reader.style.alignItems = block
      reader.style.justifyItems = value.isAtEnd ? block : try alignment(&value, isInline: true)
    },
    "justify-self": Property("auto", \.justifySelf) { (value) throws(CSSError) in
      try ownAlignment(&value, isInline: true)
    },
    "place-self": Property("auto") { (reader, value) throws(CSSError) in
      let block = try ownAlignment(&value, isInline: false)
      reader.style.alignSelf = block
      reader.style.justifySelf = value.isAtEnd ? block : try ownAlignment(&value, isInline: true)
    },
  ]

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
  /// Reads `auto`, which is `nil`, or a length.
  private static func automaticLength(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> CSSLength? {
    if value.take("auto") { return nil }
    guard let length = try value.length() else {
      throw value.error("auto, or a length or percentage")
    }
    return length
  }

  /// Sets the borders of sides, which have a width only with a line.
  private mutating func setBorders(_ sides: [BoxSide]) {
    for side in sides {
      style.border[side] = borderLines[side] == .visible ? borderWidths[side] : 0
      style.table.hiddenBorders[side] = borderLines[side] == .hidden
    }
  }

  /// The sides that the last words of a property name.
  private func sides(_ words: [String]) -> [BoxSide] {
    let isLeftToRight = style.direction == .leftToRight
    switch words {
    case ["top"], ["block", "start"]: return [.top]
    case ["right"]: return [.right]
    case ["bottom"], ["block", "end"]: return [.bottom]
    case ["left"]: return [.left]
    case ["inline", "start"]: return [isLeftToRight ? .left : .right]
    case ["inline", "end"]: return [isLeftToRight ? .right : .left]
    case ["inline"]: return isLeftToRight ? [.left, .right] : [.right, .left]
    case ["block"]: return [.top, .bottom]
    default: return [.top, .right, .bottom, .left]
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

  private static func borderStyle(_ value: inout CSSValueParser) throws(CSSError) -> BorderLine {
    if let line = value.word().flatMap(BorderLine.init) { return line }
    throw value.error("none, hidden, solid, dashed, dotted, double, groove, ridge, inset or outset")
  }

  /// Reads a `border` shorthand: width, style and color in any order.
  private static func borderLine(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> (width: Double, line: BorderLine) {
    let expected = "a width, a style and a color, as in 1px solid black"
    var width: Double?
    var line = BorderLine.none
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
          line = BorderLine(word) ?? line
        }
      } else if !value.skipColor() {
        throw value.error(expected)
      }
    }
    return (width ?? 3, line)
  }
}

/// Alignment.
extension BoxStyleReader {
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

  /// Reads `auto`, which is `nil`, or an alignment.
  private static func ownAlignment(
    _ value: inout CSSValueParser, isInline: Bool
  ) throws(CSSError) -> SelfAlignment? {
    value.take("auto") ? nil : try alignment(&value, isInline: isInline)
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
