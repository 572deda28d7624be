/// The user's text size, as Dynamic Type names it.
public enum SizeCategory: String, Hashable, Sendable, CaseIterable {
  // From the smallest; `large` is the default of a new phone.
  case extraSmall = "XS"
  case small = "S"
  case medium = "M"
  case large = "L"
  case extraLarge = "XL"
  case extraExtraLarge = "XXL"
  case extraExtraExtraLarge = "XXXL"
  // The accessibility sizes.
  case accessibility1 = "AX1"
  case accessibility2 = "AX2"
  case accessibility3 = "AX3"
  case accessibility4 = "AX4"
  case accessibility5 = "AX5"
}
