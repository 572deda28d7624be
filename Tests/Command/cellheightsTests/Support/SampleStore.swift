import Foundation
import Testing

/// Stores that many tests start from; each is built once.
enum SampleStore {
  /// The sample feed as `home`, 390 points wide.
  case sample
  /// The sample feed as `home`, 375 and 390 points wide.
  case twoWidths
  /// A demo feed.
  case demo

  private static let sampleBytes = Task { try await built(["home.ndjson"]) }
  private static let twoWidthsBytes = Task {
    try await built(["home.ndjson", "--environment", "{375,390}"])
  }
  private static let demoBytes = Task { try await built([Workshop.demo("demo-lines.ndjson")]) }

  /// The store's file.
  func bytes() async throws -> Data {
    switch self {
    case .sample: try await Self.sampleBytes.value
    case .twoWidths: try await Self.twoWidthsBytes.value
    case .demo: try await Self.demoBytes.value
    }
  }

  private static func built(_ arguments: [String]) async throws -> Data {
    let shop = try Workshop()
    try shop.write(SampleFeed.text, to: "home.ndjson")
    try #require(await shop.start(["build"] + arguments).outcome().code == 0)
    return try shop.bytes("Cache/heights.sqlite")
  }
}
