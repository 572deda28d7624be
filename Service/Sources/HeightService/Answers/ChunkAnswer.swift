import Heights
import LayoutPrimitives
import PublishedHeights

/// The heights of a range in the binary form of published files.
enum ChunkAnswer {
  static func make(
    of list: ListSnapshot, _ positions: Range<Int>, _ request: ServiceRequest
  ) async throws -> Answer {
    var chunk = HeightsChunk()
    for position in positions {
      if chunk.count % Deadline.stride == Deadline.stride - 1 {
        try await request.deadline.pause()
      }
      let layout = try list.layout(at: position)
      guard let height = UInt32(exactly: layout.height) else { throw Problem.failed }
      chunk.append(
        height: height, caveats: UInt8(truncatingIfNeeded: layout.caveats.rawValue))
    }
    return Answer(
      type: .chunk, body: chunk.encoded(),
      caching: request.generation.caching(isPinned: request.isPinned), variant: "-chunk")
  }
}
