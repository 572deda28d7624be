#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The current boot of the machine, because unsynced files of an earlier one may be damaged.
enum BootIdentity {
  /// The kernel's id of the boot; nil if unavailable.
  static func current() -> String? {
    let opened = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(opened, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
