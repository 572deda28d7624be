/// A published set of limits for the hitch time ratio.
public enum HitchScale: String, Hashable, Sendable, CaseIterable {
  /// Good up to 5 ms/s, critical from 10 on. Source: WWDC 2020, session 10077.
  case xctest2020 = "apple-xctest-2020"
  /// Good up to 10 ms/s, warning up to 25, critical up to 50. Source: Apple, "Understanding hitches
  /// in your app", the Organizer's limits.
  case organizer = "apple-organizer"

  /// Grades a hitch time ratio on this scale.
  ///
  /// - Parameter ratio: Milliseconds of hitches per second of animation.
  public func grade(ofRatio ratio: Double) -> HitchGrade {
    switch self {
    case .xctest2020: ratio <= 5 ? .good : ratio < 10 ? .warning : .critical
    case .organizer:
      ratio <= 10 ? .good : ratio <= 25 ? .warning : ratio <= 50 ? .critical : .beyond
    }
  }
}

/// The grade of a hitch time ratio.
public enum HitchGrade: String, Hashable, Sendable, CaseIterable {
  /// Hardly noticeable.
  case good
  /// Noticeable interruptions.
  case warning
  /// Disturbing interruptions.
  case critical
  /// Worse than the scale's last limit.
  case beyond
}
