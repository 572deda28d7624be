import FeedRecords
import Foundation
import Testing

/// The results of feedparser for 54 real feeds and its own test files, compared with this module's.
///
/// `scripts/oracles feedparser` compares all values; these are the ones that need no rules:
/// - titles are decoded once more to plain text, and lose the white space at their ends;
/// - Atom ids are opaque and are not resolved against `xml:base` (one file, 24 entries);
/// - an empty `href` is no link, but feedparser takes the base (one file, 3 entries).
@Suite(.enabled(if: SharedCorpora.isThere, "the corpora are not here"))
struct FeedparserOracleTests {
  private struct Entry {
    let title: String
    let link: String
    let id: String?
  }

  private struct Line {
    let file: String
    let entries: [Entry]?
  }

  private struct Figures: Equatable {
    var (files, opened, counted, counts) = (0, 0, 0, 0)
    var (entries, links, titles, given, ids) = (0, 0, 0, 0, 0)
  }

  @Test func realFeedsAgreeWithFeedparser() throws {
    var figures = Figures()
    for line in try oracle() {
      figures.files += 1
      let reading = Reading(FeedSource(path: SharedCorpora.path("feeds/real/\(line.file)")))
      #expect(reading.error == nil)
      #expect(reading.failures.isEmpty)
      figures.opened += reading.error == nil ? 1 : 0
      guard let expected = line.entries else { continue }
      figures.counted += 1
      figures.counts += expected.count == reading.records.count ? 1 : 0
      for (entry, record) in zip(expected, reading.records) {
        figures.entries += 1
        figures.links += entry.link == record.url ?? "" ? 1 : 0
        figures.titles += try plain(entry.title) == plain(record.title ?? "") ? 1 : 0
        guard let id = entry.id else { continue }
        figures.given += 1
        figures.ids += id == record.id ? 1 : 0
      }
    }
    print("feedparser: \(figures)")
    #expect(figures.files == 54)
    #expect(figures.opened == 54)
    #expect(figures.counts == figures.counted)
    #expect(figures.entries == 1423)
    #expect(figures.links >= 1420)
    #expect(figures.titles >= 1422)
    #expect(figures.given - figures.ids == 24)
  }

  /// The folder about sanitising HTML and the one about HTTP headers are omitted.
  @Test func feedparsersOwnFilesHaveAsManyEntries() throws {
    var (files, equal) = (0, 0)
    for line in try oracle("feedparser") {
      let folders = line.file.split(separator: "/").dropLast()
      guard let expected = line.entries, !expected.isEmpty,
        !folders.contains("sanitize"), !folders.contains("http")
      else { continue }
      files += 1
      let reading = Reading(FeedSource(path: SharedCorpora.path("feeds/feedparser/\(line.file)")))
      if reading.records.count == expected.count { equal += 1 }
    }
    #expect(files == 214)
    #expect(equal >= 213)
  }

  private func oracle(_ corpus: String = "real") throws -> [Line] {
    let text = try String(
      contentsOfFile: SharedCorpora.path("feeds/\(corpus).oracle.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let entries = (object["entries"] as? [[String: Any]])?.map { entry in
        Entry(
          title: entry["title"] as? String ?? "",
          link: (entry["link"] as? String ?? "").trimmingCharacters(in: .whitespacesAndNewlines),
          id: entry["id"] as? String)
      }
      return Line(file: object["file"] as? String ?? "", entries: entries)
    }
  }

  /// The title as plain text on one line: markup removed and entities decoded.
  private func plain(_ title: String) throws -> String {
    guard title.contains(where: { "<&".contains($0) }) else { return collapsed(title) }
    let text = String(decoding: try JSONEncoder().encode(title), as: UTF8.self)
    let records = Reading("{\"id\":\"1\",\"content_html\":\(text)}").records
    return collapsed(records.first?.contentText ?? "")
  }

  private func collapsed(_ text: String) -> String {
    text.split { " \n\r\t\u{C}\u{A0}".contains($0) }.joined(separator: " ")
  }
}
