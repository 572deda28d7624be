import ArgumentParser

/// The value of `build --frames`.
enum FramesChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Height and frames.
  case all
  /// Height alone.
  case none
}
