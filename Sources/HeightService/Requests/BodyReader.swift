import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Reads the body of a request within its limits.
struct BodyReader {
  let limits: ServiceLimits
  let deadline: Deadline

  /// Reads the JSON of a request.
  ///
  /// - Throws: `Problem` for another type, too many bytes, or a sender that is too slow.
  func json(of request: Request) async throws(Problem) -> [UInt8] {
    if let type = request.headers[.contentType] {
      let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
      guard name == "application/json" else {
        throw Problem.mediaType(type).endingConnection()
      }
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }),
      length > limits.bodyBytes
    {
      throw .largeBody(limit: limits.bodyBytes)
    }
    let limit = limits.bodyBytes
    let body = request.body
    let left = deadline.left
    let read = await withTaskGroup(of: Reading.self) { group in
      group.addTask { await Self.collect(body, limit: limit) }
      group.addTask {
        do { try await Task.sleep(for: left) } catch { return .cancelled }
        return .late
      }
      let first = await group.next() ?? .cancelled
      group.cancelAll()
      return first
    }
    switch read {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .largeBody(limit: limit)
    case .late: throw .slowBody(seconds: limits.requestSeconds)
    case .cancelled:
      throw Problem.malformed("the body ends early").endingConnection()
    }
  }

  private enum Reading: Sendable {
    case bytes([UInt8])
    case tooLarge
    case late
    case cancelled
  }

  private static func collect(_ body: RequestBody, limit: Int) async -> Reading {
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        guard bytes.count + part.readableBytes <= limit else { return .tooLarge }
        bytes.append(contentsOf: part.readableBytesView)
      }
    } catch {
      return .cancelled
    }
    return .bytes(bytes)
  }
}
