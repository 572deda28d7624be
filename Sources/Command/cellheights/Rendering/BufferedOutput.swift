import StructuredDocuments

/// Buffered standard output for JSON lines.
struct BufferedOutput {
  /// Size of the buffer, in bytes.
  static let capacity = 1 << 16

  private var bytes: [UInt8] = []

  mutating func write(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.capacity { flush() }
  }

  /// Writes lines that include their line breaks.
  mutating func write(_ lines: [UInt8]) {
    bytes.append(contentsOf: lines)
    if bytes.count >= Self.capacity { flush() }
  }

  mutating func flush() {
    guard !bytes.isEmpty else { return }
    StandardOutput.write(JSONLineEscapes.escaping(bytes))
    bytes.removeAll(keepingCapacity: true)
  }
}
