import CRawReaders
import FeedRecords
import PairedBenchmark

extension Benchmark {
  /// `ingest.*`: a reader from bytes in memory to records, HTML to text off, against the plain
  /// parser it sits on copying the same strings into C++ structs; one operation is one record.
  static let ingest: [Benchmark] = [
    ingest("json.vs-simdjson", "json") { text, length, padding in
      raw_json_feed(text, length, padding)
    },
    ingest("ndjson.vs-simdjson", "ndjson") { text, length, padding in
      raw_ndjson(text, length, padding)
    },
    ingest("rss.vs-libxml2", "rss") { text, length, _ in raw_xml_feed(text, length) },
    ingest("atom.vs-libxml2", "atom") { text, length, _ in raw_xml_feed(text, length) },
  ]

  /// Records of the feeds that are read: some megabytes, so that no cache holds them.
  private static let ingestRecords = 10_000

  private static func ingest(
    _ name: String, _ format: String,
    _ plain: @escaping @Sendable (UnsafePointer<UInt8>, Int, Int) -> raw_totals
  ) -> Benchmark {
    Benchmark(name: "ingest.\(name)", sense: .timesFaster, operation: "record") { input in
      let feed = try IngestedFeed(format: format, records: ingestRecords, input)
      let sink = input.sink
      let theirs = feed.read(by: plain)
      guard try feed.totals().agrees(with: theirs) else {
        throw BenchmarkError("both readers of \(format) must take the same from the same feed")
      }
      return Contest(
        operations: ingestRecords,
        subject: { try CPUClock.thread.measure { sink.take(try feed.totals().bytes) } },
        reference: { CPUClock.thread.measure { sink.take(feed.read(by: plain).bytes) } })
    }
  }

  /// `ingest.html.vs-libxml2`: HTML to text as a record gets it, against libxml2's HTML parser with
  /// callbacks that only count; printed for information, there is no bar.
  static let ingestHTML = Benchmark(
    name: "ingest.html.vs-libxml2", sense: .timesAsLong, operation: "record"
  ) { input in
    let feed = try IngestedFeed(format: "rss", records: ingestRecords, input)
    let texts = try feed.markup().map { Array($0.utf8CString) }
    let sink = input.sink
    // The difference of reading with and without conversion is what the conversion takes.
    return Contest(
      operations: ingestRecords,
      subject: {
        let plain = try CPUClock.thread.measure { sink.take(try feed.totals().bytes) }
        let whole = try CPUClock.thread.measure {
          sink.take(try feed.totals(convertsHTML: true).bytes)
        }
        return Measurement(nanoseconds: max(whole.nanoseconds - plain.nanoseconds, 1))
      },
      reference: {
        CPUClock.thread.measure {
          for text in texts { sink.take(raw_html(text, text.count - 1)) }
        }
      })
  }
}
