import CellTemplates
import FeedRecords
import Foundation

extension TemplateCheckCommand {
  /// Checks, and repeats the check after each change of a file, until a signal arrives.
  func watchFiles() throws -> ExitStatus? {
    let paths = try watchedFiles()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "nothing to watch: built-in templates do not change; name the file of a template")
    }
    // With a handler the program exits normally, with the same codes.
    signal(SIGINT) { _ in _exit(130) }
    signal(SIGTERM) { _ in _exit(143) }
    var watcher = FileWatcher(paths)
    // The first check reports errors. Later a file may be invalid or missing temporarily.
    _ = try checkAll()
    StandardError.write("watching \(counted(paths.count, "file")); end with Ctrl-C")
    while true {
      let changed = watcher.nextChange()
      StandardError.write("changed  " + changed.joined(separator: ", "))
      do {
        // The template may include other documents now. The check reports missing files.
        watcher.add((try? watchedFiles()) ?? [])
        _ = try checkAll()
      } catch {
        guard ExitStatus(of: error) != nil else { throw error }
        StandardError.write("cellheights: \(error)")
      }
    }
  }

  /// The files that the findings depend on, without repetition.
  private func watchedFiles() throws -> [String] {
    let settings = try configured.settings()
    let templates = try templates.flatMap { try Self.files(of: $0, settings) }
      .filter(TemplateCatalog.isPath)
    let sources = try records.sources(templates: 1, settings).map(\.path)
    var paths: [String] = []
    for path in templates + sources + settings.imageSizes(imageSizes.imageSizes).value
      + [sizes, settings.file?.path].compactMap({ $0 })
    where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  /// A template's document and those that it includes, or those with problems if it is broken.
  private static func files(
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
