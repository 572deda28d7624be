import LayoutPrimitives

/// The values of a record, and where those of its texts are that it has only as bytes.
struct RecordContents: Sendable {
  var values = RecordValues()
  /// Where a value is missing, its text may stand here.
  var held = HeldTexts()
  /// How many of the bytes that are held, from the first, the record is hashed by; 0 where what it
  /// inherits is hashed too.
  var hashedBytes = 0
  /// All bytes that are held.
  var heldBytes = 0
}

/// Where a record keeps its values, and behind them the bytes that some of its texts stand in: one
/// allocation.
///
/// Values are written only while a single record, or the reader that makes it, refers to them.
final class RecordStorage: ManagedBuffer<RecordContents, UInt8> {
  /// Storage of values that are complete, or yet to be filled in.
  static func make(_ values: RecordValues = RecordValues()) -> RecordStorage {
    let made = create(minimumCapacity: 0) { _ in RecordContents(values: values) }
    return unsafeDowncast(made, to: RecordStorage.self)
  }

  /// Storage that holds bytes, with values that are yet to be filled in.
  ///
  /// - Parameters:
  ///   - raw: The record as it stands in the feed.
  ///   - more: Bytes to be held behind these.
  ///   - hashesRaw: Whether a hash of the record's bytes alone is the record's.
  static func make(
    holding raw: UnsafeRawBufferPointer, _ more: UnsafeRawBufferPointer, hashesRaw: Bool
  ) -> RecordStorage {
    let count = raw.count + more.count
    let made = create(minimumCapacity: count) { _ in
      RecordContents(hashedBytes: hashesRaw ? raw.count : 0, heldBytes: count)
    }
    made.withUnsafeMutablePointerToElements { bytes in
      if let start = raw.baseAddress {
        UnsafeMutableRawPointer(bytes).copyMemory(from: start, byteCount: raw.count)
      }
      if let start = more.baseAddress {
        UnsafeMutableRawPointer(bytes + raw.count).copyMemory(
          from: start, byteCount: more.count)
      }
    }
    return unsafeDowncast(made, to: RecordStorage.self)
  }

  /// Everything but the bytes; an access does not check that there is no other, see above.
  @inline(__always)
  var contents: RecordContents {
    _read {
      yield withUnsafeMutablePointerToHeader { $0 }.pointee
      withExtendedLifetime(self) {}
    }
    _modify {
      yield &withUnsafeMutablePointerToHeader { $0 }.pointee
      withExtendedLifetime(self) {}
    }
  }

  /// The values as far as they are not held as bytes.
  @inline(__always)
  var values: RecordValues {
    _read { yield contents.values }
    _modify { yield &contents.values }
  }

  /// Whether some values are held as bytes.
  var holdsBytes: Bool { contents.heldBytes > 0 }

  /// All values, none of them as bytes any more.
  var settled: RecordValues {
    var values = values
    guard holdsBytes else { return values }
    values.title = title
    values.summary = summary
    values.contentText = contentText
    values.contentHTML = contentHTML
    values.author = author
    values.url = url
    values.image = image
    values.language = language
    if case .heldBytes = values.version { values.version = .hash(rawHash) }
    return values
  }

  private func text(_ held: HeldText) -> String? {
    guard held.count > 0 else { return nil }
    return withUnsafeMutablePointerToElements { bytes in
      String(
        checked: UnsafeBufferPointer(start: bytes + Int(held.start), count: Int(held.count)))
    }
  }

  /// The hash of the record as it stands in the feed.
  private var rawHash: ContentHash {
    withUnsafeMutablePointerToElements { bytes in
      ContentHash(bytes: UnsafeRawBufferPointer(start: bytes, count: contents.hashedBytes))
    }
  }
}

/// The values, wherever they are.
extension RecordStorage {
  var title: String? { values.title ?? text(contents.held.title) }

  var summary: String? { values.summary ?? text(contents.held.summary) }

  var contentText: String? { values.contentText ?? text(contents.held.contentText) }

  var contentHTML: String? { values.contentHTML ?? text(contents.held.contentHTML) }

  var author: String? { values.author ?? text(contents.held.author) }

  var url: String? { values.url ?? text(contents.held.url) }

  var language: String? { values.language ?? text(contents.held.language) }

  var image: FeedImage? {
    guard let url = text(contents.held.imageURL), var image = values.image else {
      return values.image
    }
    image.url = url
    return image
  }

  var version: String {
    switch values.version {
    case .text(let text): text
    case .date(let date): date.description
    case .hash(let hash): hash.identity
    case .heldBytes: rawHash.identity
    }
  }
}
