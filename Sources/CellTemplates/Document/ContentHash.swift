/// A deterministic hash of text, the same in every process and on every machine.
enum ContentHash {
  /// FNV-1a over the UTF-8 bytes, 64 bits.
  ///
  /// Source: the FNV reference parameters (offset basis 0xcbf29ce484222325, prime 0x100000001b3).
  static func fnv1a(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}
