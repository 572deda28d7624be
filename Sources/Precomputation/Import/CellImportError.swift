/// The reason why cells cannot be imported.
public struct CellImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Number of the input line, from 1; nil for the whole input.
  public let line: Int?
  /// What was found.
  public let detail: String

  init(line: Int? = nil, _ detail: String) {
    self.line = line
    self.detail = detail
  }

  /// One sentence for standard error: what was found, where, and what to do.
  public var description: String {
    "CH0725 \(line.map { "line \($0) of the cells" } ?? "the cells"): \(detail); the store is "
      + "unchanged, import takes whole outputs of: cellheights layout --cells store"
  }
}
