#if canImport(CryptoKit)
import CryptoKit
#else
import CNettle
#endif

/// The SHA-256 of bytes that may come in pieces.
struct FileHash {
  #if canImport(CryptoKit)
  private var state = SHA256()
  #else
  private var state = sha256_ctx()
  #endif

  /// Size of a hash, in bytes.
  static let size = 32

  init() {
    #if !canImport(CryptoKit)
    nettle_sha256_init(&state)
    #endif
  }

  /// Adds the next bytes.
  mutating func update(_ bytes: [UInt8]) {
    #if canImport(CryptoKit)
    state.update(data: bytes)
    #else
    nettle_sha256_update(&state, bytes.count, bytes)
    #endif
  }

  /// The hash of the bytes so far.
  var value: [UInt8] {
    #if canImport(CryptoKit)
    return Array(state.finalize())
    #else
    // The library resets what it takes the hash of.
    var last = state
    return [UInt8](unsafeUninitializedCapacity: Self.size) { hash, count in
      nettle_sha256_digest(&last, Self.size, hash.baseAddress)
      count = Self.size
    }
    #endif
  }
}
