#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives
import StructuredDocuments

// The shapes that are not JSON.
extension ListExport {
  /// RFC 4180.
  func writeTable() {
    var text = "id,index,offset,height,trust\r\n"
    for cell in list {
      let offset = JSONWriter.digits(of: cell.offset)
      let height = JSONWriter.digits(of: cell.height)
      let trust = cell.caveats.names.joined(separator: " ")
      text += "\(Self.quoted(cell.id)),\(cell.index),\(offset),\(height),\(trust)\r\n"
      hand(on: &text)
    }
    hand(on: &text, atEnd: true)
  }

  /// A field, in quotes where a reader would otherwise take it apart or trim it.
  private static func quoted(_ field: String) -> String {
    // Scalars, because a quote with an accent is one character.
    let scalars = field.unicodeScalars
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    let isTrimmed = [scalars.first, scalars.last].allSatisfy {
      $0?.properties.isWhitespace == false
    }
    guard !isTrimmed || scalars.contains(where: special.contains) else { return field }
    var result = "\"".unicodeScalars
    for scalar in scalars {
      if scalar == "\"" { result.append(scalar) }
      result.append(scalar)
    }
    result.append("\"")
    return String(result)
  }

  /// Sizes for `content-visibility: auto`: one rule for all cells of a height, in the order of the
  /// first of each.
  ///
  /// `auto` lets what a cell once had prevail, so that one that is drawn otherwise moves the page
  /// once and not each time that it comes into view.
  func writeStyleSheet() {
    var places: [Double: Int] = [:]
    var rules: [(height: Double, cells: [Int32])] = []
    for cell in list {
      let place = places[cell.height] ?? rules.count
      if place == rules.count {
        places[cell.height] = place
        rules.append((cell.height, []))
      }
      rules[place].cells.append(Int32(cell.index))
    }
    // Nothing in a name may end the comment.
    let origin = Self.escaped("\(list.name.list) of \(list.name.feed), \(list.name.environment)")
      .unicodeScalars.filter { $0 != "*" }
    var text = "/* \(String(origin)), generation \(list.generation.number) */\n"
    for (height, cells) in rules {
      for (number, index) in cells.enumerated() {
        text += number > 0 ? ",\n" : ""
        text += "[data-cell=\"\(Self.escaped(list[Int(index)].id))\"]"
        hand(on: &text)
      }
      text += "{contain-intrinsic-height:auto \(JSONWriter.digits(of: height))px}\n"
    }
    hand(on: &text, atEnd: true)
  }

  /// A text between double quotes in CSS.
  ///
  /// `<` is escaped so that the sheet may stand in an HTML page.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar < " " || scalar == "<" || scalar.commandsTerminal:
        result += "\\\(String(scalar.value, radix: 16)) "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
#endif
