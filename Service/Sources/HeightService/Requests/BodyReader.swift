import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServeOptions

/// Reads the body of a request within its limits.
struct BodyReader {
  let limits: ServiceLimits
  let deadline: Deadline
  /// Where all bodies take their bytes from.
  let budget: ByteBudget

  /// Reads the JSON of a request, whose bytes the caller gives back to the budget.
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
    let budget = budget
    let left = deadline.left
    let read = await withTaskGroup(of: Reading.self) { group in
      group.addTask { await Self.collect(body, limit: limit, budget) }
      group.addTask {
        do { try await Task.sleep(for: left) } catch { return .cancelled }
        return .late
      }
      let first = await group.next() ?? .cancelled
      group.cancelAll()
      // A body that came in the moment that was too late.
      for await case .bytes(let bytes) in group { budget.give(bytes.count) }
      return first
    }
    switch read {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .largeBody(limit: limit)
    case .noRoom: throw .busyReading(limit: limits.allBodyBytes)
    case .late: throw .slowBody(seconds: limits.requestSeconds)
    case .cancelled:
      throw Problem.malformed("the body ends early").endingConnection()
    }
  }

  private enum Reading: Sendable {
    case bytes([UInt8])
    case tooLarge
    case noRoom
    case late
    case cancelled
  }

  private static func collect(
    _ body: RequestBody, limit: Int, _ budget: ByteBudget
  ) async -> Reading {
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        let count = part.readableBytes
        guard bytes.count + count <= limit, budget.take(count) else {
          budget.give(bytes.count)
          return bytes.count + count > limit ? .tooLarge : .noRoom
        }
        bytes.append(contentsOf: part.readableBytesView)
      }
      return .bytes(bytes)
    } catch {
      budget.give(bytes.count)
      return .cancelled
    }
  }
}
