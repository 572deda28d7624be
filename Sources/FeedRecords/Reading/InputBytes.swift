#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of one source, in memory or mapped, at one place for as long as this object lives.
final class InputBytes: @unchecked Sendable {
  // Unchecked: the memory is never written after `init`.
  private let base: UnsafeRawPointer?
  /// How many bytes there are.
  let count: Int
  private let release: Release

  private enum Release {
    case nothing
    case free
    case unmap
  }

  /// Copies bytes.
  convenience init(_ bytes: some Collection<UInt8>) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(memory), release: .free)
  }

  private init(_ buffer: UnsafeRawBufferPointer, release: Release) {
    base = buffer.baseAddress
    count = buffer.count
    self.release = release
  }

  deinit {
    switch release {
    case .nothing: break
    case .free: base?.deallocate()
    case .unmap:
      if let base { munmap(UnsafeMutableRawPointer(mutating: base), count) }
    }
  }

  subscript(_ position: Int) -> UInt8 {
    withUnsafeBytes(in: 0..<count) { $0[position] }
  }

  func withUnsafeBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(start: base, count: count)[range]))
  }

  func string(in range: Range<Int>) -> String {
    withUnsafeBytes(in: range) { String(decoding: $0, as: UTF8.self) }
  }

  /// The line, from 1, that a byte stands in.
  func line(at offset: Int) -> Int {
    withUnsafeBytes(in: 0..<min(max(offset, 0), count)) { bytes in
      bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
  }

  /// The first place of a byte in a range.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes(in: range) { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return range.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }

  /// Whether the bytes at a place begin with a text.
  func hasPrefix(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= count else { return false }
    return withUnsafeBytes(in: place..<place + text.utf8CodeUnitCount) { bytes in
      bytes.elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: bytes.count))
    }
  }

  /// Why a file could not be read.
  enum ReadFailure: Error {
    case missing
    case unreadable(String)
    case tooLarge
  }

  /// Files up to this size are read, larger ones mapped: a mapped file that somebody truncates
  /// meanwhile kills the reader.
  static let mappingThreshold = 64 << 20

  /// Reads or maps a file, or standard input for `-`.
  ///
  /// A pipe is read to its end.
  static func open(_ path: String, maxBytes: Int) throws(ReadFailure) -> InputBytes {
    let standardInput = path == "-"
    let file = standardInput ? STDIN_FILENO : Self.openForReading(path)
    guard file >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing : .unreadable(String(cString: strerror(errno)))
    }
    defer { if !standardInput { close(file) } }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    if isRegular, status.st_size > maxBytes { throw .tooLarge }
    if isRegular, status.st_size > mappingThreshold {
      let size = Int(status.st_size)
      let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
      if let memory, memory != MAP_FAILED {
        return InputBytes(UnsafeRawBufferPointer(start: memory, count: size), release: .unmap)
      }
    }
    return try readAll(file, expected: isRegular ? Int(status.st_size) : 0, maxBytes: maxBytes)
  }

  private static func openForReading(_ path: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
  }

  private static func readAll(
    _ file: Int32, expected: Int, maxBytes: Int
  ) throws(ReadFailure) -> InputBytes {
    var capacity = max(expected + 1, 1 << 16)
    var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    var filled = 0
    while true {
      if filled == capacity {
        let larger = UnsafeMutableRawBufferPointer.allocate(
          byteCount: capacity * 2, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[0..<filled]))
        memory.deallocate()
        memory = larger
        capacity *= 2
      }
      let count = read(file, memory.baseAddress.map { $0 + filled }, capacity - filled)
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        memory.deallocate()
        throw .unreadable(String(cString: strerror(code)))
      }
      if count == 0 { break }
      filled += count
      if filled > maxBytes {
        memory.deallocate()
        throw .tooLarge
      }
    }
    return InputBytes(UnsafeRawBufferPointer(rebasing: memory[0..<filled]), release: .free)
  }
}
