import FeedRecords
import Foundation
import TestSupport
import Testing

/// An example of the CommonMark specification.
struct CommonMarkExample: Decodable {
  var example: Int
  var markdown: String
  var html: String

  /// All examples, or none if the corpora are not here.
  static func all() throws -> [CommonMarkExample] {
    guard SharedCorpora.isThere else { return [] }
    let text = try String(
      contentsOfFile: SharedCorpora.path("commonmark/examples.ndjson"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(CommonMarkExample.self, from: Data($0.utf8))
    }
  }
}

/// The examples of the CommonMark specification: Markdown gives the text and the runs of its HTML.
@Suite(.enabled(if: SharedCorpora.isThere, "the corpora are not here"))
struct CommonMarkTests {
  /// The examples that differ, with the reason.
  ///
  /// md4c 0.4.8 follows CommonMark 0.29, and GitHub's extensions are always on.
  private static let exceptions = [
    173: "since 0.30, `textarea` begins a block of HTML that blank lines do not end",
    356: "since 0.31, symbols such as £ are punctuation",
    610: "GitHub: an address is a link without brackets",
    613: "GitHub: an address is a link without brackets",
    614: "GitHub: a mail address is a link without brackets",
    627: "since 0.31, a comment may contain `--`",
    628: "since 0.31, `<!-->` and `<!--->` are comments",
  ]

  @Test func examplesGiveTheTextAndRunsOfTheirHTML() throws {
    let examples = try CommonMarkExample.all()
    #expect(examples.count == 655)
    for example in examples {
      let own = AttributedContent(markdown: example.markdown)
      let other = AttributedContent(html: example.html)
      #expect(
        (own == other) == (Self.exceptions[example.example] == nil),
        "\(example.example): \(example.markdown)\n\(example.html)\n\(own)\n\(other)")
    }
  }
}
