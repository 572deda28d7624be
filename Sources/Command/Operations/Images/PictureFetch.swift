import CommandSettings
package import FeedRecords
import Foundation
package import ImageHeaders
import StructuredDocuments

/// Fetches the first bytes of pictures with curl.
package struct PictureFetch {
  package let curl: Curl
  package let limits: ProbeLimits
  /// The folder for temporary files.
  package let folder: String

  /// Fetches at most `ProbeLimits.batch` pictures, with several transfers at the same time.
  ///
  /// - Returns: One outcome per address, in the same order.
  /// - Throws: `NightlyFailure` after a signal; `Failure` if the temporary folder cannot be used.
  package func outcomes(
    of addresses: [String], _ relay: SignalRelay
  ) throws -> [Result<ImageSizes.Size, ProbeFailure>] {
    let (requests, answer) = (folder + "/requests", folder + "/answer")
    var text = ""
    for (number, address) in addresses.enumerated() {
      let quoted = address.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      text += "url = \"\(quoted)\"\noutput = \"\(body(number))\"\n"
      unlink(body(number))
    }
    guard FileManager.default.createFile(atPath: requests, contents: Data(text.utf8)) else {
      throw Failure(.writeFailed, "cannot write to \(folder); is the disk full?")
    }
    let process = curl.process(
      .images, limits.curl,
      [
        "--range", "0-\(ProbeLimits.headBytes - 1)", "--parallel", "--parallel-max",
        "\(limits.parallel)", "--write-out", "%{urlnum} %{exitcode} %{http_code}\n",
        "--config", requests,
      ], output: answer,
      // A server may ignore the range and send the whole file.
      fileBytes: ProbeLimits.headBytes)
    let code = try process.run(relay, hear: { _ in })
    var statuses: [Int: (code: Int32, http: Int)] = [:]
    let lines = String(
      decoding: FileManager.default.contents(atPath: answer) ?? Data(), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, let own = Int32(exactly: numbers[1]) else { continue }
      statuses[numbers[0]] = (own, numbers[2])
    }
    return addresses.indices.map { number in
      let (code, http) = statuses[number] ?? (code == 0 ? 2 : code, 0)
      return outcome(code, http, body(number))
    }
  }

  private func body(_ number: Int) -> String { "\(folder)/\(number)" }

  /// The size in the header of a fetched picture, or the reason why it could not be found.
  ///
  /// - Parameters:
  ///   - code: The exit code of the transfer.
  ///   - http: The HTTP status; 0 if there was no response.
  ///   - file: The path of the fetched bytes.
  private func outcome(
    _ code: Int32, _ http: Int, _ file: String
  ) -> Result<ImageSizes.Size, ProbeFailure> {
    // curl stopped at the size limit; the bytes up to the limit are kept.
    let isCut = CurlFailure(code, http: "\(http)").kind == .notWritten
    guard code == 0 || isCut else { return .failure(.transfer(code, http: http)) }
    guard let bytes = FileManager.default.contents(atPath: file), !bytes.isEmpty else {
      return .failure(code == 0 ? .empty : .transfer(code, http: http))
    }
    do throws(ImageHeaderError) {
      let header = try ImageHeader(Array(bytes))
      // A size that a build refuses is a failure.
      return ImageSizes.Size(width: header.width, height: header.height).map { .success($0) }
        ?? .failure(.size)
    } catch {
      return .failure(.header(error))
    }
  }
}

/// The reason why the size of a picture could not be found.
package enum ProbeFailure: Error, CustomStringConvertible {
  /// A failure of the transfer: the exit code of curl, which `man curl` lists, and the HTTP status.
  ///
  /// The status is 0 if there was no response.
  case transfer(Int32, http: Int)
  /// A response without bytes.
  case empty
  /// A size that builds refuse.
  case size
  /// The response is not a picture of a known format, or its header has no size.
  case header(ImageHeaderError)

  /// The cause, with the same text for all pictures that fail for it.
  package var description: String {
    switch self {
    case .empty: return "the answer is empty"
    case .size: return ImageSizes.Size.refusal
    case .header(let error): return error.description
    case .transfer(let code, let http):
      let failure = CurlFailure(code, http: "\(http)")
      switch failure.kind {
      case .notHTTP: return "it leads to what is not fetched"
      case .noURL: return "no URL"
      case .gone, .busy, .refused: return "HTTP \(http)"
      case .timeout: return "it took too long"
      case .broken, .noCertificates: return failure.plainSentence
      default: return failure.sentence
      }
    }
  }
}

package struct ProbeLimits {
  /// Maximum number of simultaneous transfers.
  package let parallel: Int
  /// Timeout of one transfer, in seconds.
  package let seconds: Int

  package init(parallel: Int = 8, seconds: Int = 20) {
    (self.parallel, self.seconds) = (parallel, seconds)
  }

  /// Number of bytes that are fetched from the beginning of a picture.
  static let headBytes = 65_536
  /// Maximum number of pictures per process of curl.
  package static let batch = 64
  /// Timeout of a connection, in seconds.
  static let connectionSeconds = 10
  /// Maximum number of redirects.
  static let redirects = 5
  /// Maximum length of an address, in bytes.
  static let addressBytes = 8192

  /// These limits in the form for curl.
  package var curl: Curl.Limits {
    Curl.Limits(
      seconds: seconds, connectionSeconds: Self.connectionSeconds, redirects: Self.redirects)
  }
}

/// Failures of fetching pictures, by cause.
package struct ProbeFailures {
  /// Maximum number of causes that are reported one by one; the rest are counted together.
  private static let causes = 50

  private var groups: [(cause: String, count: Int, first: String)] = []
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ cause: String, _ url: String) {
    count += 1
    if let index = groups.firstIndex(where: { $0.cause == cause }) {
      groups[index].count += 1
    } else if groups.count < Self.causes {
      groups.append((cause, 1, url))
    }
  }

  /// One line per cause, in the order in which the causes first occurred.
  package var lines: [String] {
    let told = groups.reduce(0) { $0 + $1.count }
    return groups.map { group in
      "failed   \(grouped(group.count))× \(group.cause), first \(group.first.printable())"
    } + (count > told ? ["failed   \(grouped(count - told))× for other causes"] : [])
  }
}
