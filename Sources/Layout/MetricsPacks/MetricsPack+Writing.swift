internal import StructuredDocuments

extension MetricsPack {
  /// The document `cellheights.metrics/1`, with its seal, in UTF-8.
  ///
  /// Equal packs give the same bytes.
  public var document: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", Self.schema)
    json.member("family", family)
    json.member("device", origin.device)
    json.member("system", origin.system)
    json.member("program", origin.program)
    json.key("characters")
    json.beginObject()
    for group in characters { json.member(group.script, group.characters) }
    json.endObject()
    json.key("faces")
    json.beginArray()
    for face in faces { face.write(to: &json) }
    json.endArray()
    json.endObject()
    return PackSeal.sealed(json.bytes)
  }
}

extension MetricsPack.Face {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("weight", weight)
    json.member("slant", slant.rawValue)
    if width != 100 {
      json.member("width", width)
    }
    if let sizes {
      json.key("sizes")
      json.beginArray()
      json.literal(JSONWriter.digits(of: sizes.lowerBound))
      json.literal(JSONWriter.digits(of: sizes.upperBound))
      json.endArray()
    }
    json.member("unitsPerEm", unitsPerEm)
    json.key("line")
    json.beginObject()
    json.member("ascent", line.ascent)
    json.member("descent", line.descent)
    json.member("gap", line.gap)
    json.member("capHeight", line.capHeight)
    json.member("xHeight", line.xHeight)
    if let top = line.top { json.member("top", top) }
    if let bottom = line.bottom { json.member("bottom", bottom) }
    json.endObject()
    json.key("advances")
    json.beginObject()
    for (scalar, advance) in advances.sorted(by: { $0.key < $1.key }) {
      json.member(String(scalar), advance)
    }
    json.endObject()
    json.member("missing", Self.text(missing))
    writePairs(to: &json)
    json.key("triples")
    json.beginObject()
    for triple in triples { json.member(triple.text, triple.share) }
    json.endObject()
    json.key("words")
    json.beginObject()
    for word in words.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
      json.member(word.text, word.width)
    }
    json.endObject()
    json.key("sequences")
    json.beginArray()
    for sequence in sequences { json.string(sequence) }
    json.endArray()
    json.endObject()
  }

  /// Writes for each first character the second characters, by the difference of the pair.
  private func writePairs(to json: inout JSONWriter) {
    json.key("pairs")
    json.beginObject()
    var start = 0
    while start < pairs.count {
      let row = pairs[start...].prefix { $0.first == pairs[start].first }
      json.key(String(pairs[start].first))
      json.beginObject()
      for (share, members) in Dictionary(grouping: row, by: \.share).sorted(by: { $0.key < $1.key })
      {
        json.member(String(share), Self.text(members.map(\.second)))
      }
      json.endObject()
      start = row.endIndex
    }
    json.endObject()
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.sorted())
    return String(text)
  }
}

extension MetricsPack.Triple {
  fileprivate var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: [first, middle, last])
    return String(text)
  }
}
