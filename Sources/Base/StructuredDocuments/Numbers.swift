/// A number of points with two fractional digits, or none if both are 0: `12.50`, `12`.
package func points(_ number: Double) -> String { number.pointText }

/// A count, with its digits grouped, and its noun in the singular or plural: `1 cell`, `2 000
/// cells`.
///
/// - Parameter plural: The plural; nil to append `s` to the noun.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A count with a space between groups of three digits: `2 000`.
package func grouped(_ count: Int) -> String { count.grouped }
