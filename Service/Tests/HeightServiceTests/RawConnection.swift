import Dispatch
import Glibc

/// A connection that sends whatever bytes, as no client library would.
final class RawConnection: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw")

  /// Connects to a port of this machine.
  init(port: Int, address host: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var timeout = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  struct Failure: Error {
    let reason: String
  }

  /// Sends bytes, as far as the other side takes them.
  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await onQueue { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Reads until the other side closes, or the text has an end that is waited for.
  func read(until end: String? = nil) async -> String {
    await onQueue { [descriptor] in
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
        if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Whether the other side takes no more bytes within some seconds.
  func isRefused() async -> Bool {
    for _ in 0..<50 {
      guard await send("x") else { return true }
      do { try await Task.sleep(for: .milliseconds(100)) } catch { return false }
    }
    return false
  }

  /// Blocking calls must not take threads of tasks.
  private func onQueue<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
