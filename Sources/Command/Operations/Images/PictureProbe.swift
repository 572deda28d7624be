package import CommandSettings
import Foundation

/// `images probe`: finds the sizes of pictures from their first bytes, and writes them.
package struct PictureProbe {
  /// Number of sizes that were found.
  package private(set) var found = 0
  package private(set) var failures = ProbeFailures()
  package let list: PictureList

  private let curl: Curl
  private let limits: ProbeLimits
  private let output: String?

  /// Reads the lists, and the sizes that are already known.
  ///
  /// - Parameters:
  ///   - files: Lists of addresses.
  ///   - output: The file of sizes to append to; `nil` for standard output.
  ///   - retriesFailed: Whether pictures that failed before are fetched again.
  /// - Throws: `Failure` if curl is missing, a list cannot be read, or there is no address.
  package init(
    _ settings: Settings, files: [String], output: String?, retriesFailed: Bool,
    limits: ProbeLimits
  ) throws {
    curl = try Curl(in: ProcessInfo.processInfo.environment["PATH"] ?? "")
    var outcomes = KnownPictures(limits: settings.feedLimits, forgetsFailures: retriesFailed)
    if let output { try outcomes.read(output) }
    list = try PictureList(files, except: outcomes, limits: settings.feedLimits)
    (self.limits, self.output) = (limits, output)
  }

  /// Fetches the pictures in batches, and writes the sizes after each batch.
  ///
  /// - Parameter send: Receives the lines of sizes if there is no output file.
  /// - Throws: `NightlyFailure` after a signal; `Failure` for a file that cannot be written.
  package mutating func run(to send: @escaping ([UInt8]) -> Void) throws {
    let folder = try ScratchFolder()
    let sizes = try SizesFile(output, orTo: send)
    let fetch = PictureFetch(curl: curl, limits: limits, folder: folder.path)
    let relay = SignalRelay()
    var rest = list.addresses[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(ProbeLimits.batch))
      rest = rest.dropFirst(batch.count)
      for (url, outcome) in zip(batch, try fetch.outcomes(of: batch, relay)) {
        switch outcome {
        case .success(let size):
          found += 1
          sizes.add(url, size)
        case .failure(let cause):
          failures.add(cause.description, url)
          sizes.add(url, failed: cause.description)
        }
      }
      try sizes.flush()
    }
  }
}
