import FeedRecords
import Foundation
import LayoutPrimitives
import Precomputation
import TestSupport
import Testing
import TextMeasurement

/// The demo feed's frames at the last change of the engine version.
///
/// Record them again with CELLHEIGHTS_RECORD=1 after raising `EngineVersion`. They are valid for
/// one set of font files, and skipped with others.
@Suite struct GoldenFramesTests {
  struct Golden: Codable {
    var engineVersion: String
    var fonts: String
    /// Hash of each cell by environment and id.
    var cells: [String: [String: String]]
  }

  static let environments = ["390@3x/L/ltr/en/uikit", "320@2x/XXL/rtl/ar/uikit"]

  private static var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/golden.json")
  }

  private func present() async throws -> Golden {
    let fixture = try BuildFixture()
    let demo = Checkout.folder.appending(path: "Feeds/demo.json")
    try await fixture.build(
      [FeedInput(name: "demo", sources: [FeedSource(path: demo.path)])],
      environments: Self.environments, jobs: 2)
    var cells: [String: [String: String]] = [:]
    for environment in Self.environments {
      cells[environment] = try fixture.cells("demo", environment: environment).mapValues { cell in
        let frames = cell.frames.map { "\($0.x) \($0.y) \($0.width) \($0.height)" }
        let lines = cell.labels.map { "\($0.encoded)" }
        return "\(cell.height) "
          + ContentHash(of: (frames + lines).joined(separator: ",")).description.prefix(12)
      }
    }
    return Golden(
      engineVersion: EngineVersion.current, fonts: fixture.fonts.fingerprint, cells: cells)
  }

  /// Whether the frames are to be recorded again.
  private static var records: Bool {
    ProcessInfo.processInfo.environment["CELLHEIGHTS_RECORD"] == "1"
  }

  private static func recorded() throws -> Golden {
    try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
  }

  /// Holds whatever the fonts are.
  @Test func theyAreOfThisEngine() throws {
    guard !Self.records else { return }
    let golden = try Self.recorded()
    #expect(golden.engineVersion == EngineVersion.current, "record the golden frames anew")
    #expect(golden.cells.keys.sorted() == Self.environments.sorted())
    #expect(golden.cells.values.allSatisfy { $0.count > 200 })
  }

  @Test(
    "D4: frames change only with the engine version",
    .enabled("the golden frames are those of other font files; CELLHEIGHTS_RECORD=1 records them") {
      try records || recorded().fonts == FontLibrary(FontConfiguration()).fingerprint
    })
  func framesChangeOnlyWithTheEngineVersion() async throws {
    let now = try await present()
    if Self.records {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(now).write(to: Self.file)
    }
    let golden = try Self.recorded()
    #expect(golden.fonts == now.fonts)
    for environment in Self.environments {
      for (id, cell) in golden.cells[environment] ?? [:] {
        #expect(
          now.cells[environment]?[id] == cell,
          "\(id) at \(environment) changed: raise EngineVersion, or undo the change")
      }
    }
  }
}
