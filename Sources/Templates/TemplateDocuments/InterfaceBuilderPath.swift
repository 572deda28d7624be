/// A path to an Interface Builder file, or to a cell in one: `Main.storyboard#PostCell`.
public struct InterfaceBuilderPath: Hashable, Sendable {
  private static let extensions = [".xib", ".storyboard"]

  /// The path of the file.
  public let file: String
  /// The name of a cell; `nil` if the path names none.
  public let cell: String?

  /// Splits a path; `nil` if it does not lead to an Interface Builder file.
  public init?(_ path: String) {
    if let mark = path.lastIndex(of: "#"), Self.isFile(path[..<mark]) {
      file = String(path[..<mark])
      cell = String(path[path.index(after: mark)...])
    } else if Self.isFile(path[...]) {
      file = path
      cell = nil
    } else {
      return nil
    }
  }

  private static func isFile(_ path: Substring) -> Bool {
    extensions.contains(where: path.hasSuffix)
  }
}
