import LayoutPrimitives

/// Sorted hashes in a temporary file, with what is needed in memory to look one up by one read.
final class HashRun {
  /// How many hashes there are.
  let count: Int
  private let file: TemporaryFile
  private let bloom: BloomFilter
  /// The first half of the first hash of each page.
  private let fences: [UInt64]

  /// Hashes a page, which is read as a whole.
  static let pageEntries = 256
  static let entryBytes = 16

  init(file: TemporaryFile, count: Int, bloom: BloomFilter, fences: [UInt64]) {
    self.file = file
    self.count = count
    self.bloom = bloom
    self.fences = fences
  }

  func contains(_ hash: ContentHash) throws(FeedError) -> Bool {
    guard bloom.mayContain(hash) else { return false }
    // The last page that begins at or before the hash; pages that begin alike are looked through.
    var (low, high) = (0, fences.count)
    while low < high {
      let middle = (low + high) / 2
      if fences[middle] <= hash.high { low = middle + 1 } else { high = middle }
    }
    var page = low - 1
    while page >= 0 {
      for entry in try entries(page * Self.pageEntries, Self.pageEntries) where entry == hash {
        return true
      }
      guard fences[page] == hash.high else { return false }
      page -= 1
    }
    return false
  }

  /// Hashes from a place on, at most `limit`.
  func entries(_ start: Int, _ limit: Int) throws(FeedError) -> [ContentHash] {
    let number = min(limit, count - start)
    guard number > 0 else { return [] }
    let bytes = try file.read(at: start * Self.entryBytes, count: number * Self.entryBytes)
    return bytes.withUnsafeBytes { buffer in
      (0..<number).map { index in
        ContentHash(
          high: buffer.loadUnaligned(fromByteOffset: index * 16, as: UInt64.self),
          low: buffer.loadUnaligned(fromByteOffset: index * 16 + 8, as: UInt64.self))
      }
    }
  }
}

/// Reads a run from its beginning.
struct HashRunReader {
  private let run: HashRun
  private var piece: [ContentHash] = []
  private var position = 0
  private var taken = 0

  init(_ run: HashRun) { self.run = run }

  mutating func next() throws(FeedError) -> ContentHash? {
    if position == piece.count {
      piece = try run.entries(taken, 4096)
      taken += piece.count
      position = 0
      if piece.isEmpty { return nil }
    }
    defer { position += 1 }
    return piece[position]
  }
}

/// Writes a run; hashes come in rising order.
final class HashRunWriter {
  private let file: TemporaryFile
  private var bloom: BloomFilter
  private var fences: [UInt64] = []
  private var count = 0
  private var buffer: [UInt8] = []

  /// - Parameter count: How many hashes will come.
  init(directory: String, count: Int) throws(FeedError) {
    file = try TemporaryFile(directory: directory)
    bloom = BloomFilter(count: count)
  }

  func append(_ hash: ContentHash) throws(FeedError) {
    if count % HashRun.pageEntries == 0 { fences.append(hash.high) }
    count += 1
    bloom.insert(hash)
    withUnsafeBytes(of: hash.high) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: hash.low) { buffer.append(contentsOf: $0) }
    if buffer.count >= 1 << 16 { try flush() }
  }

  func finish() throws(FeedError) -> HashRun {
    try flush()
    return HashRun(file: file, count: count, bloom: bloom, fences: fences)
  }

  private func flush() throws(FeedError) {
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// A set that may hold a little more than was put in.
///
/// Source: B. H. Bloom, 1970; 10 bits an entry and 7 places each let 0.8 % of others in. Both halves
/// of a hash make the places (A. Kirsch, M. Mitzenmacher, 2006).
struct BloomFilter {
  private var words: [UInt64]

  /// - Parameter count: Entries that will come.
  init(count: Int) {
    words = [UInt64](repeating: 0, count: count * 10 / 64 + 1)
  }

  mutating func insert(_ hash: ContentHash) {
    for index in 0..<7 as Range<UInt64> {
      let bit = place(hash, index)
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  func mayContain(_ hash: ContentHash) -> Bool {
    for index in 0..<7 as Range<UInt64> {
      let bit = place(hash, index)
      if words[Int(bit >> 6)] & 1 << (bit & 63) == 0 { return false }
    }
    return true
  }

  private func place(_ hash: ContentHash, _ index: UInt64) -> UInt64 {
    (hash.low &+ index &* (hash.high | 1)).multipliedFullWidth(by: UInt64(words.count) << 6).high
  }
}
