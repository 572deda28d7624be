extension FeedSource {
  /// All bytes of the source, such as a mapping file.
  ///
  /// - Throws: `FeedError` when it cannot be read, or has more bytes than the limit.
  func wholeBytes(limit: Int) throws(FeedError) -> [UInt8] {
    let window = InputWindow(MeteredBytes(try open().bytes, path: path, limit: limit))
    while try window.fill(keeping: 0) {}
    return window.withUnsafeBytes { [UInt8]($0) }
  }
}
