extension FeedRecord {
  /// Bytes that the record's values take, about: for whoever holds many records at once.
  package var memoryBytes: Int { storage.memoryBytes }
}

extension RecordStorage {
  /// Bytes that the values take, those that are held and those with memory of their own.
  fileprivate var memoryBytes: Int {
    MemoryLayout<RecordContents>.size + contents.heldBytes + (own { $0.memoryBytes } ?? 0)
  }
}

extension RecordValues {
  /// Bytes that the values take, about.
  fileprivate var memoryBytes: Int {
    var bytes = MemoryLayout<RecordValues>.size
    for text in [
      id, version, title, summary, contentText, contentHTML, author, url, image?.url, language,
    ] {
      bytes += text?.utf8.count ?? 0
    }
    for attachment in attachments {
      bytes += MemoryLayout<FeedAttachment>.stride + attachment.url.utf8.count
      bytes += attachment.type?.utf8.count ?? 0
    }
    for tag in tags { bytes += MemoryLayout<String>.stride + tag.utf8.count }
    if let tape = fields?.tape { bytes += tape.memoryBytes }
    return bytes
  }
}
