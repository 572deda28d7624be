import Foundation
import Testing

extension CommandLineTests {
  /// The shapes of `export`, each read as its library reads it and held against `lookup`.
  @Suite struct ExportTests {
    private static let gap = 8.0
    private static let insets = (top: 4.0, leading: 12.0, bottom: 24.0, trailing: 16.0)
    /// Ids that CSV, CSS, JSON and HTML must escape, and one that only looks so: a quote with an
    /// accent.
    private static let ids = [
      "plain", "comma, quote \" and \\", "line\nbreak", "]}\"'); </style>", "café-写真-👩‍👩‍👧‍👦",
      "\"\u{301}*/\u{301}", "__proto__", "0", "tab\there", "U+202E \u{202E}",
    ]

    private let shop: Workshop

    init() async throws {
      shop = try Workshop()
      var lines: [String] = []
      for (number, id) in Self.ids.enumerated() {
        let text = String(repeating: "We swam, and then it rained. ", count: number % 4 * 2)
        let record = ["id": id, "title": "Lake", "content_text": text]
        lines.append(
          String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self))
      }
      try shop.write(SampleFeed.text(lines), to: "home.ndjson")
      try shop.write(
        """
        schema: cellheights.config/1
        lists: {home: {feed: {spacing: 8, insets: [4, 12, 24, 16]}, back: {order: id desc}}}
        """, to: "cellheights.yaml")
      try #require(await shop.run("build", "home.ndjson", "--template", "post-system").code == 0)
    }

    /// A cell as `lookup` prints it.
    private struct Place: Equatable {
      let id: String
      let offset: Double
      let height: Double
    }

    private func places() async throws -> [Place] {
      let run = try await shop.run("lookup", "--range", "0..100", "--format", "json")
      return try run.lines.map { line in
        let cell = try JSONLine(line)
        return Place(
          id: try #require(cell.string("id")), offset: try #require(cell.number("offset")),
          height: try #require(cell.number("height")))
      }
    }

    private func export(_ format: String, _ more: String...) async throws -> String {
      let run = try await shop.start(["export", "--format", format] + more).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return run.output
    }

    private func json(_ format: String) async throws -> Any {
      let text = try await export(format)
      #expect(text.hasSuffix("\n") && text.lineList.count == 1)
      return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private func object(_ format: String) async throws -> [String: Any] {
      try #require(await json(format) as? [String: Any])
    }

    /// The heights with the spacing below each cell.
    private func spaced(_ places: [Place]) -> [Double] {
      places.enumerated().map { $1.height + ($0 + 1 < places.count ? Self.gap : 0) }
    }

    @Test func heightsSayAllThatIsKnown() async throws {
      let places = try await places()
      let heights = try JSONLine(await export("heights"))
      #expect(
        heights.names == [
          "schema", "feed", "list", "environment", "generation", "digest", "gap", "insets", "keys",
          "sizes",
        ])
      #expect(heights.string("schema") == "cellheights.heights/1")
      #expect(heights.string("feed") == "home" && heights.string("list") == "feed")
      #expect(heights.string("environment") == "390@3x/L/ltr/en/uikit")
      let stores = try JSONLine(await shop.run("stores", "--format", "json").output)
      #expect(heights.string("digest") == stores.string("digest"))
      #expect(heights.number("generation") == 1 && heights.number("gap") == Self.gap)
      #expect(heights.number("insets", "top") == Self.insets.top)
      #expect(heights.number("insets", "leading") == Self.insets.leading)
      #expect(heights.number("insets", "bottom") == Self.insets.bottom)
      #expect(heights.number("insets", "trailing") == Self.insets.trailing)
      #expect(heights["keys"] as? [String] == Self.ids)
      #expect(heights["sizes"] as? [Double] == places.map(\.height))
    }

    @Test func tablesAreReadAsRFC4180Says() async throws {
      let rows = try Table.rows(of: await export("csv"))
      #expect(rows.first == ["id", "index", "offset", "height", "trust"])
      let cells = try rows.dropFirst().map {
        Place(id: $0[0], offset: try #require(Double($0[2])), height: try #require(Double($0[3])))
      }
      #expect(cells == (try await places()))
      #expect(rows.dropFirst().map { $0[1] } == Self.ids.indices.map(String.init))
      #expect(rows.dropFirst().allSatisfy { $0[4] == "substitute-font" })
    }

    @Test func tanStackStartsAreOffsets() async throws {
      let export = try await object("tanstack")
      let options = try #require(export["options"] as? [String: Double])
      #expect(
        options == [
          "count": Double(Self.ids.count), "gap": Self.gap, "paddingStart": Self.insets.top,
          "paddingEnd": Self.insets.bottom,
        ])
      let places = try await places()
      let items = try #require(export["measurements"] as? [[String: Any]])
      #expect(items.map { $0["key"] as? String } == places.map(\.id))
      // As the library adds them up, when it is given sizes alone.
      var start = Self.insets.top
      for (index, item) in items.enumerated() {
        let numbers = item.compactMapValues { ($0 as? NSNumber)?.doubleValue }
        #expect(numbers["index"] == Double(index) && numbers["lane"] == 0)
        #expect(numbers["start"] == places[index].offset)
        #expect(numbers["size"] == places[index].height)
        #expect(abs((numbers["start"] ?? -1) - start) < 1e-6)
        start += places[index].height
        #expect(abs((numbers["end"] ?? -1) - start) < 1e-6)
        start += Self.gap
      }
    }

    @Test func virtuosoTakesSpacingAsPartOfItems() async throws {
      let export = try await object("virtuoso")
      let sizes = spaced(try await places())
      #expect(export["heightEstimates"] as? [Double] == sizes)
      var covered: [Double] = []
      let ranges = try #require(export["ranges"] as? [[String: Double]])
      for range in ranges {
        #expect(range["startIndex"] == Double(covered.count))
        let last = Int(try #require(range["endIndex"]))
        let size = try #require(range["size"])
        #expect(covered.last != size)
        try #require(last >= covered.count)
        covered += Array(repeating: size, count: last + 1 - covered.count)
      }
      #expect(covered == sizes)
    }

    @Test func flatListsFindOffsetsBesideLengths() async throws {
      let places = try await places()
      let layouts = try #require(await json("getitemlayout") as? [[String: Double]])
      #expect(
        layouts
          == places.enumerated().map {
            ["length": $1.height, "offset": $1.offset, "index": Double($0)]
          })
    }

    @Test func extentsAndFixedSizesAddUpToTheList() async throws {
      let places = try await places()
      let sizes = spaced(places)
      let flutter = try await object("flutter")
      #expect(flutter["itemExtents"] as? [Double] == sizes)
      #expect((flutter["insets"] as? [String: Double])?["top"] == Self.insets.top)
      let legend = try await object("legendlist")
      let byID = try #require(legend["sizes"] as? [String: Double])
      #expect(byID == Dictionary(uniqueKeysWithValues: zip(places.map(\.id), sizes)))
      let last = try #require(places.last)
      #expect(abs(sizes.reduce(Self.insets.top, +) - last.offset - last.height) < 1e-6)
    }

    @Test func everyCellHasOneRuleInTheStyleSheet() async throws {
      let sheet = try await export("css")
      #expect(!sheet.contains("</style"))
      let rules = try StyleSheet.rules(of: sheet)
      var found: [String: Double] = [:]
      for (ids, height) in rules {
        for id in ids { #expect(found.updateValue(height, forKey: id) == nil) }
      }
      let places = try await places()
      #expect(
        found == Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0.height) }))
      #expect(rules.count == Set(places.map(\.height)).count)
    }

    @Test func anotherListIsInItsOwnOrder() async throws {
      let rows = try Table.rows(of: await export("csv", "--list", "back"))
      #expect(rows.dropFirst().map { $0[0] }.count == Self.ids.count)
      #expect(rows[1][2] == "0" && rows.dropFirst().map { $0[0] } != Self.ids)
      let miss = try await shop.run("export", "--format", "csv", "--list", "none")
      #expect(miss.code == 1 && miss.errors.contains("back, feed"))
    }

    @Test func aShapeNeedsOneFeedAndOneEnvironment() async throws {
      try await shop.run("build", "home.ndjson", "--add-environment", "320")
      let environments = try await shop.run("export", "--format", "css")
      #expect(environments.code == 64 && environments.output == "")
      #expect(environments.errors.contains("320@3x/L/ltr/en/uikit"))
      try shop.write(SampleFeed.text, to: "work.ndjson")
      try await shop.run("build", "work.ndjson", "--environment", "390")
      let feeds = try await shop.run("export", "--format", "heights", "--environment", "390")
      #expect(feeds.code == 64 && feeds.errors.contains("home, work"))
      #expect(try await shop.run("export").lines.count == 2 * Self.ids.count + 6)
      let one = try await shop.run(
        "export", "--format", "heights", "--environment", "390", "--feed", "work")
      #expect(try JSONLine(one.output)["keys"] as? [String] == ["a", "b", "c", "d", "e", "f"])
      let unknown = try await shop.run("export", "--format", "flashlist")
      #expect(unknown.code == 64 && unknown.errors.contains("legendlist"))
    }

    @Test func whatIsMissingOrDoubtfulIsSaid() async throws {
      let good = try await shop.run("export", "--format", "heights")
      #expect(good.errorLines.count == 2)
      #expect(
        good.errors.contains(
          "10 of 10 heights may be off (10 substitute-font); lists that remeasure may still shift"))
      #expect(good.errorLines.last?.contains("system → Inter") == true)
      try shop.write(
        """
        schema: cellheights.template/1
        template: picture
        views:
          - {id: p, kind: image, source: "{image}"}
          - {id: t, kind: label, text: "{title}"}
        constraints: ["p.centerX == cell.centerX", "H:|[t]|", "V:|[p][t]|"]
        """, to: "picture.yaml")
      try shop.write(
        #"{"id":"good","title":"x"}"# + "\n"
          + #"{"id":"bad","title":"x","image":{"url":"u","width":5,"height":9e8}}"# + "\n",
        to: "other.ndjson")
      try await shop.run(
        "build", "other.ndjson", "--template", "./picture.yaml", "--max-failed", "1")
      let export = try await shop.run("export", "--format", "csv", "--feed", "other")
      #expect(try Table.rows(of: export.output).count == 2 && export.errorLines.count == 3)
      #expect(export.errors.contains("1 record of feed 'other' failed and is in no list"))
    }
  }
}

/// A reader of RFC 4180.
private enum Table {
  static func rows(of text: String) throws -> [[String]] {
    var rows: [[String]] = [[]]
    var field = "".unicodeScalars
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.append(scalar)
        scalars.removeFirst()
      case "\"": isQuoted.toggle()
      case _ where isQuoted: field.append(scalar)
      case ",", "\r":
        rows[rows.count - 1].append(String(field))
        field.removeAll()
        if scalar == "\r" {
          let next = scalars.popFirst()
          try #require(next == "\n")
          rows.append([])
        }
      default: field.append(scalar)
      }
    }
    #expect(rows.removeLast().isEmpty && !isQuoted)
    return rows
  }
}

/// A reader of the one kind of style sheet that `export` writes, by the rules of CSS Syntax.
private enum StyleSheet {
  static func rules(of text: String) throws -> [(ids: [String], height: Double)] {
    var scalars = Array(text.unicodeScalars)[...]
    func take(_ word: String) throws {
      try #require(scalars.starts(with: word.unicodeScalars), "\(word) in \(text)")
      scalars = scalars.dropFirst(word.unicodeScalars.count)
    }
    try take("/*")
    while !scalars.isEmpty, !scalars.starts(with: "*/".unicodeScalars) { scalars.removeFirst() }
    try take("*/\n")
    var rules: [(ids: [String], height: Double)] = []
    while !scalars.isEmpty {
      var ids: [String] = []
      repeat {
        if !ids.isEmpty { try take(",\n") }
        try take("[data-cell=\"")
        ids.append(try string(&scalars))
        try take("]")
      } while scalars.first == ","
      try take("{contain-intrinsic-height:auto ")
      let digits = scalars.prefix { $0 != "p" }
      scalars = scalars.dropFirst(digits.count)
      try take("px}\n")
      var number = ""
      number.unicodeScalars.append(contentsOf: digits)
      rules.append((ids, try #require(Double(number))))
    }
    return rules
  }

  /// The rest of a string token.
  private static func string(_ scalars: inout ArraySlice<Unicode.Scalar>) throws -> String {
    var value = "".unicodeScalars
    while let scalar = scalars.popFirst() {
      try #require(scalar != "\n")
      if scalar == "\"" { return String(value) }
      guard scalar == "\\" else {
        value.append(scalar)
        continue
      }
      let digits = scalars.prefix(6).prefix { $0.properties.isASCIIHexDigit }
      if digits.isEmpty {
        value.append(try #require(scalars.first))
        scalars.removeFirst()
      } else {
        scalars = scalars.dropFirst(digits.count)
        if scalars.first == " " { scalars.removeFirst() }
        let code = UInt32(digits.map(String.init).joined(), radix: 16)
        value.append(try #require(code.flatMap(Unicode.Scalar.init)))
      }
    }
    throw CocoaError(.fileReadCorruptFile)
  }
}
