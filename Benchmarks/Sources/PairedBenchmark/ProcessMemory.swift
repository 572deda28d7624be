import CAllocationCounter
import FoundationEssentials

/// The memory of the process.
public struct ProcessMemory: Hashable, Sendable {
  /// Bytes of the heap in use; `nil` if the C library does not report them.
  public var heap: Int?
  /// Bytes resident now; `nil` if the system does not report them.
  public var resident: Int?
  /// The most bytes that were ever resident; `nil` if the system does not report them.
  public var peak: Int?
  /// Bytes resident now that no file backs; `nil` if the system does not report them.
  public var anonymous: Int?

  /// The current memory.
  public static func current() -> ProcessMemory {
    let bytes = Int(clamping: heap_bytes_in_use())
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    return ProcessMemory(
      heap: bytes > 0 ? bytes : nil, resident: Self.bytes("VmRSS:", lines),
      peak: Self.bytes("VmHWM:", lines), anonymous: Self.bytes("RssAnon:", lines))
  }

  /// The figure of a line such as `VmRSS:     12345 kB`.
  private static func bytes(_ name: String, _ lines: [Substring]) -> Int? {
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
  }
}
