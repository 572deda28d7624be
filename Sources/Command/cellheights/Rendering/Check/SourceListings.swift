import CellTemplates

/// The documents of a template, for excerpts.
struct SourceListings {
  /// The template's own document.
  let main: SourceListing
  /// The text of another document; `nil` if it is unreadable.
  private let text: (String) -> String?

  init(main: SourceListing, _ settings: Settings) {
    self.main = main
    text = { file in
      do throws(TemplateError) {
        return try settings.templateEntry(file).text
      } catch {
        return nil
      }
    }
  }

  /// The document of a file; by default the template's own.
  func listing(_ file: String?) -> SourceListing {
    guard let file, file != main.file else { return main }
    return SourceListing(file: file, text: text(file) ?? "")
  }
}
