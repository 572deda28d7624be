import Foundation
import InterfaceBuilder
import Testing

@testable import CellTemplates

/// The importer's decisions on the corpus, against those of its oracle.
@Suite(.enabled(if: XibCorpus.isThere, "the corpus of Interface Builder files is not here"))
struct CorpusOracleTests {
  @Test("the frames that are inputs are those that the oracle calls inputs")
  func decidesInputs() throws {
    var inputs = 0
    for file in XibCorpus.files {
      let nodes = try XibCorpus.nodes(of: file)
      for view in try XibCorpus.oracle(of: file).views where view.parent != nil {
        guard let id = view.id else { continue }
        let node = try #require(nodes[id], "\(file.lastPathComponent) \(id)")
        #expect(node.has("frame") == view.input, "\(file.lastPathComponent) \(id)")
        inputs += view.input ? 1 : 0
      }
    }
    #expect(inputs > 240)
  }

  @Test("margins of cells and content views are those with which the saved frames were explained")
  func knowsMargins() throws {
    var count = 0
    for file in XibCorpus.files {
      let nodes = try XibCorpus.nodes(of: file)
      for view in try XibCorpus.oracle(of: file).views {
        guard let expected = view.margins else { continue }
        let id = try #require(view.id)
        let node = try #require(nodes[id])
        let margins = node.numbers("margins") ?? [8, 8, 8, 8]
        let worst = zip(margins, expected).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 0.01, "\(file.lastPathComponent) \(id): \(margins), not \(expected)")
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test("frames that are no inputs are not read: without them the document is the same")
  func readsNoAnswers() throws {
    var removed = 0
    for file in XibCorpus.files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let oracle = try XibCorpus.oracle(of: file)
      let answers = Set(oracle.views.filter { !$0.input }.compactMap(\.id))
      let stripped = XibCorpus.strip(text, of: answers, &removed)
      for mode in [InterfaceBuilderMode.canvas, .runtime] {
        let yaml = try XibCorpus.yaml(text, mode)
        #expect(try XibCorpus.yaml(stripped, mode) == yaml, "\(file.lastPathComponent)")
      }
    }
    #expect(removed > 1300)
  }
}
