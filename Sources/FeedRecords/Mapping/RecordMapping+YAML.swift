extension RecordMapping {
  /// The schema line of a mapping file.
  public static let schema = "cellheights.mapping/1"

  /// Reads a mapping from YAML.
  ///
  /// - Parameters:
  ///   - path: The file, for errors; its base name is the mapping's name unless it tells another.
  ///   - firstLine: The line of the file at which the text begins.
  ///   - needsSchema: Whether the schema line must be there, as in a file of its own.
  /// - Throws: `FeedError` with code `mapping` and the line.
  public init(
    yaml: String, path: String, firstLine: Int = 1, needsSchema: Bool = true
  ) throws(FeedError) {
    let file = path.split(separator: "/").last ?? ""
    let name = file.split(separator: ".").first.map(String.init) ?? "mapping"
    self = try MappingReader(path: path, firstLine: firstLine)
      .read(yaml, name: name, needsSchema: needsSchema)
  }

  /// Reads a mapping file.
  public init(path: String) throws(FeedError) {
    let bytes = try FeedSource(path: path).wholeBytes(limit: 1 << 20)
    try self.init(yaml: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// The mapping as a YAML document that reads back as an equal one.
  public var yaml: String {
    var lines = ["schema: \(Self.schema)", "name: \(Self.scalar(name))"]
    if let format { lines.append("format: \(format.rawValue)") }
    if !isNative || !(format?.isXML ?? false) {
      lines.append("records: \(Self.scalar(records.description))")
    }
    if let order { lines.append("order: \(Self.scalar(order.description))") }
    if !joins.isEmpty {
      lines.append("joins:")
      for join in joins {
        let (key, from) = (Self.scalar("\(join.key)"), Self.scalar("\(join.from)"))
        lines.append("  \(Self.scalar(join.name)): {key: \(key), from: \(from)}")
      }
    }
    if !detect.isEmpty {
      let paths = detect.map { Self.scalar("\($0)") }
      lines.append("detect: [\(paths.joined(separator: ", "))]")
    }
    for word in RecordField.all.compactMap(\.word) {
      guard let rule = rules[word], !rule.isEmpty else { continue }
      lines.append("\(word): \(Self.written(rule))")
    }
    if !image.url.isEmpty {
      if image.width.isEmpty, image.height.isEmpty {
        lines.append("image: \(Self.written(image.url))")
      } else {
        lines.append("image:")
        for (key, rule) in [("url", image.url), ("width", image.width), ("height", image.height)]
        where !rule.isEmpty {
          lines.append("  \(key): \(Self.written(rule))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether the mapping only names a format whose words are read without rules.
  var isNative: Bool { format != nil && rules.isEmpty && image.url.isEmpty }

  /// The mapping that stands for a format with words of its own.
  init(native format: FeedFormat, records: RecordsPath = RecordsPath(steps: [.each])) {
    self.init(name: format.rawValue, format: format, records: records)
  }

  /// A rule: alternatives of the same kind together, different ones as a list.
  private static func written(_ rule: Rule) -> String {
    var groups: [(paths: [String], markup: Markup, date: FeedDateForm)] = []
    for part in rule {
      if let last = groups.last, last.markup == part.markup, last.date == part.date {
        groups[groups.count - 1].paths.append("\(part.path)")
      } else {
        groups.append((["\(part.path)"], part.markup, part.date))
      }
    }
    let texts = groups.map { group -> String in
      let path = scalar(group.paths.joined(separator: "|"))
      if group.markup == .none, group.date == .auto { return path }
      let html = group.markup == .none ? "" : ", html: \(group.markup.rawValue)"
      let date = group.date == .auto ? "" : ", date: \(group.date.rawValue)"
      return "{path: \(path)\(html)\(date)}"
    }
    return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
  }

  /// A text as YAML: plain where it is letters, digits, dots and underscores, else in quotes.
  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter ?? false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    return isPlain && !["true", "false", "null", "yes", "no", "on", "off"].contains(text)
      ? text : escapedForYAML(quoted(text))
  }

  /// YAML drops or folds some characters that JSON's quotes let stand.
  ///
  /// Source: YAML 1.2.2, sections 5.1 and 5.4.
  private static func escapedForYAML(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
