package import CommandSettings
package import FeedRecords
import Foundation
import LayoutPrimitives
import StructuredDocuments

/// The addresses of pictures to fetch, without duplicates, in the order of the lists.
package struct PictureList {
  package private(set) var addresses: [String] = []
  /// Number of addresses that are skipped because their outcome is already known.
  package private(set) var skipped = 0
  /// Number of lines without an address that may be fetched.
  package private(set) var refused = 0
  private var firstRefused = ""

  /// Reads lists, whose lines are an address or a JSON object with `url`.
  ///
  /// - Parameters:
  ///   - paths: The files; `-` for standard input.
  ///   - known: The addresses whose outcome is known.
  ///   - limits: The limits of lines and of the number of addresses.
  /// - Throws: `Failure` if lists have lines but no address, or if a limit is exceeded.
  package init(_ paths: [String], except known: KnownPictures, limits: FeedLimits) throws {
    let limit = limits.imageSizeEntries
    let decoder = JSONParser()
    var seen = known
    for path in paths {
      var input = try LineInput(path: path, limits: limits)
      while let line = try input.next(whenIdle: {}) {
        guard !line.isBlank else { continue }
        guard line.exceeded == nil, let url = Self.address(line.bytes, decoder) else {
          if refused == 0 { firstRefused = "\(path):\(line.number)" }
          refused += 1
          continue
        }
        if known.contains(url) {
          skipped += 1
          continue
        }
        guard try seen.insert(url, location: "\(path):\(line.number)") else { continue }
        guard addresses.count < limit else {
          throw Failure(
            .badData,
            "\(path):\(line.number): more than \(limit) addresses (limit image_size_entries)")
        }
        addresses.append(url)
      }
    }
    // A list without lines is valid: it comes from a build in which no size is unknown.
    guard refused == 0 || skipped > 0 || !addresses.isEmpty else {
      throw Failure(
        .badData,
        "\(firstRefused): \(Self.refusal), nor in any other line; lists have an address a line, or "
          + "lines of build --missing-sizes")
    }
  }

  private static let refusal = "no address of http or https without user and password"

  /// A warning about the lines without an address that may be fetched; empty if there are none.
  package var warnings: [String] {
    guard refused > 0 else { return [] }
    return [
      "warning: \(firstRefused): \(Self.refusal); the line is left out"
        + (refused == 1 ? "" : " (\(grouped(refused)) times, this was the first)")
    ]
  }

  /// The address in a line; `nil` if the line has no address that may be fetched.
  private static func address(_ line: [UInt8], _ decoder: JSONParser) -> String? {
    var text = String(decoding: line, as: UTF8.self)
    let start = line.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    if start == UInt8(ascii: "{") {
      do throws(JSONProblem) {
        text = try decoder.parse(line[...])["url"]?.string ?? ""
      } catch {
        return nil
      }
    }
    let url = text.trimmingWhitespace
    guard url.utf8.count <= ProbeLimits.addressBytes, isFetchable(url) else { return nil }
    return url
  }

  /// Whether an address is of `http` or `https` and contains no user name.
  static func isFetchable(_ url: String) -> Bool {
    let scheme = url.prefix(8).lowercased()
    let rest: Substring
    if scheme.hasPrefix("http://") {
      rest = url.dropFirst(7)
    } else if scheme == "https://" {
      rest = url.dropFirst(8)
    } else {
      return false
    }
    let server = rest.prefix { !"/?#\\".contains($0) }
    return !server.isEmpty && !server.contains("@")
      && !url.unicodeScalars.contains {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      }
  }
}

/// The addresses whose outcome is known, stored as hashes.
package struct KnownPictures {
  private var keys: Set<ContentHash> = []
  private let limits: FeedLimits
  private let forgetsFailures: Bool

  /// - Parameters:
  ///   - limits: The limits of lines and of the number of addresses.
  ///   - forgetsFailures: Whether addresses that failed are treated as unknown.
  package init(limits: FeedLimits, forgetsFailures: Bool) {
    self.limits = limits
    self.forgetsFailures = forgetsFailures
  }

  package func contains(_ url: String) -> Bool { keys.contains(ImageSizes.key(of: url)) }

  /// Adds an address.
  ///
  /// - Parameter location: The file and line of the address, for the message.
  /// - Returns: Whether it is new.
  /// - Throws: `Failure.badData` if there are more addresses than the limit.
  package mutating func insert(_ url: String, location: String) throws(Failure) -> Bool {
    guard keys.insert(ImageSizes.key(of: url)).inserted else { return false }
    let limit = limits.imageSizeEntries
    guard keys.count <= limit else {
      throw Failure(
        .badData, "\(location): more than \(limit) addresses (limit image_size_entries)")
    }
    return true
  }

  /// Adds the addresses in a file of sizes; a missing file has none, and invalid lines are skipped.
  ///
  /// - Throws: `Failure` for a file that cannot be read, or with more addresses than the limit.
  package mutating func read(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let decoder = JSONParser()
    var input = try LineInput(path: path, limits: limits)
    while let line = try input.next(whenIdle: {}) {
      let value: JSONValue
      do throws(JSONProblem) {
        value = try decoder.parse(line.bytes[...])
      } catch {
        // A build reports bad lines.
        continue
      }
      guard let url = value["url"]?.string else { continue }
      if forgetsFailures, value["failed"] != nil { continue }
      _ = try insert(url, location: "\(path):\(line.number)")
    }
  }
}

extension Settings {
  /// The sizes in the files that flags, a variable or the configuration name; `nil` without files.
  ///
  /// - Parameter tell: Receives one line per warning.
  /// - Throws: `Failure` if a file is missing, or if no line of the files is a size.
  package func pictureSizes(tell: (String) -> Void) throws -> ImageSizes? {
    let paths = imageSizes(flags.imageSizes).value
    guard !paths.isEmpty else { return nil }
    var reader = ImageSizeReader(limits: feedLimits)
    var lines = 0
    for path in paths {
      reader.begin(file: path)
      var input = try LineInput(path: path, limits: feedLimits)
      while let line = try input.next(whenIdle: {}) {
        guard !line.isBlank else { continue }
        lines += 1
        if let exceeded = line.exceeded {
          reader.addLongLine(number: line.number, limit: exceeded)
        } else {
          try reader.add(line: line.bytes, number: line.number)
        }
      }
    }
    let sizes = reader.finish()
    for warning in reader.warnings { tell("warning: \(warning)") }
    guard lines == 0 || reader.badLines < lines else {
      throw Failure(
        .badData,
        "\(paths.joined(separator: ", ")): none of the \(counted(lines, "line")) is a size of a "
          + "picture; write {\"url\":\"…\",\"width\":640,\"height\":480}")
    }
    return sizes
  }
}
