import Foundation
import InterfaceBuilder
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Frames of the corpus's cells, against those that Apple's engine computed and Xcode saved.
@Suite(.enabled(if: XibCorpus.isThere, "the corpus of Interface Builder files is not here"))
struct CorpusFramesTests {
  @Test("every frame is within 0.51 points of the saved one and every fitted height within 0.6")
  func agreesWithApple() throws {
    var (files, numbers, heights) = (0, 0, 0)
    for file in XibCorpus.files {
      let oracle = try XibCorpus.oracle(of: file)
      guard oracle.status == "exact" else { continue }
      let laidOut = try XibCorpus.layOut(XibCorpus.template(of: file), oracle)
      for view in oracle.views where !view.input {
        let id = try #require(view.id)
        let found = try #require(laidOut.frames[id])
        let worst = zip(found, view.frame).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst <= oracle.tolerance, "\(file.lastPathComponent) \(id) \(found)")
        numbers += 4
      }
      files += 1
      guard oracle.heightOracle else { continue }
      heights += 1
      #expect(
        abs(laidOut.fittedHeight - oracle.rootSize[1]) <= 0.6, "\(file.lastPathComponent)")
    }
    #expect(files == 255)
    #expect(numbers == 4708)
    #expect(heights == 155)
  }

  @Test("a document written and read again gives the same frames, without the saved answers too")
  func roundTrips() throws {
    for file in XibCorpus.files {
      let oracle = try XibCorpus.oracle(of: file)
      var removed = 0
      let stripped = XibCorpus.strip(
        try String(contentsOf: file, encoding: .utf8),
        of: Set(oracle.views.filter { !$0.input }.compactMap(\.id)), &removed)
      let document = try InterfaceBuilderFile(bytes: Array(stripped.utf8), file: "Cell.xib")
      let imported = try document.importedTemplate(mode: .canvas)
      let written = try CellTemplate(text: imported.yaml, file: "cell.yaml")
      let once = try XibCorpus.layOut(XibCorpus.template(of: file), oracle)
      let again = try XibCorpus.layOut(written, oracle)
      #expect(once.frames == again.frames, "\(file.lastPathComponent)")
      #expect(once.fittedHeight == again.fittedHeight)
    }
  }

  @Test("every cell compiles as the app runs it, and its path gives the same template")
  func compilesForRuntime() throws {
    for file in XibCorpus.files {
      let document = try InterfaceBuilderFile(
        bytes: [UInt8](Data(contentsOf: file)), file: file.lastPathComponent)
      for index in document.cells.indices {
        let imported = try document.importedTemplate(cell: index)
        let template = try imported.template()
        #expect(template.views.count > 1)
        let name = "\(file.path)#\(document.cells[index].name)"
        #expect(try TemplateCatalog().template(name).canonicalText == template.canonicalText)
      }
    }
  }
}
