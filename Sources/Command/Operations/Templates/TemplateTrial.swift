package import CellTemplates
package import CommandSettings
package import FeedRecords
import Foundation
import HeightStore
import Heights
package import LayoutPrimitives
import Precomputation
package import TemplateDocuments
import TextMeasurement

/// `template check`: examines a template with the records of feeds.
package struct TemplateTrial {
  package private(set) var examination: TemplateExamination
  /// Number of records that could not be read.
  package private(set) var unreadable = 0
  /// The failure of the first unreadable record; empty if there is none.
  package private(set) var firstUnreadable = ""

  /// Lays out every record, or one cell without content if there are no sources.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - sources: The sources of records. If empty, the cell without content still shows
  ///     contradictions that are independent of records.
  ///   - sizes: The sizes that replace text, so that fonts are not needed; `nil` to measure texts.
  ///   - trace: Records a span for each step.
  ///   - tell: Receives warnings.
  /// - Throws: `Failure` if no record could be read; errors of fonts and environments.
  package init(
    of template: CellTemplate, with sources: [FeedSource], sizes: ContentSizeTable?,
    _ settings: Settings, trace: TraceLane?, tell: (String) -> Void
  ) throws {
    let template = try sizes.map { try template.replacingContent(with: $0.sizes) } ?? template
    let fonts = try sizes == nil ? settings.fontLibrary(for: [template]) : nil
    let plan = TemplatePlan(template)
    examination = TemplateExamination(
      plan: plan,
      measurer: try fonts.map { try TextMeasurer(library: $0, limits: settings.textLimits) },
      formats: try settings.formats(for: sources.isEmpty || sizes != nil ? [] : [template]),
      trace: trace, clock: SystemClock.monotonic)
    let environments = try settings.checkedEnvironments(for: TemplateSelector(plan))
      .withStates(template.states)
    for environment in environments { try environment.checkSingleWidth(for: "template check") }
    if sizes == nil {
      // The parts that were not imported are findings of this command.
      let notes =
        SizeCategoryNotes(of: [template], in: environments).lines
        + settings.systemFontWarning(for: [template])
      for line in notes { tell(line) }
    }
    guard !sources.isEmpty else {
      examination.examine(
        FeedRecord(id: "none", version: "none"), id: "none", in: environments, isRecord: false)
      return
    }
    let pictures = try settings.pictureSizes(tell: tell)
    for source in sources {
      var reader = try settings.recordReader([source], imageSizes: pictures)
      while let item = try reader.next() {
        switch item {
        case .record(let record): examination.examine(record, id: record.id, in: environments)
        case .failure(let failure):
          if unreadable == 0 { firstUnreadable = failure.description }
          unreadable += 1
        }
      }
    }
    guard examination.records > 0 else {
      throw Failure(
        .badData,
        "no record could be tried"
          + (unreadable > 0 ? "; the first failed: \(firstUnreadable)" : ""))
    }
    examination.finish()
  }

  /// The files to read records from.
  ///
  /// - Parameters:
  ///   - feeds: Names of stored feeds, whose own files are read, or paths of files.
  ///   - input: Paths of files; `-` for standard input.
  ///   - templates: Number of templates that are checked.
  /// - Throws: `Failure` for a feed that is neither stored nor a file, and if several templates
  ///   would read standard input.
  package static func sources(
    feeds: [String], input: [String], templates: Int, _ settings: Settings
  ) throws -> [FeedSource] {
    var paths: [String] = []
    var lookup: HeightLookup?
    let store = settings.storePath
    for name in feeds {
      if name == "-" || name.contains("/") || FileManager.default.fileExists(atPath: name) {
        paths.append(name)
        continue
      }
      guard lookup != nil || FileManager.default.fileExists(atPath: store) else {
        throw Failure(
          .inputMissing,
          "'\(name)' is no file, and there is no store \(store) with a feed of that name")
      }
      let opened = try lookup ?? HeightLookup(store: store)
      lookup = opened
      guard let entry = opened.feeds.first(where: { $0.name == name }) else {
        throw Failure(
          .usage,
          "'\(name)' is no file, and the store \(store) has no feed of that name; it has "
            + (opened.feeds.isEmpty
              ? "none" : opened.feeds.map(\.name).joined(separator: ", "))
            + NearestName(opened.feeds.map(\.name)).suggestion(for: name))
      }
      let files = entry.recordFiles
      guard !files.isEmpty, !files.contains("-") else {
        throw Failure(
          .usage, "feed '\(name)' came from standard input; give its records with --input FILE")
      }
      paths += files
    }
    paths += input
    let stdin = paths.count { $0 == "-" }
    guard stdin == 0 || (stdin == 1 && templates == 1) else {
      throw Failure(
        .usage, "standard input can be read once only; give a file, or check one template")
    }
    return paths.map(FeedSource.init(path:))
  }

  /// The files of a template and of the documents that it includes.
  ///
  /// If the template is invalid, these are its file and the files with problems.
  ///
  /// - Throws: `TemplateError` for an unknown name or a missing file.
  package static func documents(
    of name: String, _ settings: Settings
  ) throws(TemplateError) -> [String] {
    let entry = try settings.templateEntry(name)
    do throws(TemplateError) {
      let template = try CellTemplate(
        text: entry.text, file: entry.file, limits: settings.catalog.limits,
        sources: settings.templateSources)
      return [entry.file] + template.documents
    } catch {
      guard case .invalid(let problems, _) = error else { return [entry.file] }
      return [entry.file] + problems.map(\.file)
    }
  }
}
