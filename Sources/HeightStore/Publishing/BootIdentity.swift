import Glibc

/// Which boot of the machine this is; unsynced files of an earlier one may hold anything.
enum BootIdentity {
  /// The kernel's random name for this boot; nil where it gives none.
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
