import FeedRecords
import Foundation
import ImageHeaders

/// Fetches the first bytes of pictures with curl.
struct PictureFetch {
  let curl: String
  let limits: ProbeLimits
  /// The folder for temporary files.
  let folder: String

  /// Fetches at most `ProbeLimits.batch` pictures, several at once.
  ///
  /// - Returns: The outcomes in the order of the addresses.
  func outcomes(
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
    let process = ChildProcess(
      program: curl, arguments: arguments(requests), input: "/dev/null", output: answer,
      // For servers that send the whole file.
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

  private func arguments(_ requests: String) -> [String] {
    [
      "--disable", "--silent", "--fail", "--globoff", "--location", "--proto", "=http,https",
      "--proto-redir", "=http,https", "--max-redirs", "\(ProbeLimits.redirects)",
      "--connect-timeout", "\(ProbeLimits.connectionSeconds)", "--max-time", "\(limits.seconds)",
      "--range", "0-\(ProbeLimits.headBytes - 1)", "--parallel", "--parallel-max",
      "\(limits.parallel)", "--user-agent", "cellheights-images/1 (curl)", "--write-out",
      "%{urlnum} %{exitcode} %{http_code}\n", "--config", requests,
    ]
  }

  /// Reads the header of a finished transfer.
  private func outcome(
    _ code: Int32, _ http: Int, _ file: String
  ) -> Result<ImageSizes.Size, ProbeFailure> {
    // 23: more than the first bytes came, which are kept.
    guard code == 0 || code == 23 else { return .failure(.transfer(code, http: http)) }
    guard let bytes = FileManager.default.contents(atPath: file), !bytes.isEmpty else {
      return .failure(code == 0 ? .empty : .transfer(code, http: http))
    }
    do throws(ImageHeaderError) {
      let header = try ImageHeader(Array(bytes))
      // What a build would refuse is not written.
      return ImageSizes.Size(width: header.width, height: header.height).map { .success($0) }
        ?? .failure(.size)
    } catch {
      return .failure(.header(error))
    }
  }
}

/// Why a size was not found.
enum ProbeFailure: Error, CustomStringConvertible {
  /// A failure of the transfer: the exit code of curl, which `man curl` lists.
  case transfer(Int32, http: Int)
  /// An answer without bytes.
  case empty
  /// A picture of a size that builds refuse.
  case size
  /// An answer that is no picture of known size.
  case header(ImageHeaderError)

  /// The cause, the same for all pictures that have it.
  var description: String {
    switch self {
    case .empty: "the answer is empty"
    case .size: ImageSizes.Size.refusal
    case .header(let error): error.description
    case .transfer(let code, let http):
      switch code {
      case 1: "it leads to what is not fetched"
      case 3: "no URL"
      case 5, 6: "the name of the server cannot be resolved"
      case 7: "the server cannot be reached"
      case 22: "HTTP \(http)"
      case 28: "it took too long"
      case 47: "it redirects without end"
      case 51, 58, 60: "the server cannot prove who it is"
      default: "the transfer failed (curl exit \(code))"
      }
    }
  }
}
