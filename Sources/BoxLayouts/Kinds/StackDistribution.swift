/// How a stack spends the length that its sublayouts leave.
public enum StackDistribution: String, Hashable, Sendable, CaseIterable {
  /// All sublayouts at the top, or at the leading edge.
  case leading
  /// All sublayouts at the bottom, or at the trailing edge.
  case trailing
  /// All sublayouts in the middle.
  case center
  /// The spacings grow by equal parts.
  case fillEqualSpacing
  /// All sublayouts have the same length.
  case fillEqualSize
  /// The most flexible sublayout grows; the last of equally flexible ones.
  case fillFlexing
}
