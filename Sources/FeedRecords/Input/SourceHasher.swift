import LayoutPrimitives

/// Hashes the bytes of a source that come in pieces; the pieces' bounds do not show in the hash.
///
/// It is the hash of the four lanes, of the count of bytes, and of the bytes that fill no stripe.
struct SourceHasher {
  private var lanes = HashLanes()
  /// The bytes of a stripe that is not full yet.
  private var rest: [UInt8] = []
  private var count = 0

  /// Adds the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = min(HashLanes.stripe - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(missing))
      bytes = bytes.dropFirst(missing)
      guard rest.count == HashLanes.stripe else { return }
      let full = rest
      full.withUnsafeBytes { _ = lanes.addStripes(of: $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = lanes.addStripes(of: UnsafeRawBufferPointer(rebasing: bytes))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The hash of all bytes so far; more may follow.
  func finish() -> ContentHash {
    var hasher = ContentHasher()
    withUnsafeBytes(of: (lanes.words, UInt64(count).littleEndian)) { hasher.update($0) }
    hasher.update(rest)
    return hasher.finish()
  }
}
