/// A phase of a render loop's turn, in the order in which they run.
///
/// Source: WWDC 2018, session 220, "High Performance Auto Layout".
public enum RenderPhase: String, Hashable, Sendable, CaseIterable {
  /// Views update their constraints, from the leaves to the root.
  case updateConstraints
  /// Views place their subviews, from the root to the leaves.
  case layout
  /// Views draw, from the root to the leaves.
  case display
}
