import MetricsPacks
import Operations
import StructuredDocuments
import TextMeasurement

/// The metrics packs in use, and what feeds need that they do not have.
struct FontsReport {
  let packs: [DeclaredPack]
  /// The trial with the records of feeds; `nil` without feeds.
  let trial: FontTrial?

  /// The output for people.
  var lines: [String] {
    guard !packs.isEmpty else {
      return ["no metrics pack is declared; docs/fonts.md says how to capture one"]
        + (trial?.lines ?? [])
    }
    var lines: [String] = []
    for declared in packs {
      let pack = declared.pack
      lines.append(
        "\(declared.name.printable())  \(pack.family.printable()), \(pack.origin.text.printable())")
      lines.append("  \(declared.file.printable())  hash \(pack.seal)")
      var table = TextTable(["face", ">characters", ">pairs", ">triples", ">words", "unexplained"])
      for face in pack.faces {
        table.add([
          face.name, grouped(face.advances.count), grouped(face.pairs.count),
          grouped(face.triples.count), grouped(face.words.count),
          face.sequences.prefix(5).joined(separator: " ").printable()
            + (face.sequences.count > 5 ? " …" : ""),
        ])
      }
      lines += table.lines.map { "  " + $0 }
    }
    return lines + (trial?.lines ?? [])
  }

  /// The document `cellheights.fonts/1`.
  var json: String {
    JSONWriter.document("cellheights.fonts/1") { json in
      json.array("packs", packs) { json, declared in
        json.member("role", declared.role.rawValue)
        json.member("name", declared.name)
        json.member("file", declared.file)
        json.member("hash", declared.pack.seal)
        json.member("family", declared.pack.family)
        json.member("device", declared.pack.origin.device)
        json.member("system", declared.pack.origin.system)
        json.member("program", declared.pack.origin.program)
        json.array("faces", declared.pack.faces) { json, face in
          json.member("weight", face.weight)
          json.member("slant", face.slant.rawValue)
          if let sizes = face.sizes { json.numbers("sizes", [sizes.lowerBound, sizes.upperBound]) }
          json.member("characters", face.advances.count)
          json.member("pairs", face.pairs.count)
          json.member("triples", face.triples.count)
          json.member("words", face.words.count)
          json.strings("sequences", face.sequences)
        }
      }
      trial?.write(to: &json)
    }
  }
}

extension FontTrial {
  /// The output for people, after an empty line.
  var lines: [String] {
    [
      "",
      "cells    \(grouped(cells)) of \(counted(records, "record")), "
        + "\(grouped(substituted)) substitute-font",
    ] + (UnmeasuredNote(unmeasured).map { [$0.line] } ?? [])
  }

  /// Writes the member `feeds` of a document.
  func write(to json: inout JSONWriter) {
    json.object("feeds") { json in
      json.member("records", records)
      json.member("cells", cells)
      json.member("substituteFont", substituted)
      json.strings("unmeasured", unmeasured.texts)
      json.member("more", unmeasured.areMore)
    }
  }
}

/// The line about the words and characters that metrics packs do not have.
struct UnmeasuredNote {
  private let texts: [String]
  private let areMore: Bool

  /// Maximum number of words in the line.
  private static let shown = 8

  /// `nil` if there are none.
  init?(_ unmeasured: UnmeasuredTexts) {
    guard !unmeasured.texts.isEmpty else { return nil }
    texts = unmeasured.texts
    areMore = unmeasured.areMore
  }

  /// The number of the texts, and the first of them.
  var line: String {
    let more = texts.count > Self.shown ? ", …" : ""
    return "not in the packs: \(areMore ? "more than " : "")"
      + "\(counted(texts.count, "word or character", plural: "words and characters")): "
      + texts.prefix(Self.shown).map { "'\($0.printable())'" }.joined(separator: ", ") + more
  }
}

extension MetricsPack.Origin {
  /// Device, system and program in one line.
  var text: String { [device, system, program].filter { !$0.isEmpty }.joined(separator: ", ") }
}

extension MetricsPack.Face {
  /// Weight, slant and sizes, as in `400 italic 17 pt`.
  fileprivate var name: String {
    var text = "\(weight)"
    if slant != .upright { text += " \(slant.rawValue)" }
    guard let sizes else { return text + " all sizes" }
    return text
      + (sizes.lowerBound == sizes.upperBound
        ? " \(points(sizes.lowerBound)) pt"
        : " \(points(sizes.lowerBound))–\(points(sizes.upperBound)) pt")
  }
}
