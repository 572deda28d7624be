import Foundation
import InterfaceBuilder
import StructuredDocuments
import TemplateDocuments
import Testing

@testable import CellTemplates

/// The corpus, imported as a whole.
@Suite(.enabled(if: XibCorpus.isThere, "the corpus of Interface Builder files is not here"))
struct CorpusImportTests {
  @Test(
    "what is written reads back as the same document",
    arguments: [
      InterfaceBuilderMode.canvas, .runtime,
    ])
  func writesWhatItReads(_ mode: InterfaceBuilderMode) throws {
    var count = 0
    for file in XibCorpus.files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let document = try InterfaceBuilderFile(bytes: bytes, file: file.lastPathComponent)
      for index in document.cells.indices {
        let imported = try document.importedTemplate(cell: index, mode: mode)
        let context = DocumentContext(file: file.lastPathComponent, limits: TemplateLimits())
        let again = DocumentReader.read(imported.yaml, into: context)
        #expect(context.problems.isEmpty)
        #expect(again?.canonicalText == imported.node.canonicalText)
        count += 1
      }
    }
    #expect(count > 298)
  }
}
