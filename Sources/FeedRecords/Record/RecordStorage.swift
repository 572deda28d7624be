import LayoutPrimitives

/// What a record is but for the values that have memory of their own.
struct RecordContents {
  var facts = RecordFacts()
  var held = HeldTexts()
  /// How many of the bytes that are held, from the first, the record is hashed by; 0 where what it
  /// inherits is hashed too.
  fileprivate(set) var hashedBytes = 0
  /// All bytes that are held.
  fileprivate(set) var heldBytes = 0
  /// Whether all of them are known to be ASCII.
  fileprivate(set) var isASCII = false
  /// Whether there are values that have memory of their own.
  fileprivate(set) var hasValues = false
}

/// Where a record keeps what it is, in one allocation: the contents, room for the values that have
/// memory of their own, and behind it the bytes that its other texts stand in.
///
/// Values are written only while a single record, or the reader that makes it, refers to them.
final class RecordStorage: ManagedBuffer<RecordContents, RecordValues> {
  /// Storage of values that are no bytes.
  static func make(
    _ values: RecordValues = RecordValues(), _ facts: RecordFacts = RecordFacts()
  ) -> RecordStorage {
    let made = create(minimumCapacity: 1) { _ in RecordContents(facts: facts, hasValues: true) }
    made.withUnsafeMutablePointerToElements { $0.initialize(to: values) }
    return unsafeDowncast(made, to: RecordStorage.self)
  }

  /// Storage that holds bytes, with values that are yet to be filled in.
  ///
  /// - Parameters:
  ///   - raw: The record as it stands in the feed.
  ///   - more: Bytes to be held behind these.
  ///   - hashesRaw: Whether a hash of the record's bytes alone is the record's.
  ///   - isASCII: Whether all bytes are known to be ASCII.
  static func make(
    holding raw: UnsafeRawBufferPointer, _ more: UnsafeRawBufferPointer, hashesRaw: Bool,
    isASCII: Bool
  ) -> RecordStorage {
    let count = raw.count + more.count
    let stride = MemoryLayout<RecordValues>.stride
    let made = create(minimumCapacity: 1 + (count + stride - 1) / stride) { _ in
      RecordContents(
        hashedBytes: hashesRaw ? raw.count : 0, heldBytes: count, isASCII: isASCII)
    }
    made.withUnsafeMutablePointerToElements { values in
      let bytes = UnsafeMutableRawPointer(values + 1)
      if let start = raw.baseAddress { bytes.copyMemory(from: start, byteCount: raw.count) }
      if let start = more.baseAddress, more.count > 0 {
        (bytes + raw.count).copyMemory(from: start, byteCount: more.count)
      }
    }
    return unsafeDowncast(made, to: RecordStorage.self)
  }

  deinit {
    if contents.hasValues { withUnsafeMutablePointerToElements { _ = $0.deinitialize(count: 1) } }
  }

  /// Everything but the values and the bytes; an access does not check that there is no other, see
  /// above.
  @inline(__always)
  private(set) var contents: RecordContents {
    _read {
      yield withUnsafeMutablePointerToHeader { $0 }.pointee
      withExtendedLifetime(self) {}
    }
    _modify {
      yield &withUnsafeMutablePointerToHeader { $0 }.pointee
      withExtendedLifetime(self) {}
    }
  }

  @inline(__always)
  var facts: RecordFacts {
    _read { yield contents.facts }
    _modify { yield &contents.facts }
  }

  @inline(__always)
  var held: HeldTexts {
    _read { yield contents.held }
    _modify { yield &contents.held }
  }

  /// The values that have memory of their own, for whoever makes the record; there is room for all
  /// of them from the first access on.
  @inline(__always)
  var values: RecordValues {
    _read {
      yield room.pointee
      withExtendedLifetime(self) {}
    }
    _modify {
      yield &room.pointee
      withExtendedLifetime(self) {}
    }
  }

  @inline(__always)
  private var room: UnsafeMutablePointer<RecordValues> {
    let values = withUnsafeMutablePointerToElements { $0 }
    if !contents.hasValues {
      values.initialize(to: RecordValues())
      contents.hasValues = true
    }
    return values
  }

  /// One of the values that have memory of their own.
  @inline(__always)
  func own<Value>(_ value: (RecordValues) -> Value?) -> Value? {
    guard contents.hasValues else { return nil }
    return withUnsafeMutablePointerToElements { value($0.pointee) }
  }

  /// Whether there are any values that have memory of their own.
  var hasValues: Bool { contents.hasValues }

  /// Whether some values are held as bytes.
  var holdsBytes: Bool { contents.heldBytes > 0 }

  /// Whether the record's hash is that of bytes it holds.
  var holdsHashedBytes: Bool { contents.hashedBytes > 0 }

  /// The string of a held text; `nil` where it has no bytes, or not all of them are held.
  func text(_ held: HeldText) -> String? {
    guard !held.isEmpty, Int(held.start) + Int(held.count) <= contents.heldBytes else { return nil }
    return withUnsafeMutablePointerToElements { values in
      let bytes = UnsafeRawBufferPointer(
        start: UnsafeRawPointer(values + 1) + Int(held.start), count: Int(held.count))
      return bytes.withMemoryRebound(to: UInt8.self) { bytes in
        String(checked: bytes, isASCII: contents.isASCII || bytes.isASCII)
      }
    }
  }

  /// The hash of the record as it stands in the feed.
  private var rawHash: ContentHash {
    withUnsafeMutablePointerToElements { values in
      ContentHash(record: UnsafeRawBufferPointer(start: values + 1, count: contents.hashedBytes))
    }
  }

  /// The same values, none of them as bytes any more, for somebody who writes them.
  func settled() -> RecordStorage {
    var values = own { $0 } ?? RecordValues()
    var facts = facts
    if holdsBytes {
      values.id = id
      if case .given = facts.version { values.version = version }
      if case .heldBytes = facts.version { facts.version = .hash(rawHash) }
      values.title = title
      values.summary = summary
      values.contentText = contentText
      values.contentHTML = contentHTML
      values.author = author
      values.url = url
      values.image = image
      values.language = language
    }
    return RecordStorage.make(values, facts)
  }
}

/// The values, wherever they are.
extension RecordStorage {
  var id: String { own { $0.id } ?? text(held.id) ?? "" }

  var title: String? { own { $0.title } ?? text(held.title) }

  var summary: String? { own { $0.summary } ?? text(held.summary) }

  var contentText: String? {
    own { $0.contentText } ?? text(held.contentText)
  }

  var contentHTML: String? {
    own { $0.contentHTML } ?? text(held.contentHTML)
  }

  var author: String? { own { $0.author } ?? text(held.author) }

  var url: String? { own { $0.url } ?? text(held.url) }

  var language: String? { own { $0.language } ?? text(held.language) }

  var image: FeedImage? {
    guard let url = text(held.imageURL) else { return own { $0.image } }
    return FeedImage(
      url: url, width: facts.imageWidth, height: facts.imageHeight)
  }

  var attachments: [FeedAttachment] { own { $0.attachments } ?? [] }

  var tags: [String] { own { $0.tags } ?? [] }

  var fields: JSONValue? { own { $0.fields } }

  /// Whether there is a picture.
  var hasImage: Bool {
    !held.imageURL.isEmpty || own { $0.image } != nil
  }

  var imageWidth: Double? { facts.imageWidth ?? own { $0.image?.width } }

  var imageHeight: Double? { facts.imageHeight ?? own { $0.image?.height } }

  var version: String {
    switch facts.version {
    case .given: own { $0.version } ?? text(held.version) ?? ""
    case .date(let date): date.description
    case .hash(let hash): hash.identity
    case .heldBytes: rawHash.identity
    }
  }
}
