import LayoutPrimitives
import TextMeasurement

/// Writes SVG with escaped attributes and text.
struct SVGWriter {
  /// The document written so far.
  private(set) var text = ""
  private var open: [String] = []

  /// Creates a writer of an empty document.
  init() {}

  /// Writes the start tag of an element, which `end()` closes.
  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    begin(name, attributes.map { ($0.key, $0.value) })
  }

  /// Writes the start tag of an element whose attributes are in an array.
  mutating func begin(_ name: String, _ attributes: [(String, String)]) {
    write(name, attributes)
    text += ">"
    open.append(name)
  }

  /// Writes the end tag of the innermost open element.
  mutating func end() {
    guard let name = open.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// Writes a whole element with escaped text as its content; `nil` for no content.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, text content: String? = nil
  ) {
    element(name, attributes.map { ($0.key, $0.value) }, text: content)
  }

  /// Writes a whole element whose attributes are in an array; `nil` for no content.
  mutating func element(
    _ name: String, _ attributes: [(String, String)], text content: String? = nil
  ) {
    write(name, attributes)
    text += content.map { ">\(Self.escaped($0))</\(name)>\n" } ?? "/>\n"
  }

  private mutating func write(_ name: String, _ attributes: [(String, String)]) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
  }

  /// Escapes text for XML.
  ///
  /// Tabs and line ends become spaces, and other control characters become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n", "\r": escaped.append(" ")
      case _ where isForbidden(scalar): escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.value == 0xFFFE
      || scalar.value == 0xFFFF
  }

  /// Writes a coordinate with at most three fractional digits; 0 if it is not finite.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return ((value * 1000).rounded() / 1000).plainDecimal
  }
}

extension GlyphOutline {
  /// The outline as SVG path data, in font units with y upwards.
  var pathData: String {
    var data = ""
    func point(_ x: Double, _ y: Double) -> String {
      "\(SVGWriter.number(x)) \(SVGWriter.number(y))"
    }
    for step in steps {
      switch step {
      case .move(let x, let y): data += "M\(point(x, y))"
      case .line(let x, let y): data += "L\(point(x, y))"
      case .quadratic(let controlX, let controlY, let x, let y):
        data += "Q\(point(controlX, controlY)) \(point(x, y))"
      case .cubic(let firstX, let firstY, let secondX, let secondY, let x, let y):
        data += "C\(point(firstX, firstY)) \(point(secondX, secondY)) \(point(x, y))"
      case .close: data += "Z"
      }
    }
    return data
  }
}
