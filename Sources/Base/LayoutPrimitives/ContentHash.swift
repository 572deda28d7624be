#if canImport(CXXHash)
internal import CXXHash

/// A 128-bit hash of bytes, the same in every process and on every machine.
///
/// It identifies font files, records, cells and templates. It is not cryptographic, so it does not
/// protect from deliberate collisions.
///
/// Source: Yann Collet, xxHash 0.8, XXH3 with 128 bits and seed 0; `xxhsum -H2` prints the same
/// hash.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  /// The first 64 bits of the hash's big-endian canonical form.
  public let high: UInt64
  /// The last 64 bits of the hash's big-endian canonical form.
  public let low: UInt64

  /// Hashes bytes.
  public init(of bytes: some Collection<UInt8>) {
    let hashed = bytes.withContiguousStorageIfAvailable { Self(bytes: UnsafeRawBufferPointer($0)) }
    self = hashed ?? Array(bytes).withUnsafeBytes { Self(bytes: $0) }
  }

  /// Hashes the UTF-8 bytes of a text.
  public init(of text: String) {
    var text = text
    self = text.withUTF8 { Self(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Hashes bytes in memory.
  package init(bytes: UnsafeRawBufferPointer) {
    self.init(XXH3_128bits(bytes.baseAddress, bytes.count))
  }

  fileprivate init(_ hash: XXH128_hash_t) {
    self.init(high: hash.high64, low: hash.low64)
  }

  /// Creates a hash from its two halves, for example from a store.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The hash as 32 lowercase hexadecimal digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 32) { text in
      for index in 0..<32 {
        let word = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
        text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      }
      return 32
    }
  }
}

/// Hashes bytes that arrive in pieces; the division into pieces does not change the hash.
public struct ContentHasher: Sendable {
  private var state: HashState

  /// Creates a hasher that has read no bytes.
  public init() { state = HashState() }

  /// Adds the next bytes to the hash.
  public mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if done == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  /// Adds the next bytes to the hash.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&state) { state = HashState(copying: state) }
    state.update(bytes)
  }

  /// Returns the hash of all bytes so far; `update` may add more bytes afterwards.
  public func finish() -> ContentHash { state.hash }
}

/// Owns an xxHash state.
///
/// It is Sendable, because `ContentHasher` only writes to a state that has no other reference.
private final class HashState: @unchecked Sendable {
  /// xxHash's own state; `nil` only if its memory could not be allocated.
  private let state: OpaquePointer?

  init() {
    state = XXH3_createState()
    XXH3_128bits_reset(state)
  }

  init(copying other: HashState) {
    state = XXH3_createState()
    XXH3_copyState(state, other.state)
  }

  deinit { XXH3_freeState(state) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  var hash: ContentHash { ContentHash(XXH3_128bits_digest(state)) }
}
#endif
