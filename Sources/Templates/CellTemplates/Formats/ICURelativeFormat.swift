internal import CICU

/// ICU's format of relative times in one locale.
final class ICURelativeFormat {
  private let handle: OpaquePointer

  /// Opens a format; `nil` when ICU fails.
  init?(_ style: BindingFormat.RelativeStyle, locale: String) {
    let width =
      switch style {
      case .long: CICU_LONG
      case .short: CICU_MEDIUM
      case .narrow: CICU_SHORT
      }
    guard let handle = cicu_relative_open(Int32(width), locale) else { return nil }
    self.handle = handle
  }

  deinit { cicu_relative_close(handle) }

  /// The text of a relative time, or `nil` when ICU fails.
  func text(_ distance: RelativeTime) -> String? {
    ICUText.make {
      cicu_relative_write(handle, Double(distance.count), distance.unit.rawValue, $0, $1)
    }
  }
}
