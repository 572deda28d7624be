#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives
import StructuredDocuments

/// Writes the heights of a list in formats for the list views of other libraries.
///
/// Lengths are in points. The output is sent in pieces; no piece ends inside a character.
public struct ListExport {
  /// A format of the output.
  public enum Shape: String, CaseIterable {
    /// The names on the command line: a CSV table; all data as JSON; JSON for TanStack Virtual,
    /// React Virtuoso, React Native's `FlatList` and `SectionList`, Flutter and Legend List; a style
    /// sheet; a Swift file for `UITableView` and compositional layouts.
    case csv, heights, tanstack, virtuoso, getitemlayout, sectionlist, flutter, legendlist, css
    /// A Swift file for `UITableView` and compositional layouts.
    case swift
  }

  /// Approximate size of a piece, in bytes.
  private static let pieceBytes = 1 << 15

  let list: ListHeights
  private let send: ([UInt8]) -> Void

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - list: The ids and heights to write.
  ///   - send: Receives each piece of the output.
  public init(_ list: ListHeights, send: @escaping ([UInt8]) -> Void) {
    self.list = list
    self.send = send
  }

  /// Writes the list in a format; the output ends with a line break.
  public func write(_ shape: Shape) {
    switch shape {
    case .csv: writeTable()
    case .css: writeStyleSheet()
    case .heights: writeJSON(heights)
    case .tanstack: writeJSON(tanstack)
    case .virtuoso: writeJSON(virtuoso)
    case .getitemlayout: writeJSON(itemLayouts)
    case .sectionlist: writeJSON(sectionList)
    case .swift: writeSwift()
    case .flutter: writeJSON(flutter)
    case .legendlist: writeJSON(legendList)
    }
  }

  /// Sends a text and empties it, if it is long enough or is the end of the output.
  func hand(on text: inout String, atEnd: Bool = false) {
    guard atEnd || text.utf8.count >= Self.pieceBytes else { return }
    send(Array(text.utf8))
    text.removeAll(keepingCapacity: true)
  }

  private func writeJSON(_ shape: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    shape(&json)
    json.endLine()
    send(JSONLineEscapes.escaping(json.removeBytes()))
  }

  /// Calls a closure for each cell, and sends the output in pieces.
  private func each(
    _ json: inout JSONWriter, _ write: (inout JSONWriter, ListHeights.Cell) -> Void
  ) {
    for cell in list {
      write(&json, cell)
      if json.bytes.count >= Self.pieceBytes { send(JSONLineEscapes.escaping(json.removeBytes())) }
    }
  }

  private func array(
    _ json: inout JSONWriter, _ name: String? = nil,
    _ write: (inout JSONWriter, ListHeights.Cell) -> Void
  ) {
    if let name { json.key(name) }
    json.beginArray()
    each(&json, write)
    json.endArray()
  }

  private func numbers(
    _ json: inout JSONWriter, _ name: String, _ number: (ListHeights.Cell) -> Double
  ) {
    array(&json, name) { $0.literal(JSONWriter.digits(of: number($1))) }
  }

  private func writeInsets(_ json: inout JSONWriter) {
    json.object("insets") { json in
      json.member("top", list.insets.top)
      json.member("leading", list.insets.leading)
      json.member("bottom", list.insets.bottom)
      json.member("trailing", list.insets.trailing)
    }
  }
}

// The JSON formats; docs/exports.md names their sources.
extension ListExport {
  /// `cellheights.heights/1`: all available data, for adapters that users write.
  private func heights(_ json: inout JSONWriter) {
    json.object { json in
      json.member("schema", "cellheights.heights/1")
      json.member("feed", list.name.feed)
      json.member("list", list.name.list)
      json.member("environment", list.name.environment)
      json.member("generation", list.generation.number)
      json.member("digest", list.generation.digest)
      json.member("gap", list.gap)
      writeInsets(&json)
      array(&json, "keys") { $0.string($1.id) }
      numbers(&json, "sizes", \.height)
      writeSections(&json)
    }
  }

  /// TanStack Virtual: `VirtualItem`s for `initialMeasurementsCache`, with the options that must
  /// agree with them.
  private func tanstack(_ json: inout JSONWriter) {
    json.object { json in
      json.object("options") { json in
        json.member("count", list.count)
        json.member("gap", list.gap)
        json.member("paddingStart", list.insets.top)
        json.member("paddingEnd", list.insets.bottom)
      }
      if let sticky = stickyIndices { json.numbers("stickyIndexes", sticky.map(Double.init)) }
      array(&json, "measurements") { json, cell in
        json.object { json in
          json.member("key", cell.id)
          json.member("index", cell.index)
          json.member("start", cell.offset)
          // The library adds only the gap between two items.
          let size = cell.height + list.geometry.separatorHeight(after: cell.index)
          json.member("end", cell.offset + size)
          json.member("size", size)
          json.member("lane", 0)
        }
      }
    }
  }

  /// React Virtuoso: `heightEstimates`, and ranges of equal heights as in a `StateSnapshot`.
  ///
  /// Each item includes its spacing. Virtuoso has no margins, and it applies the gap of its list
  /// only after it has read the heights.
  private func virtuoso(_ json: inout JSONWriter) {
    json.object { json in
      writeInsets(&json)
      writeEnds(&json)
      if let groups = groupCounts { json.numbers("groupCounts", groups.map(Double.init)) }
      // The cells above and below all sections are components of their own.
      let listed = indicesOfSections
      json.key("heightEstimates")
      json.beginArray()
      each(&json) { json, cell in
        guard listed.contains(cell.index) else { return }
        json.literal(JSONWriter.digits(of: cell.spacedHeight))
      }
      json.endArray()
      json.key("ranges")
      json.beginArray()
      var start = listed.lowerBound
      each(&json) { json, cell in
        guard listed.contains(cell.index) else { return }
        let next = cell.index + 1
        if listed.contains(next), list[next].spacedHeight == cell.spacedHeight { return }
        json.object { json in
          json.member("startIndex", start - listed.lowerBound)
          json.member("endIndex", cell.index - listed.lowerBound)
          json.member("size", cell.spacedHeight)
        }
        start = next
      }
      json.endArray()
    }
  }

  /// React Native's `FlatList`: the values that `getItemLayout` returns.
  private func itemLayouts(_ json: inout JSONWriter) {
    array(&json) { json, cell in
      json.object { json in
        json.member("length", cell.height)
        json.member("offset", cell.offset)
        json.member("index", cell.index)
      }
    }
  }

  /// Flutter: the values that `itemExtentBuilder` returns, by index.
  private func flutter(_ json: inout JSONWriter) {
    json.object { json in
      writeInsets(&json)
      numbers(&json, "itemExtents", \.spacedHeight)
    }
  }

  /// Legend List: the values that `getFixedItemSize` returns, by id.
  private func legendList(_ json: inout JSONWriter) {
    json.object { json in
      json.member("gap", list.gap)
      writeInsets(&json)
      json.key("sizes")
      json.beginObject()
      each(&json) { $0.member($1.id, $1.spacedHeight) }
      json.endObject()
    }
  }
}

// The formats that are not JSON.
extension ListExport {
  /// CSV according to RFC 4180.
  func writeTable() {
    // A list of records alone has no kinds and sections.
    let kinds = list.sections != nil
    var text = "id,index,offset,height,trust\(kinds ? ",kind,section,item" : "")\r\n"
    for cell in list {
      let offset = JSONWriter.digits(of: cell.offset)
      let height = JSONWriter.digits(of: cell.height)
      let trust = cell.caveats.names.joined(separator: " ")
      text += "\(Self.quoted(cell.id)),\(cell.index),\(offset),\(height),\(trust)"
      if kinds {
        let path = list.indexPath(of: cell.index)
        text += ",\(list.kind(at: cell.index).rawValue),\(path.map { "\($0.section)" } ?? "")"
        text += ",\(path?.item.map(String.init) ?? "")"
      }
      text += "\r\n"
      hand(on: &text)
    }
    hand(on: &text, atEnd: true)
  }

  /// A CSV field, in quotes if a reader would otherwise split or trim it.
  private static func quoted(_ field: String) -> String {
    // Scalars are compared, because a quote with a combining accent is one `Character`.
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

  /// Sizes for `content-visibility: auto`: one rule per height, for all cells with this height.
  ///
  /// Rules are in the order of the first cell with each height. With `auto`, the browser prefers
  /// the size at which a cell was last rendered. A cell with another rendered size therefore moves
  /// the page only once.
  func writeStyleSheet() {
    var indices: [Double: Int] = [:]
    var rules: [(height: Double, cells: [Int32])] = []
    for cell in list {
      let ruleIndex = indices[cell.height] ?? rules.count
      if ruleIndex == rules.count {
        indices[cell.height] = ruleIndex
        rules.append((cell.height, []))
      }
      rules[ruleIndex].cells.append(Int32(cell.index))
    }
    // The names are escaped, so that they cannot end the comment.
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

  /// A text that is valid between double quotes in CSS.
  ///
  /// `<` is escaped too, so that the style sheet can be part of an HTML page.
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
