import XMLDocuments

/// The images that a file names, with their sizes.
struct ImportedImages {
  /// Sizes [width, height] in points, by name.
  private var sizes: [String: [Double?]] = [:]
  private var symbols: Set<String> = []
  private let context: ImportContext

  init(_ document: XMLElement, context: ImportContext) {
    self.context = context
    for image in document.children("resources").flatMap(\.children) where image.name == "image" {
      guard let name = image["name"] else { continue }
      if image["catalog"] == "system" {
        symbols.insert(name)
        continue
      }
      if let size = image.lengths(["width", "height"]), size.allSatisfy({ $0 >= 0 }) {
        sizes[name] = size
      }
    }
  }

  /// The size of an element's image; `nil` when it has none or, with a note, when the size is
  /// unknown.
  func size(of element: XMLElement, _ key: String) -> [Double?]? {
    let reference = element.child("imageReference", key: key)
    let catalog = reference?["catalog"] ?? element["catalog"]
    guard let name = reference?["image"] ?? reference?["name"] ?? element[key], !name.isEmpty
    else { return nil }
    if catalog == "system" || symbols.contains(name) {
      context.note(
        .importedSize, line: element.line, "the size of a symbol of the system",
        "only UIKit knows it; declare the view's intrinsic size")
      return nil
    }
    if let size = sizes[name] { return size }
    context.note(
      .importedSize, line: element.line,
      "the picture '\(ImportedViewReader.plain(name))', whose size the file does not say",
      "declare the view's intrinsic size")
    return nil
  }
}
