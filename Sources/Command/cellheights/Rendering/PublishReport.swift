import PublishedHeights
import StructuredDocuments

/// What a publication did, for people and for programs.
struct PublishReport {
  let folder: String
  let summary: PublishingSummary
  let pruned: PrunedFiles?

  private typealias Amount = PublishingSummary.Amount

  private var path: String { summary.manifest.map(PublishedPath.manifest) ?? "" }

  /// A `cellheights.publish/1`.
  var json: String {
    JSONWriter.document("cellheights.publish/1") { json in
      json.member("folder", folder)
      json.member("generation", summary.generation)
      if let shards = summary.shards { json.member("shards", shards) }
      json.member("manifest", path)
      json.member("manifestBytes", summary.manifestBytes)
      json.member("cells", summary.cells)
      Self.write(summary.written, "written", &json)
      Self.write(summary.kept, "kept", &json)
      json.object("chunks") { json in
        for kind in PublishingSummary.Kind.allCases {
          if let amount = summary.chunks[kind] { Self.write(amount, kind.rawValue, &json) }
        }
      }
      guard let pruned else { return }
      json.object("pruned") { json in
        json.member("files", pruned.paths.count)
        json.member("bytes", pruned.bytes)
        json.numbers("generations", pruned.generations.map(Double.init))
      }
    }
  }

  /// The lines for people.
  var lines: [String] {
    var lines = [
      "published  generation \(summary.generation), \(summary.cells) cells"
        + (summary.shards.map { " of \($0) shards" } ?? ""),
      "manifest   \(path)  \(summary.manifestBytes) bytes",
    ]
    for kind in PublishingSummary.Kind.allCases {
      guard let amount = summary.chunks[kind] else { continue }
      let gap = String(repeating: " ", count: max(0, 11 - kind.rawValue.count))
      lines.append(
        "\(kind.rawValue)\(gap)\(Self.text(amount)), \(hundredths(amount.bytes)) bytes a cell")
    }
    lines.append("written    \(Self.text(summary.written)); kept \(Self.text(summary.kept))")
    if let pruned {
      lines.append(
        "pruned     \(pruned.paths.count) files, \(pruned.bytes) bytes; kept generations "
          + pruned.generations.map(String.init).joined(separator: ", "))
    }
    lines.append("folder     \(folder)")
    return lines
  }

  private static func write(
    _ amount: PublishingSummary.Amount, _ name: String, _ json: inout JSONWriter
  ) {
    json.object(name) { json in
      json.member("files", amount.files)
      json.member("bytes", amount.bytes)
    }
  }

  private static func text(_ amount: PublishingSummary.Amount) -> String {
    "\(amount.files) \(amount.files == 1 ? "file" : "files"), \(amount.bytes) bytes"
  }

  /// Bytes a cell with two decimals.
  private func hundredths(_ bytes: Int) -> String {
    guard summary.cells > 0 else { return "0" }
    let all = (bytes * 100 + summary.cells / 2) / summary.cells
    return "\(all / 100).\(all % 100 < 10 ? "0" : "")\(all % 100)"
  }
}
