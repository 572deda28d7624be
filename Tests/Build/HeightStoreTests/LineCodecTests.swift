import LayoutPrimitives
import SQLiteDatabase
import TestSupport
import Testing

@testable import HeightStore

/// Lines of labels in their stored form and in a store.
@Suite struct LineCodecTests {
  private let codec = LineCodec(template: StoreFixture.template)

  /// The lines of a label, with each property in some of them.
  private static func label(
    lines count: Int, _ random: inout TestRandom
  ) -> LabelFragments {
    var lines: [LineFragment] = []
    var (end, baseline) = (0, Int.random(in: -40...60, using: &random))
    for _ in 0..<count {
      let start = end
      end += Int.random(in: 0...200, using: &random)
      var line = LineFragment(
        end: end, width: Int.random(in: 0...2_000, using: &random), baseline: baseline)
      baseline += Bool.random(using: &random) ? 62 : Int.random(in: -10...100, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: line.mark = .hyphen
      case 1: line.mark = .clip
      case 2 where end > start + 2: line.mark = .ellipsis(omitted: start + 1..<end - 1)
      case 3: line.mark = .ellipsis(omitted: end..<end)
      case 4: line.isTightened = true
      case 5: line.isRightToLeft = true
      case 6 where end > start + 4:
        line.runs = [
          LineFragment.Run(range: start + 3..<end, isRightToLeft: true),
          LineFragment.Run(range: start..<start, isRightToLeft: false),
          LineFragment.Run(range: start..<start + 3, isRightToLeft: false),
        ]
      default: break
      }
      lines.append(line)
    }
    return LabelFragments(
      textHash: UInt32(truncatingIfNeeded: random.next()),
      scale: Bool.random(using: &random) ? 1 : 0.73, lines: lines)
  }

  private static func layout(_ seed: Int) -> CellLayout {
    var random = TestRandom(seed: UInt64(seed))
    var layout = StoreFixture.layout(seed)
    layout.lineFragments = layout.labels.map {
      $0.count == 0 ? .none : label(lines: $0.count, &random)
    }
    return layout
  }

  private func decoded(_ bytes: [UInt8], of layout: CellLayout) -> [LabelFragments]? {
    bytes.withUnsafeBytes { codec.decode($0, frames: layout.frames, counts: layout.labels) }
  }

  /// The same bytes are read in `Tests/web/cellheights.test.mjs`.
  @Test func everyKindOfLineHasItsBytes() throws {
    let template = StoredTemplate(
      name: "t", hash: "h",
      views: [
        StoredView(id: "photo", kind: "image", isLabel: false),
        StoredView(id: "title", kind: "label", isLabel: true),
      ])
    var layout = CellLayout(
      height: 768, exactHeight: 12,
      frames: [
        PixelRect(x: 0, y: 0, width: 24_960, height: 1_280),
        PixelRect(x: 1_024, y: 512, width: 6_400, height: 768),
      ],
      labels: [LabelLines(count: 4, truncated: true)], caveats: [])
    layout.lineFragments = [
      LabelFragments(
        textHash: LabelFragments.textHash(of: "Lost gloves"), scale: 0.75,
        lines: [
          LineFragment(end: 7, width: 6_336, baseline: -64),
          LineFragment(
            end: 14, width: 6_464, baseline: 128, mark: .hyphen, isRightToLeft: true,
            runs: [
              LineFragment.Run(range: 10..<14, isRightToLeft: true),
              LineFragment.Run(range: 7..<10, isRightToLeft: false),
            ]),
          LineFragment(
            end: 21, width: 6_400, baseline: 320, mark: .ellipsis(omitted: 16..<19),
            isRightToLeft: true, isTightened: true),
          LineFragment(end: 21, width: 0, baseline: 576, mark: .clip),
        ])
    ]
    let text = "01bda04c480f104081018080030f664080030206090f060f880100020201850280328001"
    #expect(LineCodec(template: template).text(of: layout) == text)
    #expect(LineCodec(template: template).decode(text: text, of: layout) == layout.lineFragments)
  }

  /// Mask, hash, one line of 11 units and 94 of 100 pixels with its baseline at 49.
  @Test func aPlainLineTakesThreeBytes() throws {
    let template = StoredTemplate(
      name: "t", hash: "h", views: [StoredView(id: "a", kind: "label", isLabel: true)])
    var layout = CellLayout(
      height: 60, exactHeight: 20, frames: [PixelRect(x: 0, y: 0, width: 100, height: 60)],
      labels: [LabelLines(count: 1, truncated: false)], caveats: [])
    layout.lineFragments = [
      LabelFragments(
        textHash: 0x0102_0304, lines: [LineFragment(end: 11, width: 94, baseline: 49)])
    ]
    #expect(LineCodec(template: template).text(of: layout) == "01040302011606" + "62")
  }

  @Test func everyLabelComesBack() throws {
    var bytes: [UInt8] = []
    for seed in 0..<300 {
      let layout = Self.layout(seed)
      try codec.encode(layout, into: &bytes)
      #expect(decoded(bytes, of: layout) == layout.lineFragments)
      let text = try #require(codec.text(of: layout))
      #expect(codec.decode(text: text, of: layout) == layout.lineFragments)
    }
  }

  /// Lines whose number is not that of the frames cannot be decoded, so they are left out.
  @Test func linesOfAnotherCountAreLeftOut() throws {
    var layout = Self.layout(3)
    layout.labels[0].count += 1
    var bytes: [UInt8] = []
    try codec.encode(layout, into: &bytes)
    #expect(decoded(bytes, of: layout)?[0] == LabelFragments.none)
    #expect(decoded(bytes, of: layout)?[1] == layout.lineFragments[1])
  }

  @Test func everyDamageIsRefusedOrDecoded() throws {
    var random = TestRandom(seed: 5)
    var bytes: [UInt8] = []
    for seed in 0..<40 {
      let layout = Self.layout(seed)
      try codec.encode(layout, into: &bytes)
      for length in 0..<bytes.count { #expect(decoded(Array(bytes[..<length]), of: layout) == nil) }
      #expect(decoded(bytes + [0], of: layout) == nil)
      for _ in 0..<50 where !bytes.isEmpty {
        var damaged = bytes
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
          truncatingIfNeeded: random.next())
        _ = decoded(damaged, of: layout)
      }
    }
  }

  @Test func absurdNumbersAreRefused() {
    var bytes: [UInt8] = []
    var layout = Self.layout(3)
    layout.lineFragments[0].lines[0].end = -1
    #expect(throws: LineCodingError.self) { try codec.encode(layout, into: &bytes) }
    layout = Self.layout(3)
    layout.lineFragments[0].lines[0].baseline = 1 << 40
    #expect(throws: LineCodingError.self) { try codec.encode(layout, into: &bytes) }
    layout.lineFragments = []
    #expect(throws: LineCodingError.self) { try codec.encode(layout, into: &bytes) }
  }

  @Test func aStoreKeepsLinesAndItsDigestCoversThem() throws {
    let fixture = try StoreFixture()
    func build(_ change: (inout CellLayout) -> Void) throws -> String {
      let writer = try fixture.writer(["home"])
      let keys = try writer.begin(
        feed: FeedDescription(
          name: "home", sources: [],
          environments: [StoreFixture.environment("390@3x/L/ltr/en/uikit")],
          templates: [StoreFixture.template], keepsLines: true))
      let list = try writer.makeList(ListDescription())
      for seed in 0..<20 {
        var cell = StoreFixture.cell("r\(seed)", keys, environment: 0, seed: seed)
        var layout = Self.layout(seed)
        if seed == 7 { change(&layout) }
        cell.outcome = .layout(layout)
        let found = try writer.find(recordID: cell.recordID, environment: keys.environments[0])
        try writer.append(
          try writer.write(cell, over: found), to: list, environment: keys.environments[0])
      }
      _ = try writer.endFeed(records: 20)
      return try writer.finish().digest
    }
    let first = try build { _ in }
    let reader = try StoreReader(path: fixture.store)
    #expect(reader.catalog.feed(named: "home")?.keepsLines == true)
    for seed in 0..<20 {
      var plain = Self.layout(seed)
      plain.lineFragments = []
      #expect(try fixture.layout(reader, "home", "r\(seed)") == plain)
    }
    reader.readsLines = true
    for seed in 0..<20 {
      #expect(try fixture.layout(reader, "home", "r\(seed)") == Self.layout(seed))
    }
    let second = try build { $0.lineFragments[0].lines[0].end += 1 }
    #expect(first != second)
    #expect(try build { _ in } == first)
  }
}

extension LineCodecTests {
  /// Lines are compared where both cells have them.
  @Test func aCellWithOtherLinesHasChanged() {
    let match = CellMatch(StoreFixture.template, StoreFixture.template)
    var old = StoreFixture.layout(3)
    let plain = old
    old.lineFragments = [
      LabelFragments(textHash: 1, lines: [LineFragment(end: 5, width: 9, baseline: 3)]), .none,
    ]
    var new = old
    #expect(match.change(from: .layout(old), to: .layout(new)) == .same)
    #expect(match.change(from: .layout(plain), to: .layout(new)) == .same)
    new.lineFragments[0].lines[0].end = 6
    #expect(match.change(from: .layout(old), to: .layout(new)) == .otherwise)
  }
}
