/// The files of pages, which programs carry in them.
public enum WebFiles {
  /// A file with the type that a server names.
  public struct File: Sendable {
    /// The bytes, UTF-8 text.
    public let bytes: [UInt8]
    /// The media type.
    public let type: String
  }

  /// The file of a name, or nil.
  public static func file(_ name: String) -> File? {
    switch name {
    case "index.html": page(PackageResources.index_html)
    case "demo.css": File(bytes: PackageResources.demo_css, type: "text/css; charset=utf-8")
    case "demo.js": script(PackageResources.demo_js)
    case "cell.js": script(PackageResources.cell_js)
    case "cellheights.js": script(PackageResources.cellheights_js)
    case "virtual-list.js": script(PackageResources.virtual_list_js)
    default: nil
    }
  }

  private static func page(_ bytes: [UInt8]) -> File {
    File(bytes: bytes, type: "text/html; charset=utf-8")
  }

  private static func script(_ bytes: [UInt8]) -> File {
    File(bytes: bytes, type: "text/javascript; charset=utf-8")
  }
}
