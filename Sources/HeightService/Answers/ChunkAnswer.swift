import HeightLookup

/// The heights of a range in the published binary form.
enum ChunkAnswer {
  static func make(
    of list: ListSnapshot, _ positions: Range<Int>, _ request: ServiceRequest
  ) async throws -> Answer {
    throw Problem.failed
  }
}
