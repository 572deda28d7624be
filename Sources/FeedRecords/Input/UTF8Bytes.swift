import CSimdjson

/// UTF-8 that is checked where it lies, and handed to the decoder that mends it as soon as
/// something in it is broken.
final class UTF8Bytes: ByteSource {
  private let source: any ByteSource
  private let notes: FeedNotes
  private let isDeclared: Bool
  /// Bytes of a character whose end was not read yet; at most 3.
  private var tail: [UInt8] = []
  private var place = 0
  /// Whether letters beyond ASCII were seen.
  private var isSettled: Bool
  private var mending: DecodedBytes?

  init(_ source: any ByteSource, notes: FeedNotes, isDeclared: Bool) {
    self.source = source
    self.notes = notes
    self.isDeclared = isDeclared
    isSettled = isDeclared
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if let mending { return try mending.read(into: buffer) }
    // So small a buffer could not hold the rest of a character.
    guard buffer.count > 16 else { return try mend([]).read(into: buffer) }
    buffer.copyBytes(from: tail)
    let held = tail.count
    let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(held + read)])
    let whole = read == 0 ? bytes.count : bytes.count - UTF8Decoder.openTail(bytes)
    let checked = UnsafeRawBufferPointer(rebasing: bytes[..<whole])
    guard UTF8Decoder.isValid(checked) else {
      tail = []
      return try mend([UInt8](bytes)).read(into: buffer)
    }
    if !isSettled, !checked.isASCII { isSettled = true }
    tail = [UInt8](bytes[whole...])
    place += whole
    // A character cut by a source that gives a byte at a time is no end.
    if whole == 0, read > 0 { return try self.read(into: buffer) }
    return whole
  }

  /// From here on everything goes through the decoder, beginning with the bytes at hand.
  private func mend(_ bytes: [UInt8]) -> DecodedBytes {
    let decoder = UTF8Decoder(notes: notes, isDeclared: isSettled)
    let held = bytes.isEmpty ? tail : bytes
    let rest = PeekedBytes(held, before: source)
    let mending = DecodedBytes(rest, decoder, chunkBytes: 1 << 17, place: place)
    self.mending = mending
    return mending
  }
}
