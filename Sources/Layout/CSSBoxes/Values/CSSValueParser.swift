/// Reads the parts of one property's value from the left.
struct CSSValueParser {
  typealias Token = CSSTokenizer.Token

  let text: String
  var units: CSSUnits
  private let tokens: [Token]
  private var index = 0
  private var depth = 0

  /// Maximum depth of parentheses in a value.
  static let depthLimit = 32

  init(_ value: CSSValue, units: CSSUnits = CSSUnits()) {
    text = value.text
    tokens = value.tokens
    self.units = units
  }

  private var token: Token? { index < tokens.count ? tokens[index] : nil }

  private mutating func skipSpace() {
    while token == .space { index += 1 }
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { token == nil }

  /// An error about the whole value.
  func error(_ expected: String) -> CSSError {
    CSSError(found: "'\(text)'", expected: "expected " + expected)
  }

  /// - Throws: `CSSError` if something is left.
  func checkEnd(_ expected: String) throws(CSSError) {
    guard isAtEnd else { throw error(expected) }
  }

  /// Whether the next part is a percentage, or a length that refers to the font.
  var isFontRelative: Bool {
    switch token {
    case .percentage: true
    case .dimension(_, let unit): ["em", "ch", "ex", "ic", "cap", "lh"].contains(unit)
    default: false
    }
  }

  /// Takes a keyword, in lower case; `nil` if the next part is not a keyword.
  mutating func word() -> String? {
    guard case .word(let word)? = token else { return nil }
    index += 1
    skipSpace()
    return word.lowercased()
  }

  /// Takes a certain keyword.
  mutating func take(_ word: String) -> Bool {
    guard case .word(let next)? = token, next.lowercased() == word else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// Takes a certain character.
  mutating func take(symbol character: Character) -> Bool {
    guard let ascii = character.asciiValue, token == .character(ascii) else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// Takes keywords in a row, in the letter case of the document.
  mutating func names() -> [String] {
    var names: [String] = []
    while case .word(let name)? = token {
      names.append(name)
      index += 1
      skipSpace()
    }
    return names
  }

  /// Takes a quoted string.
  mutating func string() -> String? {
    guard case .string(let text)? = token else { return nil }
    index += 1
    skipSpace()
    return text
  }

  /// Takes one of the keywords of a type.
  mutating func keyword<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) throws(CSSError) -> Value where Value.RawValue == String {
    let expected = Value.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = word(), let value = Value(rawValue: word) else {
      throw error("one of " + expected)
    }
    return value
  }

  /// Takes a number, which may be a calculation.
  mutating func number() throws(CSSError) -> Double? {
    switch token {
    case .number(let value)?:
      index += 1
      skipSpace()
      return value
    case .function(let name)? where Self.isMath(name):
      let start = index
      guard case .number(let value) = try calculation() else {
        index = start
        return nil
      }
      skipSpace()
      let limit = Double(Float.greatestFiniteMagnitude)
      return value.isNaN ? 0 : max(-limit, min(limit, value))
    default: return nil
    }
  }

  /// Takes a length or percentage from 0; a calculation with a result below 0 is 0.
  ///
  /// - Throws: `CSSError` for a negative length.
  mutating func lengthFromZero(_ expected: String) throws(CSSError) -> CSSLength? {
    let isCalculation = if case .function? = token { true } else { false }
    guard let length = try length() else { return nil }
    switch length {
    case .pixels(let number) where number < 0, .percent(let number) where number < 0:
      guard isCalculation else { throw error(expected) }
      return .zero
    default: return length
    }
  }

  /// Takes a length or percentage, which may be a calculation; `nil` if there is none.
  mutating func length() throws(CSSError) -> CSSLength? {
    switch token {
    case .number(0)?:
      index += 1
      skipSpace()
      return .zero
    case .percentage(let value)?:
      index += 1
      skipSpace()
      return .percent(value)
    case .dimension(let value, let unit)?:
      let pixels = try units.pixels(value, unit, in: text)
      index += 1
      skipSpace()
      return .pixels(pixels)
    case .function(let name)? where Self.isMath(name):
      let start = index
      guard case .length(let length) = try calculation() else {
        index = start
        return nil
      }
      skipSpace()
      if case .pixels(let value) = length, value.isNaN { return .zero }
      return length
    default: return nil
    }
  }

  /// Skips a color that is not a keyword: `#rgb` or a function.
  mutating func skipColor() -> Bool {
    if take(symbol: "#") {
      while let next = token, next != .space { index += 1 }
      skipSpace()
      return true
    }
    guard case .function? = token else { return false }
    while let next = token {
      index += 1
      if next == .character(UInt8(ascii: ")")) { break }
    }
    skipSpace()
    return true
  }
}

/// Mathematical functions.
///
/// Source: CSS Values 4, 10.
extension CSSValueParser {
  /// The result of a calculation.
  private enum Result {
    case number(Double)
    case length(CSSLength)
  }

  private static func isMath(_ name: String) -> Bool {
    name == "calc" || name == "min" || name == "max" || name == "clamp"
  }

  /// Reads a function that is the next token, up to its closing parenthesis.
  private mutating func calculation() throws(CSSError) -> Result {
    guard case .function(let name)? = token else { throw error("a calculation") }
    guard depth < Self.depthLimit else {
      throw error("at most \(Self.depthLimit) nested parentheses")
    }
    depth += 1
    defer { depth -= 1 }
    index += 1
    skipSpace()
    var arguments = [try sum()]
    while take(symbol: ",") { arguments.append(try sum()) }
    guard token == .character(UInt8(ascii: ")")) else { throw error("')'") }
    index += 1
    switch (name, arguments.count) {
    case ("calc", 1): return arguments[0]
    case ("min", _): return try combined(arguments, { $0.min() ?? 0 }, { .least($0) })
    case ("max", _): return try combined(arguments, { $0.max() ?? 0 }, { .greatest($0) })
    case ("clamp", 3):
      return try combined(
        arguments, { Swift.max($0[0], Swift.min($0[1], $0[2])) },
        { .clamped($0[0], $0[1], $0[2]) })
    default: throw error("one argument of calc() and three of clamp()")
    }
  }

  /// The result of a comparison, which is known at once if all arguments are numbers or pixels.
  private func combined(
    _ arguments: [Result], _ choose: ([Double]) -> Double, _ make: ([CSSLength]) -> CSSLength
  ) throws(CSSError) -> Result {
    func chosen(_ values: [Double]) -> Double {
      values.contains(where: \.isNaN) ? .nan : choose(values)
    }
    var numbers: [Double] = []
    for case .number(let value) in arguments { numbers.append(value) }
    if numbers.count == arguments.count { return .number(chosen(numbers)) }
    let lengths = try lengths(arguments)
    var pixels: [Double] = []
    for case .pixels(let value) in lengths { pixels.append(value) }
    return .length(pixels.count == lengths.count ? .pixels(chosen(pixels)) : make(lengths))
  }

  private func lengths(_ arguments: [Result]) throws(CSSError) -> [CSSLength] {
    var lengths: [CSSLength] = []
    for argument in arguments {
      guard case .length(let length) = argument else {
        throw error("arguments that are all lengths or all numbers")
      }
      lengths.append(length)
    }
    return lengths
  }

  private mutating func sum() throws(CSSError) -> Result {
    skipSpace()
    var result = try product()
    while true {
      skipSpace()
      let isPlus = token == .character(UInt8(ascii: "+"))
      guard isPlus || token == .word("-") else { return result }
      guard tokens[index - 1] == .space, index + 1 < tokens.count, tokens[index + 1] == .space
      else {
        throw error("white space on both sides of '+' and '-'")
      }
      index += 1
      skipSpace()
      let next = try product()
      switch (result, next) {
      case (.number(let left), .number(let right)):
        result = .number(isPlus ? left + right : left - right)
      case (.length(let left), .length(let right)):
        result = .length(left.adding(isPlus ? right : right.multiplied(by: -1)))
      default: throw error("a sum of lengths or of numbers")
      }
    }
  }

  private mutating func product() throws(CSSError) -> Result {
    var result = try operand()
    while true {
      skipSpace()
      let isTimes = token == .character(UInt8(ascii: "*"))
      guard isTimes || token == .character(UInt8(ascii: "/")) else { return result }
      index += 1
      skipSpace()
      let next = try operand()
      switch (result, next) {
      case (.number(let left), .number(let right)):
        result = .number(isTimes ? left * right : left / right)
      case (.length(let length), .number(let factor)):
        result = .length(length.multiplied(by: isTimes ? factor : 1 / factor))
      case (.number(let factor), .length(let length)) where isTimes:
        result = .length(length.multiplied(by: factor))
      default: throw error("a product with at most one length, and no length as divisor")
      }
    }
  }

  private mutating func operand() throws(CSSError) -> Result {
    switch token {
    case .number(let value)?:
      index += 1
      return .number(value)
    case .percentage(let value)?:
      index += 1
      return .length(.percent(value))
    case .dimension(let value, let unit)?:
      let pixels = try units.pixels(value, unit, in: text)
      index += 1
      return .length(.pixels(pixels))
    case .word(let word)?:
      index += 1
      switch word.lowercased() {
      case "infinity": return .number(.infinity)
      case "-infinity": return .number(-.infinity)
      case "nan": return .number(.nan)
      case "pi": return .number(.pi)
      case "e": return .number(2.718281828459045)
      default: throw error("a number or a length instead of '\(word)'")
      }
    case .character(UInt8(ascii: "("))?:
      guard depth < Self.depthLimit else {
        throw error("at most \(Self.depthLimit) nested parentheses")
      }
      depth += 1
      defer { depth -= 1 }
      index += 1
      let inside = try sum()
      guard token == .character(UInt8(ascii: ")")) else { throw error("')'") }
      index += 1
      return inside
    case .function(let name)? where Self.isMath(name): return try calculation()
    default: throw error("a number or a length")
    }
  }
}
