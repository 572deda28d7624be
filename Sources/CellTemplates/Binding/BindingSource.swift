/// A record as bindings see it: values by path.
///
/// A path names first the record's own words (`title`, `content`, `image.width`), else a path in
/// its other fields. Absent, null and empty values are all `nil` or empty to a binding.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path; `nil` when there is none or the value is no number.
  func number(at path: BoundPath) -> Double?

  /// Whether anything is at a path; structures count, which have no text of their own.
  func isPresent(at path: BoundPath) -> Bool
}

extension BindingSource {
  /// Whether there is text at a path.
  public func isPresent(at path: BoundPath) -> Bool { !(text(at: path) ?? "").isEmpty }
}
