import TextMeasurement

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
    units.em = parent.measured.size
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
    units.em = trial.style.measured.size
    style.measured.size = trial.style.measured.size
    style.sizeBasis = trial.style.sizeBasis
  }

  /// Changes the font size if `monospace` alone is the family of the element or of the one around,
  /// but not of both: browsers take 13px for 16px there, unless a length declares the size.
  ///
  /// Source: Blink's `FontBuilder::CheckForGenericFamilyChange`.
  mutating func adaptSize(toFamily family: String) {
    let (isFixed, wasFixed) = (Self.isFixed(family), Self.isFixed(parent.measured.family))
    switch style.sizeBasis {
    case .absolute: return
    case .keyword(let index):
      guard isFixed || wasFixed else { return }
      units.em = Self.keywordSizes[isFixed ? 1 : 0][index]
    case .relative:
      guard isFixed != wasFixed else { return }
      units.em *= isFixed ? 13.0 / 16 : 16.0 / 13
    }
    style.measured.size = units.em
  }

  /// Whether a list of families is `monospace` alone.
  private static func isFixed(_ family: String) -> Bool { family.lowercased() == "monospace" }

  /// The sizes of the keywords from `xx-small` to `xxx-large`, and those in `monospace`, in px.
  ///
  /// Source: the table of font sizes in Blink's `FontSizeFunctions`.
  private static let keywordSizes: [[Double]] = [
    [9, 10, 13, 16, 18, 24, 32, 48], [9, 10, 12, 13, 16, 20, 26, 39],
  ]
  private static let keywords = [
    "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large",
  ]

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
      style.measured.size = units.em
      style.sizeBasis = before.sizeBasis
      return isKnown
    } catch {
      // A value that is not valid as a whole sets nothing.
      style = before
      throw error
    }
  }

  private mutating func read(_ property: String, _ value: CSSValue) throws(CSSError) -> Bool {
    guard let known = Self.properties[property] else { return false }
    if value.isKeyword("inherit") {
      known.copy(parent, &style)
    } else if value.isKeyword("initial") {
      known.copy(CSSTextStyle(), &style)
    } else if value.isKeyword("unset") {
      known.copy(parent.inherited, &style)
    } else {
      var parser = CSSValueParser(value, units: Self.setsFontSize(property) ? outer : units)
      try known.set(&self, &parser)
      try parser.checkEnd("nothing after the value")
    }
    return true
  }
}

/// The properties.
extension CSSTextStyleReader {
  /// A property: how its value is read and set, and how it is inherited.
  struct Property: Sendable {
    typealias Setter =
      @Sendable (inout CSSTextStyleReader, inout CSSValueParser) throws(CSSError) -> Void
    typealias Copy = @Sendable (CSSTextStyle, inout CSSTextStyle) -> Void

    let set: Setter
    /// Copies the value of another style, that of the element around or the initial one.
    let copy: Copy

    init(_ set: @escaping Setter, _ copy: @escaping Copy) {
      self.set = set
      self.copy = copy
    }

    /// A property that is one value of the style.
    init<Value>(
      _ path: any WritableKeyPath<CSSTextStyle, Value> & Sendable,
      _ read:
        @escaping @Sendable (
          inout CSSTextStyleReader, inout CSSValueParser
        ) throws(CSSError) -> Value
    ) {
      set = { (reader, value) throws(CSSError) in
        reader.style[keyPath: path] = try read(&reader, &value)
      }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// A property whose values are keywords.
    init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
      keyword path: any WritableKeyPath<CSSTextStyle, Value> & Sendable
    ) {
      self.init(path) { (_, value) throws(CSSError) in try value.keyword(Value.self) }
    }
  }

  /// The properties of texts by their names.
  static let properties: [String: Property] = {
    var all: [String: Property] = [
      "font": Property(
        { (reader, value) throws(CSSError) in try reader.setShorthand(&value) },
        {
          let kept = $1.measured
          $1.measured.characters = $0.measured.characters
          $1.measured.characters.letterSpacing = kept.letterSpacing
          $1.measured.characters.wordSpacing = kept.characters.wordSpacing
          $1.measured.characters.breaksSpaces = kept.characters.breaksSpaces
          $1.measured.lineHeight = $0.measured.lineHeight
          $1.measured.lineHeightMultiple = $0.measured.lineHeightMultiple
          $1.features = $0.features
          $1.sizeBasis = $0.sizeBasis
        }),
      "font-size": Property(
        { (reader, value) throws(CSSError) in
          reader.style.measured.size = try reader.size(&value)
        }, { ($1.measured.size, $1.sizeBasis) = ($0.measured.size, $0.sizeBasis) }),
      "font-family": Property(\.measured.family) { (_, value) throws(CSSError) in
        try families(&value)
      },
      "font-weight": Property(\.measured.weight) { (reader, value) throws(CSSError) in
        try reader.weight(&value)
      },
      "font-style": Property(\.measured.italic) { (_, value) throws(CSSError) in
        try isItalic(&value)
      },
      "font-width": Property(\.measured.characters.width) { (_, value) throws(CSSError) in
        try width(&value)
      },
      "letter-spacing": Property(\.measured.letterSpacing) { (_, value) throws(CSSError) in
        try spacing(&value)
      },
      "word-spacing": Property(\.measured.characters.wordSpacing) {
        (_, value) throws(CSSError) in try spacing(&value)
      },
      "font-optical-sizing": Property(\.measured.characters.opticalSizing) {
        (_, value) throws(CSSError) in
        switch value.word() {
        case "auto": true
        case "none": false
        default: throw value.error("auto or none")
        }
      },
      // Chromium kerns with all of these, and without kerning with `optimizeSpeed`.
      "text-rendering": Property(
        { (_, value) throws(CSSError) in
          guard let word = value.word(),
            ["auto", "optimizelegibility", "geometricprecision"].contains(word)
          else { throw value.error("auto, optimizeLegibility or geometricPrecision") }
        }, { _, _ in }),
      "text-spacing-trim": Property(\.measured.textSpacingTrim) { (_, value) throws(CSSError) in
        guard let word = value.word(), let trim = TextSpacingTrim(rawValue: word) else {
          throw value.error("normal or space-all")
        }
        return trim
      },
      "line-height": Property(
        { (reader, value) throws(CSSError) in try reader.setLineHeight(&value) },
        {
          $1.measured.lineHeight = $0.measured.lineHeight
          $1.measured.lineHeightMultiple = $0.measured.lineHeightMultiple
        }),
      "white-space": Property(\.whiteSpace) { (_, value) throws(CSSError) in
        let named = CSSTextStyle.WhiteSpace.named
        guard let word = value.word(), let known = named[word] else {
          throw value.error("one of " + named.keys.sorted().joined(separator: ", "))
        }
        return known
      },
      "white-space-collapse": Property(keyword: \.whiteSpace.collapse),
      "text-wrap": Property(
        { (reader, value) throws(CSSError) in try reader.setWrapping("text-wrap", &value) },
        { ($1.whiteSpace.wraps, $1.balances) = ($0.whiteSpace.wraps, $0.balances) }),
      "text-wrap-mode": Property(
        { (reader, value) throws(CSSError) in try reader.setWrapping("text-wrap-mode", &value) },
        { $1.whiteSpace.wraps = $0.whiteSpace.wraps }),
      "text-wrap-style": Property(
        { (reader, value) throws(CSSError) in try reader.setWrapping("text-wrap-style", &value) },
        { $1.balances = $0.balances }),
      "overflow-wrap": Property(keyword: \.measured.overflowWrap),
      "word-break": Property(
        { (reader, value) throws(CSSError) in
          let words = WordBreak.allCases.map(\.rawValue) + ["break-word"]
          guard let word = value.word(), words.contains(word) else {
            throw value.error("one of " + words.joined(separator: ", "))
          }
          reader.style.wordBreak = WordBreak(rawValue: word) ?? .normal
          if word == "break-word" { reader.style.measured.overflowWrap = .anywhere }
        }, { $1.wordBreak = $0.wordBreak }),
      "line-break": Property(keyword: \.lineBreak),
      "text-align": Property(
        { (reader, value) throws(CSSError) in try reader.setAlignment(&value) },
        { ($1.align, $1.blockAlign) = ($0.align, $0.blockAlign) }),
      "border-collapse": Property(\.tables.collapsesBorders) { (_, value) throws(CSSError) in
        switch value.word() {
        case "collapse": true
        case "separate": false
        default: throw value.error("separate or collapse")
        }
      },
      "border-spacing": Property(
        { (reader, value) throws(CSSError) in
          let expected = "one or two lengths from 0"
          var lengths: [Double] = []
          repeat {
            let length = try pixels(&value, expected)
            guard length >= 0 else { throw value.error(expected) }
            lengths.append(length)
          } while !value.isAtEnd && lengths.count < 2
          (reader.style.tables.columnSpacing, reader.style.tables.rowSpacing) = (
            lengths[0], lengths[lengths.count - 1]
          )
        },
        {
          ($1.tables.columnSpacing, $1.tables.rowSpacing) = (
            $0.tables.columnSpacing, $0.tables.rowSpacing
          )
        }),
      "caption-side": Property(\.tables.captionsAreBelow) { (_, value) throws(CSSError) in
        switch value.word() {
        case "bottom", "block-end": true
        case "top", "block-start": false
        default: throw value.error("top or bottom")
        }
      },
      "text-indent": Property(\.indent) { (_, value) throws(CSSError) in
        guard let length = try value.length() else { throw value.error("a length or percentage") }
        return length
      },
      "vertical-align": Property(\.verticalAlign) { (_, value) throws(CSSError) in
        try verticalAlign(&value)
      },
      "list-style": marker("list-style"), "list-style-type": marker("list-style-type"),
      // Only markers outside of the text and without a picture are supported.
      "list-style-position": Property(
        { (reader, value) throws(CSSError) in
          try reader.setMarker("list-style-position", &value)
        }, { _, _ in }),
      "list-style-image": Property(
        { (_, value) throws(CSSError) in
          guard value.take("none") else { throw value.error("none") }
        }, { _, _ in }),
      "text-transform": Property(keyword: \.transform),
      "text-overflow": Property(keyword: \.overflow),
      "-webkit-line-clamp": Property(\.lineClamp) { (_, value) throws(CSSError) in
        if value.take("none") { return 0 }
        guard let number = try value.number(), (1...10_000).contains(number),
          number == number.rounded()
        else { throw value.error("none or a whole number from 1 to 10000") }
        return Int(number)
      },
      "hyphens": Property(
        { (_, value) throws(CSSError) in
          guard value.take("manual") else { throw value.error("manual") }
        }, { _, _ in }),
      // A number of spaces has no effect; tab stops are 8 spaces apart then.
      "tab-size": Property(\.measured.tabInterval) { (_, value) throws(CSSError) in
        if try value.number() != nil { return 0 }
        return max(0, try pixels(&value, "a number or a length"))
      },
    ]
    all["font-stretch"] = all["font-width"]
    all["word-wrap"] = all["overflow-wrap"]
    for property in CSSFontFeatures.properties {
      all[property] = Property(
        { (reader, value) throws(CSSError) in try reader.style.features.set(property, &value) },
        { $1.features.copy(property, from: $0.features) })
    }
    return all
  }()

  private static func marker(_ property: String) -> Property {
    Property(
      { (reader, value) throws(CSSError) in try reader.setMarker(property, &value) },
      { $1.marker = $0.marker })
  }
}

/// Fonts.
extension CSSTextStyleReader {
  /// A font size; percentages and `em` refer to the element around.
  private mutating func size(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    let expected = "a length or percentage above 0, at most 1000px, or a keyword such as medium"
    var size: Double
    let relative = parent.sizeBasis == .absolute ? CSSTextStyle.SizeBasis.absolute : .relative
    let isRelative = value.isFontRelative
    if let length = try value.length() {
      size = length.pixels(of: parent.measured.size, scale: 1)
      style.sizeBasis = isRelative ? relative : .absolute
    } else if let word = value.word() {
      style.sizeBasis = relative
      if let keyword = Self.keywords.firstIndex(of: word) {
        size = Self.keywordSizes[0][keyword]
        style.sizeBasis = .keyword(keyword)
      } else if word == "smaller" {
        size = parent.measured.size / 1.2
      } else if word == "larger" {
        size = parent.measured.size * 1.2
      } else {
        throw value.error(expected)
      }
    } else {
      throw value.error(expected)
    }
    guard size > 0, size <= 1000 else { throw value.error(expected) }
    return size
  }

  /// A list of families, in the order of preference.
  ///
  /// A family does not name a file, so that a content cannot name files.
  private static func families(_ value: inout CSSValueParser) throws(CSSError) -> String {
    var families: [String] = []
    repeat {
      let name = value.string() ?? value.names().joined(separator: " ")
      guard !name.isEmpty else { throw value.error("names of families, separated by commas") }
      families.append(name)
    } while value.take(symbol: ",")
    if let file = families.first(where: CharacterStyle.isFile) {
      throw CSSError(
        found: "'\(file.prefix(100))', which is a file or contains a comma,",
        expected: "expected the name of a family; declare its files with --font-family or in "
          + "cellheights.yaml")
    }
    return families.joined(separator: ", ")
  }

  private func weight(_ value: inout CSSValueParser) throws(CSSError) -> Int {
    let expected = "normal, bold, bolder, lighter or a number from 1 to 1000"
    if let number = try value.number() {
      guard (1...1000).contains(number) else { throw value.error(expected) }
      return Int(number)
    }
    switch value.word() {
    case "normal": return 400
    case "bold": return 700
    // Source: CSS Fonts 4, 2.2.1.
    case "bolder":
      let weight = parent.measured.weight
      return weight < 350 ? 400 : weight < 550 ? 700 : weight < 900 ? 900 : weight
    case "lighter":
      let weight = parent.measured.weight
      return weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
    default: throw value.error(expected)
    }
  }

  private static func isItalic(_ value: inout CSSValueParser) throws(CSSError) -> Bool {
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

  private static func width(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    if let length = try value.length(), case .percent(let percent) = length, percent > 0 {
      return min(percent, 1000)
    }
    guard let word = value.word(), let width = widths[word] else {
      throw value.error("a percentage or a keyword such as condensed")
    }
    return width
  }

  private mutating func setShorthand(_ value: inout CSSValueParser) throws(CSSError) {
    var characters = CharacterStyle(family: style.measured.family, size: style.measured.size)
    characters.letterSpacing = style.measured.letterSpacing
    characters.wordSpacing = style.measured.characters.wordSpacing
    characters.breaksSpaces = style.measured.characters.breaksSpaces
    style.measured.characters = characters
    setLineHeight(nil, multiple: 0)
    style.features = CSSFontFeatures()
    while !value.isAtEnd {
      var trial = value
      if try trial.number() != nil {
        style.measured.weight = try weight(&value)
        continue
      }
      guard let word = trial.word() else { break }
      if ["italic", "oblique"].contains(word) {
        style.measured.italic = true
      } else if ["bold", "bolder", "lighter"].contains(word) {
        trial = value
        style.measured.weight = try weight(&trial)
      } else if let width = Self.widths[word] {
        style.measured.characters.width = width
      } else {
        break
      }
      value = trial
    }
    style.measured.size = try size(&value)
    if value.take(symbol: "/") {
      // The line height refers to the font size of the element, which is not set yet at first.
      value.units = units
      try setLineHeight(&value)
    }
    style.measured.family = try Self.families(&value)
    try value.checkEnd("a size and a family, as in 600 17px/22px Inter")
  }

  private mutating func setLineHeight(_ height: Double?, multiple: Double) {
    style.measured.lineHeight = height
    style.measured.lineHeightMultiple = multiple
  }

  private mutating func setLineHeight(_ value: inout CSSValueParser) throws(CSSError) {
    if value.take("normal") { return setLineHeight(nil, multiple: 0) }
    if let number = try value.number() {
      guard number >= 0, number <= 1000 else { throw value.error("a number from 0 to 1000") }
      // A factor of the font size is inherited as a factor.
      return number > 0 ? setLineHeight(nil, multiple: number) : setLineHeight(0, multiple: 0)
    }
    guard let length = try value.length() else {
      throw value.error("normal, a number, or a length or percentage from 0")
    }
    let pixels = length.pixels(of: units.em, scale: 1)
    guard pixels >= 0, pixels <= 100_000 else { throw value.error("a length from 0") }
    setLineHeight(pixels, multiple: 0)
  }

  private static func spacing(_ value: inout CSSValueParser) throws(CSSError) -> Double {
    value.take("normal") ? 0 : try pixels(&value, "normal or a length")
  }

  private static func pixels(
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
  /// Sets `text-align`; `-webkit-center` and the like align boxes inside, too.
  ///
  /// `-internal-center`, the value of the browser for headers, is `center` unless the element around
  /// is aligned.
  private mutating func setAlignment(_ value: inout CSSValueParser) throws(CSSError) {
    let word = value.word() ?? ""
    style.blockAlign = nil
    switch word {
    case "-webkit-left": (style.align, style.blockAlign) = (.left, .left)
    case "-webkit-center": (style.align, style.blockAlign) = (.center, .center)
    case "-webkit-right": (style.align, style.blockAlign) = (.right, .right)
    case "-internal-center":
      (style.align, style.blockAlign) =
        parent.align == .start ? (.center, nil) : (parent.align, parent.blockAlign)
    default:
      guard let align = TextAlign(rawValue: word) else {
        throw value.error("one of " + TextAlign.allCases.map(\.rawValue).joined(separator: ", "))
      }
      style.align = align
    }
  }

  private static func verticalAlign(
    _ value: inout CSSValueParser
  ) throws(CSSError) -> VerticalAlign<CSSLength> {
    let keywords: [String: VerticalAlign<CSSLength>] = [
      "baseline": .baseline, "sub": .sub, "super": .super, "middle": .middle, "top": .top,
      "bottom": .bottom, "text-top": .textTop, "text-bottom": .textBottom,
    ]
    if let length = try value.length() { return .raised(length) }
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
}
