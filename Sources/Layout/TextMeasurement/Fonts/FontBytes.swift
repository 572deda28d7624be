internal import CHarfBuzz
internal import LayoutPrimitives

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A font file that is open for reading.
///
/// Only regular files up to `FontLibrary.maximumFileBytes` are accepted, because a device or a pipe
/// may have no end.
struct FontBytes: ~Copyable {
  /// Identifies the version of a file, so that a replaced or changed file is detected.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    /// Time of the last change, in whole seconds since 1970.
    let seconds: Int
    /// The nanoseconds of that time after `seconds`.
    let nanoseconds: Int
  }

  let path: String
  let identity: Identity
  private let descriptor: Int32

  /// Opens a file; the call never waits for the writer of a pipe.
  ///
  /// - Throws: `TextError.unreadableFont`, `irregularFont` or `largeFont`.
  init(path: String) throws(TextError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadableFont(path) }
    var status = stat()
    var problem: TextError?
    if fstat(descriptor, &status) != 0 {
      problem = .unreadableFont(path)
    } else if status.st_mode & S_IFMT != S_IFREG {
      problem = .irregularFont(path)
    } else if status.st_size > FontLibrary.maximumFileBytes {
      problem = .largeFont(file: path, bytes: Int(status.st_size))
    }
    if let problem {
      close(descriptor)
      throw problem
    }
    self.path = path
    self.descriptor = descriptor
    #if canImport(Glibc)
    let changed = status.st_mtim
    #else
    let changed = status.st_mtimespec
    #endif
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
      size: Int(status.st_size), seconds: changed.tv_sec, nanoseconds: changed.tv_nsec)
  }

  deinit { close(descriptor) }

  /// Maps the file into memory as a HarfBuzz blob; `nil` if it is empty or cannot be mapped.
  borrowing func mapped() -> OpaquePointer? {
    guard identity.size > 0, let range = MappedRange(descriptor, count: identity.size) else {
      return nil
    }
    let keeper = Unmanaged.passRetained(range).toOpaque()
    return hb_blob_create_or_fail(
      range.start.assumingMemoryBound(to: CChar.self), UInt32(clamping: range.count),
      HB_MEMORY_MODE_READONLY, keeper
    ) { keeper in
      if let keeper { Unmanaged<MappedRange>.fromOpaque(keeper).release() }
    }
  }

  /// Maps the pages of a mapped file at once, which is faster than one after the other.
  ///
  /// - Parameter bytes: All bytes of the file.
  static func willRead(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(Glibc)
    // MADV_POPULATE_READ; a kernel before Linux 5.14 refuses it, and then maps page by page.
    _ = madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, 22)
    #endif
  }

  /// Hash of all bytes of the file, which is read in pieces of 128 KiB.
  ///
  /// - Throws: `TextError.unreadableFont` if the file cannot be read to its end.
  borrowing func hash() throws(TextError) -> ContentHash {
    var hasher = ContentHasher()
    try read { hasher.update($0) }
    return hasher.finish()
  }

  /// The file as UTF-8 text.
  ///
  /// - Throws: `TextError.unreadableFont` if the file cannot be read to its end.
  borrowing func text() throws(TextError) -> String {
    var bytes: [UInt8] = []
    try read { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private borrowing func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(TextError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { piece.deallocate() }
    var offset = 0
    while offset < identity.size {
      let count = pread(
        descriptor, piece.baseAddress, min(piece.count, identity.size - offset), off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unreadableFont(path) }
      body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      offset += count
    }
  }
}

/// A part of memory that shows a file; it is unmapped when the object is released.
private final class MappedRange {
  let start: UnsafeMutableRawPointer
  let count: Int

  init?(_ descriptor: Int32, count: Int) {
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    self.start = start
    self.count = count
  }

  deinit { munmap(start, count) }
}

/// Computes one digest of many fonts: the hash of a list of faces, each with the hash of its file.
///
/// It depends on the bytes of the files, not on their paths.
struct FontDigest {
  /// The hash of a file, and the identity of the version that was hashed.
  struct Stamp: Sendable {
    let hash: ContentHash
    let identity: FontBytes.Identity
  }

  /// Hashes and identities of the files hashed so far, by path.
  private(set) var stamps: [String: Stamp]
  /// Identities of the files that were opened and checked, by path.
  private let checked: [String: FontBytes.Identity]
  private var listed = ""

  init(stamps: [String: Stamp], checked: [String: FontBytes.Identity]) {
    self.stamps = stamps
    self.checked = checked
  }

  /// Adds a heading to the list, for the faces that are added after it.
  mutating func add(_ heading: String) { listed += "\n\(heading)" }

  /// Adds a declared font, with all faces that were found for it.
  mutating func add(_ entry: FontChainEntry) throws(TextError) {
    add(entry.role.rawValue)
    try add(entry.faces)
    for region in entry.regions {
      add(region.region)
      try add(region.faces)
    }
  }

  /// Adds faces to the list, in their order.
  mutating func add(_ faces: [FontDescription]) throws(TextError) {
    for face in faces {
      let hash = try hash(ofFile: face.file)
      listed += "\n\(face.index) \(face.weight) \(face.width) \(face.slant.rawValue) \(hash)"
    }
  }

  /// The hash of a file's bytes; a file that is not an OpenType font, or damaged, is an error.
  mutating func hash(ofFile path: String) throws(TextError) -> ContentHash {
    if let stamp = stamps[path] { return stamp.hash }
    let bytes = try FontBytes(path: path)
    let hash: ContentHash
    if let checked = checked[path] {
      guard checked == bytes.identity else { throw .changedFont(path) }
      hash = try bytes.hash()
    } else {
      // A file that is not a font is reported here, not only when a text uses it.
      let file = try FontFile(bytes)
      try file.check()
      if let mapped = file.hash { hash = mapped } else { hash = try bytes.hash() }
    }
    let stamp = Stamp(hash: hash, identity: bytes.identity)
    stamps[path] = stamp
    return stamp.hash
  }

  /// The digest: the hash of the whole list, as 32 hexadecimal digits.
  var text: String { ContentHash(of: listed).description }
}
