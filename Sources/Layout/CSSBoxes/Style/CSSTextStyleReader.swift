/// Sets text properties by their CSS names.
package struct CSSTextStyleReader {
  /// The style with all properties that are set so far.
  package private(set) var style: CSSTextStyle
  private let parent: CSSTextStyle
  /// The units of the element around, to which its own font size refers.
  private let outer: CSSUnits
  /// The units of the element.
  package private(set) var units: CSSUnits

  /// Creates a reader of the style of an element.
  ///
  /// - Parameters:
  ///   - parent: The style of the element around it.
  ///   - units: What relative units refer to; `em` and `ch` of the element around are set here.
  ///   - parentZeroWidth: The width of a zero in the font of the element around.
  package init(
    inheriting parent: CSSTextStyle, units: CSSUnits = CSSUnits(), parentZeroWidth: Double? = nil
  ) {
    self.parent = parent
    var units = units
    units.em = parent.fontSize
    units.zeroWidth = parentZeroWidth
    outer = units
    self.units = units
    style = parent.inherited
  }

  /// Whether a property sets the font size.
  package static func setsFontSize(_ property: String) -> Bool {
    property == "font" || property == "font-size"
  }

  /// Sets the font size by `font` or `font-size`, before all other properties.
  ///
  /// Lengths of other properties refer to the font size, wherever it is declared.
  ///
  /// - Throws: `CSSError` for a value that is not supported.
  package mutating func setFontSize(by property: String, to value: CSSValue) throws(CSSError) {
    var trial = self
    _ = try trial.read(property, value)
    units.em = trial.style.fontSize
    style.fontSize = trial.style.fontSize
  }

  /// Sets the width of a zero, once the font is set.
  package mutating func setZeroWidth(_ width: Double?) { units.zeroWidth = width }

  /// Sets a property other than the font size.
  ///
  /// - Returns: Whether the property is one of texts.
  /// - Throws: `CSSError` for a value that is not supported.
  package mutating func set(_ property: String, to value: CSSValue) throws(CSSError) -> Bool {
    if property == "font-size" { return true }
    let before = style
    do throws(CSSError) {
      let isKnown = try read(property, value)
      // A later `font-size` is stronger than the size in `font`.
      style.fontSize = units.em
      return isKnown
    } catch {
      // A value that is not valid as a whole sets nothing.
      style = before
      throw error
    }
  }

  private mutating func read(_ property: String, _ value: CSSValue) throws(CSSError) -> Bool {
    if value.isKeyword("inherit") { return copy(property, from: parent) }
    if value.isKeyword("initial") { return copy(property, from: CSSTextStyle()) }
    if value.isKeyword("unset") { return copy(property, from: parent.inherited) }
    var parser = CSSValueParser(value, units: Self.setsFontSize(property) ? outer : units)
    if try !setFont(property, &parser) {
      guard try setLines(property, &parser) else { return false }
    }
    try parser.checkEnd("nothing after the value")
    return true
  }

  private mutating func copy(_ property: String, from parent: CSSTextStyle) -> Bool {
    switch property {
    case "font":
      style.fontFamily = parent.fontFamily
      style.fontSize = parent.fontSize
      style.fontWeight = parent.fontWeight
      style.isItalic = parent.isItalic
      style.fontWidth = parent.fontWidth
      style.lineHeight = parent.lineHeight
      style.features = parent.features
      style.hasOpticalSize = parent.hasOpticalSize
    case "font-size": style.fontSize = parent.fontSize
    case "font-family": style.fontFamily = parent.fontFamily
    case "font-weight": style.fontWeight = parent.fontWeight
    case "font-style": style.isItalic = parent.isItalic
    case "font-stretch", "font-width": style.fontWidth = parent.fontWidth
    case "font-optical-sizing": style.hasOpticalSize = parent.hasOpticalSize
    case "line-height": style.lineHeight = parent.lineHeight
    case "letter-spacing": style.letterSpacing = parent.letterSpacing
    case "word-spacing": style.wordSpacing = parent.wordSpacing
    case "white-space": style.whiteSpace = parent.whiteSpace
    case "white-space-collapse": style.whiteSpace.collapse = parent.whiteSpace.collapse
    case "text-wrap":
      (style.whiteSpace.wraps, style.balances) = (parent.whiteSpace.wraps, parent.balances)
    case "text-wrap-mode": style.whiteSpace.wraps = parent.whiteSpace.wraps
    case "text-wrap-style": style.balances = parent.balances
    case "overflow-wrap", "word-wrap": style.overflowWrap = parent.overflowWrap
    case "word-break": style.wordBreak = parent.wordBreak
    case "line-break": style.lineBreak = parent.lineBreak
    case "text-align": style.align = parent.align
    case "text-indent": style.indent = parent.indent
    case "list-style", "list-style-type": style.marker = parent.marker
    case "list-style-position", "list-style-image": break
    case "vertical-align": style.verticalAlign = parent.verticalAlign
    case "text-transform": style.transform = parent.transform
    case "text-spacing-trim": style.trimsSpacing = parent.trimsSpacing
    case "text-overflow": style.overflow = parent.overflow
    case "-webkit-line-clamp": style.lineClamp = parent.lineClamp
    case "tab-size": (style.tabSize, style.tabLength) = (parent.tabSize, parent.tabLength)
    default: return false
    }
    return true
  }
}

/// Fonts.
extension CSSTextStyleReader {
  private mutating func setFont(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    switch property {
    case "font-size": style.fontSize = try size(&value)
    case "font-family": style.fontFamily = try families(&value)
    case "font-weight": style.fontWeight = try weight(&value)
    case "font-style": style.isItalic = try isItalic(&value)
    case "font-stretch", "font-width": style.fontWidth = try width(&value)
    case "font": try setShorthand(&value)
    case "letter-spacing":
      if value.take("normal") {
        style.letterSpacing = 0
      } else {
        style.letterSpacing = try pixels(&value, "normal or a length")
      }
    case "word-spacing":
      style.wordSpacing =
        value.take("normal") ? 0 : try pixels(&value, "normal or a length")
    case "font-optical-sizing":
      switch value.word() {
      case "auto": style.hasOpticalSize = true
      case "none": style.hasOpticalSize = false
      default: throw value.error("auto or none")
      }
    case "text-rendering":
      // Chromium kerns with all of these, and without kerning with `optimizeSpeed`.
      guard let word = value.word(),
        ["auto", "optimizelegibility", "geometricprecision"].contains(word)
      else { throw value.error("auto, optimizeLegibility or geometricPrecision") }
    case "text-spacing-trim":
      switch value.word() {
      case "normal": style.trimsSpacing = true
      case "space-all": style.trimsSpacing = false
      default: throw value.error("normal or space-all")
      }
    default: return try style.features.set(property, &value)
    }
    return true
  }

  /// A font size; percentages and `em` refer to the element around.
  private func size(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    let expected = "a length or percentage above 0, at most 1000px, or a keyword such as medium"
    let keywords = [
      "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
      "xx-large": 32, "xxx-large": 48,
    ]
    var size: Double
    if let length = try value.length() {
      size = length.pixels(of: parent.fontSize, scale: 1)
    } else if let word = value.word() {
      if let known = keywords[word] {
        size = known
      } else if word == "smaller" {
        size = parent.fontSize / 1.2
      } else if word == "larger" {
        size = parent.fontSize * 1.2
      } else {
        throw value.error(expected)
      }
    } else {
      throw value.error(expected)
    }
    guard size > 0, size <= 1000 else { throw value.error(expected) }
    return size
  }

  private func families(_ value: inout CSSValueParser) throws(CSSError) -> [String] {
    var families: [String] = []
    repeat {
      if let name = value.string() {
        families.append(name)
        continue
      }
      let name = value.names().joined(separator: " ")
      guard !name.isEmpty else { throw value.error("names of families, separated by commas") }
      families.append(name)
    } while value.take(symbol: ",")
    return families
  }

  private func weight(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    let expected = "normal, bold, bolder, lighter or a number from 1 to 1000"
    if let number = try value.number() {
      guard (1...1000).contains(number) else { throw value.error(expected) }
      return number
    }
    switch value.word() {
    case "normal": return 400
    case "bold": return 700
    // Source: CSS Fonts 4, 2.2.1.
    case "bolder":
      let weight = parent.fontWeight
      return weight < 350 ? 400 : weight < 550 ? 700 : weight < 900 ? 900 : weight
    case "lighter":
      let weight = parent.fontWeight
      return weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
    default: throw value.error(expected)
    }
  }

  private func isItalic(_ value: inout CSSValueParser) throws(CSSError) -> Bool {
    switch value.word() {
    case "normal": return false
    case "italic", "oblique": return true
    default: throw value.error("normal, italic or oblique")
    }
  }

  private static let widths = [
    "ultra-condensed": 50.0, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
    "ultra-expanded": 200,
  ]

  private func width(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    if let length = try value.length(), case .percent(let percent) = length, percent > 0 {
      return min(percent, 1000)
    }
    guard let word = value.word(), let width = Self.widths[word] else {
      throw value.error("a percentage or a keyword such as condensed")
    }
    return width
  }

  private mutating func setShorthand(_ value: inout CSSValueParser) throws(CSSError) {
    style.fontWeight = 400
    style.isItalic = false
    style.fontWidth = 100
    style.lineHeight = .normal
    style.features = CSSFontFeatures()
    style.hasOpticalSize = true
    while !value.isAtEnd {
      var trial = value
      if try trial.number() != nil {
        style.fontWeight = try weight(&value)
        continue
      }
      guard let word = trial.word() else { break }
      if ["italic", "oblique"].contains(word) {
        style.isItalic = true
      } else if ["bold", "bolder", "lighter"].contains(word) {
        trial = value
        style.fontWeight = try weight(&trial)
      } else if let width = Self.widths[word] {
        style.fontWidth = width
      } else {
        break
      }
      value = trial
    }
    style.fontSize = try size(&value)
    if value.take(symbol: "/") {
      // The line height refers to the font size of the element, which is not set yet at first.
      value.units = units
      style.lineHeight = try lineHeight(&value)
    }
    style.fontFamily = try families(&value)
    try value.checkEnd("a size and a family, as in 600 17px/22px Inter")
  }

  private func lineHeight(_ value: inout CSSValueParser) throws(CSSError) -> CSSTextStyle.LineHeight
  {
    if value.take("normal") { return .normal }
    if let number = try value.number() {
      guard number >= 0, number <= 1000 else { throw value.error("a number from 0 to 1000") }
      return .factor(number)
    }
    guard let length = try value.length() else {
      throw value.error("normal, a number, or a length or percentage from 0")
    }
    let pixels = length.pixels(of: units.em, scale: 1)
    guard pixels >= 0, pixels <= 100_000 else { throw value.error("a length from 0") }
    return .pixels(pixels)
  }

  private func pixels(
    _ value: inout CSSValueParser, _ expected: String
  ) throws(CSSError) -> Double {
    guard let length = try value.length(), !length.hasPercent else { throw value.error(expected) }
    let pixels = length.pixels(of: 0, scale: 1)
    guard abs(pixels) <= 1000 else { throw value.error(expected + " of at most 1000px") }
    return pixels
  }
}

/// Lines.
extension CSSTextStyleReader {
  private func verticalAlign(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> CSSTextStyle.VerticalAlign {
    let keywords: [String: CSSTextStyle.VerticalAlign] = [
      "baseline": .baseline, "sub": .sub, "super": .super, "middle": .middle, "top": .top,
      "bottom": .bottom, "text-top": .textTop, "text-bottom": .textBottom,
    ]
    if let length = try value.length() { return .length(length) }
    guard let word = value.word(), let align = keywords[word] else {
      throw value.error(
        "a length, a percentage, or one of " + keywords.keys.sorted().joined(separator: ", "))
    }
    return align
  }

  /// Sets whether lines wrap.
  private mutating func setWrapping(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) {
    let modes = ["wrap": true, "nowrap": false]
    // `stable` is about editing; `pretty` is not supported.
    let styles = ["auto": false, "stable": false, "balance": true]
    if property == "text-wrap" { (style.whiteSpace.wraps, style.balances) = (true, false) }
    var count = 0
    while let word = value.word() {
      count += 1
      if property != "text-wrap-style", let wraps = modes[word] {
        style.whiteSpace.wraps = wraps
      } else if property != "text-wrap-mode", let balances = styles[word] {
        style.balances = balances
      } else {
        count = 0
        break
      }
    }
    guard count > 0, count < 3, property == "text-wrap" || count == 1 else {
      let expected =
        property == "text-wrap-mode"
        ? "wrap or nowrap"
        : (property == "text-wrap" ? "wrap, nowrap, " : "") + "balance, stable or auto"
          + "; 'pretty' is not supported: write 'balance' for short texts, else leave it out here "
          + "and on the page"
      throw value.error(expected)
    }
  }

  /// Sets the marker of list items.
  ///
  /// Only markers outside of the text are supported.
  private mutating func setMarker(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) {
    let expected = "none or a marker such as disc, outside; a marker inside is a text"
    if property == "list-style-image" {
      guard value.take("none") else { throw value.error("none") }
      return
    }
    if property != "list-style-position" { style.marker = .symbol }
    var count = 0
    while !value.isAtEnd {
      count += 1
      if property != "list-style-type", value.take("outside") { continue }
      guard property != "list-style-position" else { throw value.error("outside") }
      if value.take("none") {
        style.marker = nil
      } else if let text = value.string() {
        style.marker = .text(text)
      } else if let word = value.word(), word != "inside" {
        style.marker = ["disc", "circle", "square"].contains(word) ? .symbol : .counter(word)
      } else {
        throw value.error(expected)
      }
    }
    guard count > 0 else { throw value.error(expected) }
  }

  private mutating func setLines(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    switch property {
    case "line-height": style.lineHeight = try lineHeight(&value)
    case "white-space":
      let named = CSSTextStyle.WhiteSpace.named
      guard let word = value.word(), let known = named[word] else {
        throw value.error("one of " + named.keys.sorted().joined(separator: ", "))
      }
      style.whiteSpace = known
    case "white-space-collapse":
      style.whiteSpace.collapse = try value.keyword(CSSTextStyle.WhiteSpace.Collapse.self)
    case "text-wrap", "text-wrap-mode", "text-wrap-style": try setWrapping(property, &value)
    case "overflow-wrap", "word-wrap":
      style.overflowWrap = try value.keyword(CSSTextStyle.OverflowWrap.self)
    case "word-break":
      let words = ["normal", "break-all", "keep-all", "auto-phrase", "break-word"]
      guard let word = value.word(), words.contains(word) else {
        throw value.error("one of " + words.joined(separator: ", "))
      }
      style.wordBreak = word == "break-word" ? "normal" : word
      if word == "break-word" { style.overflowWrap = .anywhere }
    case "line-break":
      let words = ["auto", "loose", "normal", "strict", "anywhere"]
      guard let word = value.word(), words.contains(word) else {
        throw value.error("one of " + words.joined(separator: ", "))
      }
      style.lineBreak = word
    case "text-align": style.align = try value.keyword(CSSTextStyle.Align.self)
    case "text-indent":
      guard let length = try value.length() else { throw value.error("a length or percentage") }
      style.indent = length
    case "vertical-align": style.verticalAlign = try verticalAlign(&value)
    case "list-style", "list-style-type", "list-style-position", "list-style-image":
      try setMarker(property, &value)
    case "text-transform": style.transform = try value.keyword(CSSTextStyle.Transform.self)
    case "text-overflow": style.overflow = try value.keyword(CSSTextStyle.Overflow.self)
    case "-webkit-line-clamp":
      if value.take("none") {
        style.lineClamp = 0
      } else {
        guard let number = try value.number(), (1...10_000).contains(number),
          number == number.rounded()
        else { throw value.error("none or a whole number from 1 to 10000") }
        style.lineClamp = Int(number)
      }
    case "hyphens":
      guard value.take("manual") else { throw value.error("manual") }
    case "tab-size":
      if let number = try value.number() {
        style.tabSize = max(0, min(1000, number))
      } else {
        style.tabLength = max(0, try pixels(&value, "a number or a length"))
        style.tabSize = nil
      }
    default: return false
    }
    return true
  }
}
