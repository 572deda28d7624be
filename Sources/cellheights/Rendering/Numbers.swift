import StructuredDocuments

/// A number with a fixed number of fractional digits.
func fixed(_ number: Double, _ digits: Int) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return JSONWriter.digits(of: number) }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((abs(number) * scale).rounded())
  let whole = scaled / Int(scale)
  let rest = String(scaled % Int(scale))
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return sign + String(whole) }
  return sign + "\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
}

/// Points with two fractional digits, without `.00`.
func points(_ number: Double) -> String {
  let text = fixed(number, 2)
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
