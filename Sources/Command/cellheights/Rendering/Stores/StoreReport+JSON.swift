import HeightStore
import LayoutPrimitives
import StructuredDocuments

extension StoreReport {
  /// `cellheights.stores/1`.
  var json: String {
    JSONWriter.document("cellheights.stores/1") { json in
      let generation = catalog.generation
      json.member("store", path)
      json.member("bytes", bytes)
      json.member("generation", generation.number)
      json.member("created", generation.createdUTC)
      if let age { json.member("ageSeconds", age.seconds) }
      json.member("engineVersion", generation.engineVersion)
      json.member("digest", generation.digest)
      json.member("listDigest", generation.listDigest)
      if let hold { json.member("held", hold.note) }
      if let shard {
        json.object("shard") {
          $0.member("number", shard.index)
          $0.member("shards", shard.count)
        }
      }
      json.object("cells") {
        $0.member("good", generation.cells)
        $0.member("failed", generation.failed)
      }
      json.array("feeds", zip(catalog.feeds, counts)) { json, entry in
        write(entry.0, entry.1, to: &json)
      }
    }
  }

  private func write(_ feed: FeedEntry, _ counts: StoredCounts, to json: inout JSONWriter) {
    json.member("feed", feed.name)
    json.member("records", feed.records)
    json.member("generation", feed.generation)
    json.member("digest", feed.digest)
    json.array("sources", feed.sources) { json, source in
      json.member("path", source.path)
      json.member("hash", source.hash)
      json.member("bytes", source.bytes)
      if source.isChanges { json.member("changes", true) }
    }
    json.array("environments", feed.environments) { json, environment in
      json.member("environment", environment.environment.key)
      json.member("cells", environment.cells)
      json.member("failed", environment.failed)
    }
    json.array("templates", feed.templates.compactMap { catalog.templates[$0] }) {
      $0.member("template", $1.name)
      $0.member("hash", $1.hash)
    }
    json.array("lists", feed.lists) { json, list in
      json.member("list", list.description.name)
      json.member("spacing", list.description.spacing)
      let insets = list.description.insets
      json.numbers("insets", [insets.top, insets.leading, insets.bottom, insets.trailing])
      json.array("environments", feed.environments) { json, environment in
        json.member("environment", environment.environment.key)
        json.member("cells", list.cells(in: environment.id))
      }
    }
    json.object("trust") {
      $0.member("exact", counts.exact)
      for (name, reason) in Caveats.named { $0.member(name, counts.cells(with: reason)) }
    }
    json.object("findings") {
      for severity in FindingSeverity.allCases {
        $0.member(severity.rawValue, Self.findings(feed, severity))
      }
    }
    json.array("failures", counts.failures) { json, failure in
      json.member("code", failure.code)
      json.member("cells", failure.cells)
      json.member("sample", failure.sampleRecord)
      json.member("message", failure.sampleMessage)
    }
  }
}
