import LayoutPrimitives

/// The priorities by which a grid fits its tracks to their views along one axis.
struct GridPriorities: Hashable, Sendable {
  /// Priority at which tracks are as short as their views allow.
  let fitting: Priority
  /// Priority at which the grid is as small as its tracks, always smaller than `fitting` unless
  /// that is 1: spare room belongs to all fitting tracks alike.
  let spare: Priority

  /// Creates the priorities.
  ///
  /// - Parameters:
  ///   - hugging: The grid's content hugging, which the spare room follows.
  ///   - compression: The compression resistances of the views; all are greater than the result,
  ///     unless one is 1.
  init(hugging: Priority, compression: [Priority]) {
    let least = compression.min()?.value ?? Priority.required.value
    let fit = max(min(hugging.value + 1, least - 1), 1)
    fitting = Priority(fit) ?? .fitting
    spare = Priority(max(min(hugging.value, fit - 1), 1)) ?? .fitting
  }
}
