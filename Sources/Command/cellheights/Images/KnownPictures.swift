import FeedRecords
import Foundation
import LayoutPrimitives
import StructuredDocuments

/// The addresses whose outcome is known, as hashes.
struct KnownPictures {
  private var keys: Set<ContentHash> = []
  private let limits: FeedLimits
  private let forgetsFailures: Bool

  /// - Parameters:
  ///   - limits: The limits of lines and of the number of addresses.
  ///   - forgetsFailures: Whether addresses that failed are unknown.
  init(limits: FeedLimits, forgetsFailures: Bool) {
    self.limits = limits
    self.forgetsFailures = forgetsFailures
  }

  func contains(_ url: String) -> Bool { keys.contains(ImageSizes.key(of: url)) }

  /// Adds an address.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ url: String, place: String) throws(Failure) -> Bool {
    guard keys.insert(ImageSizes.key(of: url)).inserted else { return false }
    let limit = limits.imageSizeEntries
    guard keys.count <= limit else {
      throw Failure(.badData, "\(place): more than \(limit) addresses (limit image_size_entries)")
    }
    return true
  }

  /// Reads the addresses of a file of sizes, if it exists.
  mutating func read(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let decoder = JSONParser()
    var input = try LineInput(path: path, limits: limits)
    while let line = try input.next(whenIdle: {}) {
      let value: JSONValue
      do throws(JSONProblem) {
        value = try decoder.parse(line.bytes[...])
      } catch {
        // A build tells of bad lines.
        continue
      }
      guard let url = value["url"]?.string else { continue }
      if forgetsFailures, value["failed"] != nil { continue }
      _ = try insert(url, place: "\(path):\(line.number)")
    }
  }
}
