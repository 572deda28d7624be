/// The files of pages, which programs carry in them.
public enum WebFiles {
  /// What a file is.
  public enum Kind: Hashable, Sendable {
    /// HTML.
    case page
    /// CSS.
    case styleSheet
    /// An ES module.
    case script
  }

  /// A file, UTF-8 text.
  public struct File: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// What it is.
    public let kind: Kind
  }

  /// The file of a name; nil for any name but those of the files themselves.
  public static func file(_ name: String) -> File? {
    switch name {
    case "index.html": File(bytes: PackageResources.index_html, kind: .page)
    case "demo.css": File(bytes: PackageResources.demo_css, kind: .styleSheet)
    case "demo.js": File(bytes: PackageResources.demo_js, kind: .script)
    case "cell.js": File(bytes: PackageResources.cell_js, kind: .script)
    case "cellheights.js": File(bytes: PackageResources.cellheights_js, kind: .script)
    case "lines.js": File(bytes: PackageResources.lines_js, kind: .script)
    case "sections.js": File(bytes: PackageResources.sections_js, kind: .script)
    case "virtual-list.js": File(bytes: PackageResources.virtual_list_js, kind: .script)
    default: nil
    }
  }
}
