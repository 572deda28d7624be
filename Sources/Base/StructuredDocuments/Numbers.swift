/// A number of points with two fractional digits, without `.00`.
package func points(_ number: Double) -> String { number.pointText }

/// A count followed by its noun in the singular or plural.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A count with its digits in groups of three.
package func grouped(_ count: Int) -> String { count.grouped }
