/// The user's text size, as Dynamic Type names it; `large` is the default of a new phone.
public enum SizeCategory: String, Hashable, Sendable, CaseIterable {
  /// The smallest size.
  case extraSmall = "XS"
  /// Two sizes below the default.
  case small = "S"
  /// One size below the default.
  case medium = "M"
  /// The default size.
  case large = "L"
  /// One size above the default.
  case extraLarge = "XL"
  /// Two sizes above the default.
  case extraExtraLarge = "XXL"
  /// The largest size without the accessibility setting.
  case extraExtraExtraLarge = "XXXL"
  /// The smallest accessibility size.
  case accessibility1 = "AX1"
  /// The second accessibility size.
  case accessibility2 = "AX2"
  /// The third accessibility size.
  case accessibility3 = "AX3"
  /// The fourth accessibility size.
  case accessibility4 = "AX4"
  /// The largest accessibility size.
  case accessibility5 = "AX5"
}
