/// Standard output for many lines of JSON: written in large pieces, fit for a terminal.
struct BufferedOutput {
  /// Bytes held back at most.
  static let capacity = 1 << 16

  private var bytes: [UInt8] = []

  /// Writes a line, sooner or later.
  mutating func write(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.capacity { flush() }
  }

  /// Writes lines that end with their line breaks, sooner or later.
  mutating func write(_ lines: [UInt8]) {
    bytes.append(contentsOf: lines)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Writes what is held back.
  mutating func flush() {
    guard !bytes.isEmpty else { return }
    StandardOutput.write(JSONLineEscapes.escaping(bytes))
    bytes.removeAll(keepingCapacity: true)
  }
}
