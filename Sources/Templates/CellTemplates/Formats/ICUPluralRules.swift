internal import CICU

/// ICU's plural rules of one locale.
final class ICUPluralRules {
  private let handle: OpaquePointer

  /// Opens the rules; `nil` when ICU fails.
  init?(locale: String) {
    guard let handle = cicu_plural_open(locale) else { return nil }
    self.handle = handle
  }

  deinit { cicu_plural_close(handle) }

  /// The plural form of a number.
  ///
  /// The number is first rounded to three fraction digits, at most as many as are shown.
  func form(_ number: Double) -> PluralMessage.Form {
    let shown = abs(number) < 1e12 ? (number * 1000).rounded(.toNearestOrEven) / 1000 : number
    return PluralMessage.Form(rawValue: Int(cicu_plural_form(handle, shown))) ?? .other
  }
}
