import CLibXML2

/// What libxml2's callbacks see of a reader: where bytes come from, and where errors go.
final class XMLChunkInput {
  struct Failure {
    let code: UInt32
    let line: Int
    let message: String
  }

  private let chunks: () -> [UInt8]
  private let limit: Int
  private var chunk: [UInt8] = []
  private var position = 0
  /// The last bytes handed over, enough for the end of a document.
  private var tail: [UInt8] = []
  /// Bytes handed over so far.
  private(set) var total = 0
  /// The first fatal error; a lesser one does not stop the reader.
  private(set) var error: Failure?
  /// Whether the document had more bytes than allowed.
  private(set) var exceeded = false
  /// Whether all bytes have been handed over.
  private(set) var ended = false

  init(limit: Int, chunks: @escaping () -> [UInt8]) {
    self.limit = limit
    self.chunks = chunks
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> XMLChunkInput? {
    context.map { Unmanaged<XMLChunkInput>.fromOpaque($0).takeUnretainedValue() }
  }

  func fill(_ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32) -> Int32 {
    guard let buffer, capacity > 0, !exceeded else { return exceeded ? -1 : 0 }
    if position == chunk.count {
      chunk = chunks()
      position = 0
      if chunk.isEmpty {
        ended = true
        return 0
      }
    }
    let count = min(Int(capacity), chunk.count - position)
    total += count
    if total > limit {
      exceeded = true
      return -1
    }
    chunk.withUnsafeBytes { bytes in
      UnsafeMutableRawPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]).baseAddress
          ?? UnsafeRawPointer(buffer),
        byteCount: count)
    }
    tail.append(contentsOf: chunk[position..<position + count].suffix(Self.tailBytes))
    if tail.count > 2 * Self.tailBytes { tail.removeFirst(tail.count - Self.tailBytes) }
    position += count
    return Int32(count)
  }

  private static let tailBytes = 4096

  /// Whether the last bytes of the document have an end tag of that name, as written.
  func closes(_ element: String) -> Bool {
    String(decoding: tail, as: UTF8.self).contains("</\(element)")
  }

  func note(_ error: xmlError) {
    guard self.error == nil, error.level == XML_ERR_FATAL else { return }
    let message = error.message.map { String(cString: $0) } ?? ""
    let line = message.split(separator: "\n").first.map(String.init) ?? "unknown"
    self.error = Failure(
      code: UInt32(bitPattern: error.code), line: Int(error.line), message: line)
  }
}
