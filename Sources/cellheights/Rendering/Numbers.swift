import StructuredDocuments

/// Points with two fractional digits, without `.00`.
func points(_ number: Double) -> String {
  let text = number.fixed(2)
  return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
}

/// A count with its noun in the singular or plural.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A count with its digits in groups of three.
func grouped(_ count: Int) -> String {
  var digits = Array(String(count.magnitude))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(" ", at: place)
    place -= 3
  }
  return (count < 0 ? "-" : "") + String(digits)
}
