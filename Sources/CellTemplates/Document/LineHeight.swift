/// A line height: a multiple of the font's own, held between two bounds.
public struct LineHeight: Hashable, Sendable {
  /// Factor of the font's own line height; 1 leaves it.
  public var multiple: Double
  /// Least line height, in points; `nil` for none.
  public var minimum: Double?
  /// Greatest line height, in points; `nil` for none.
  public var maximum: Double?

  /// Creates a line height; equal bounds fix it.
  public init(multiple: Double = 1, minimum: Double? = nil, maximum: Double? = nil) {
    self.multiple = multiple
    self.minimum = minimum
    self.maximum = maximum
  }
}
