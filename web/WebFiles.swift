import CWebFiles

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

    fileprivate init(_ text: UnsafePointer<CChar>, _ kind: Kind) {
      bytes = Array(String(cString: text).utf8)
      self.kind = kind
    }
  }

  /// The file of a name; nil for any name but those of the files themselves.
  public static func file(_ name: String) -> File? {
    switch name {
    case "index.html": File(web_index_html(), .page)
    case "demo.css": File(web_demo_css(), .styleSheet)
    case "demo.js": File(web_demo_js(), .script)
    case "cell.js": File(web_cell_js(), .script)
    case "cellheights.js": File(web_cellheights_js(), .script)
    case "lines.js": File(web_lines_js(), .script)
    case "sections.js": File(web_sections_js(), .script)
    case "virtual-list.js": File(web_virtual_list_js(), .script)
    default: nil
    }
  }
}
