package import CellTemplates
package import CommandSettings
package import FeedRecords
import Foundation
import LayoutPrimitives
import MetricsPacks
import Precomputation
import StructuredDocuments
package import TextMeasurement

/// `fonts`: lays out the records of feeds to count their words, and the cells with substitute fonts.
package struct FontTrial {
  /// Number of records.
  package private(set) var records = 0
  /// Number of cells with a layout.
  package private(set) var cells = 0
  /// Number of cells with the caveat `substitute-font`.
  package private(set) var substituted = 0
  /// The words of all texts of the cells.
  package let words: WordTally
  /// The words and characters that the declared metrics packs do not have.
  package let unmeasured: UnmeasuredTexts

  /// Lays out all records of feeds.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - sources: The feeds.
  ///   - tell: Receives warnings.
  /// - Throws: `Failure` if no record could be read; errors of fonts and environments.
  package init(
    of template: CellTemplate, with sources: [FeedSource], _ settings: Settings,
    tell: (String) -> Void
  ) throws {
    let measurer = try TextMeasurer(
      library: try settings.fontLibrary(for: [template]), limits: settings.textLimits)
    measurer.words = WordTally()
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(
      plan: plan, measurer: measurer, formats: try settings.formats(for: [template]))
    let environments = try settings.checkedEnvironments(for: TemplateSelector(plan))
      .withStates(template.states)
    for environment in environments { try environment.checkSingleWidth(for: "fonts") }
    for line in settings.templateNotes([template], in: environments) { tell(line) }
    let pictures = try settings.pictureSizes(tell: tell)
    var unreadable = 0
    var failed = 0
    for source in sources {
      var reader = try settings.recordReader([source], imageSizes: pictures)
      while let item = try reader.next() {
        guard case .record(let record) = item else {
          unreadable += 1
          continue
        }
        records += 1
        for environment in environments {
          // A cell without a layout has texts all the same, which were counted.
          let cell: LaidOutCell
          do {
            cell = try layouter.layout(record, in: environment)
          } catch {
            if failed == 0 { tell("warning: \(record.id.printable()): \(error)") }
            failed += 1
            continue
          }
          cells += 1
          if cell.layout.caveats.contains(.substituteFont) { substituted += 1 }
        }
      }
    }
    if failed > 1 { tell("warning: \(grouped(failed)) cells have no layout, and were left out") }
    guard records > 0 else {
      throw Failure(
        .badData, "no record could be read\(unreadable > 0 ? "; \(unreadable) failed" : "")")
    }
    if unreadable > 0 {
      tell("warning: \(unreadable) records could not be read, and were left out")
    }
    words = measurer.words ?? WordTally()
    unmeasured = measurer.statistics.unmeasured
  }

  /// Reads a list of words, one a line, each once.
  ///
  /// - Throws: `Failure` if the file cannot be read, or is larger than a metrics pack may be.
  package static func words(inFile path: String) throws(Failure) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.inputMissing, "the list of words \(path) cannot be read")
    }
    guard data.count <= PackLimits.bytes else {
      throw Failure(
        .badData, "the list of words \(path) has more than \(grouped(PackLimits.bytes)) bytes")
    }
    var known: Set<[UInt8]> = []
    return data.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      .map { Array($0) }
      .filter { known.insert($0).inserted }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
