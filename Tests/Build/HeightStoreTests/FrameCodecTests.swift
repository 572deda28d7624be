import LayoutPrimitives
import Testing

@testable import HeightStore

@Suite struct FrameCodecTests {
  let codec = FrameCodec(template: StoreFixture.template)

  /// The expected bytes: -1 is ff ff ff ff, 258 is 02 01 00 00, -2 lines (truncated) fe ff.
  @Test func bytesAreLittleEndianQuadsThenLines() throws {
    let one = FrameCodec(
      template: StoredTemplate(
        name: "t", hash: "h", views: [StoredView(id: "a", kind: "label", isLabel: true)]))
    var bytes: [UInt8] = [9, 9]
    try one.encode(
      frames: [PixelRect(x: -1, y: 0, width: 258, height: 1)],
      lines: [LabelLines(count: 2, truncated: true)], into: &bytes)
    #expect(bytes == [255, 255, 255, 255, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 254, 255])
  }

  @Test func everyLayoutComesBack() throws {
    var bytes: [UInt8] = []
    for seed in 0..<20 {
      let layout = StoreFixture.layout(seed)
      try codec.encode(frames: layout.frames, lines: layout.labels, into: &bytes)
      #expect(bytes.count == codec.byteCount)
      bytes.withUnsafeBytes { stored in
        #expect(codec.frames(stored) == layout.frames)
        #expect(codec.lines(stored) == layout.labels)
      }
    }
  }

  @Test func anotherShapeIsRefused() {
    var bytes: [UInt8] = []
    #expect(throws: StoreError.self) { try codec.encode(frames: [], lines: [], into: &bytes) }
  }

  @Test func aFrameBeyondInt32IsRefused() {
    var bytes: [UInt8] = []
    var layout = StoreFixture.layout(1)
    layout.frames[0].width = 2_147_483_648
    #expect(throws: StoreError.self) {
      try codec.encode(frames: layout.frames, lines: layout.labels, into: &bytes)
    }
  }
}
