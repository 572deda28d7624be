/// The two forms that nearly all dates have, read in a few hundred instructions. Whatever is not
/// exactly one of them goes to the readers of every form, which read these two alike.
extension DateScanner {
  /// `2026-01-31T08:00:00Z`, with a fraction or not, or with a zone `+01:00`.
  var rfc3339: DateParts? {
    guard remaining >= 20, byte(after: 4) == UInt8(ascii: "-"),
      byte(after: 7) == UInt8(ascii: "-"), byte(after: 10) == UInt8(ascii: "T")
    else { return nil }
    var parts = DateParts()
    guard let century = pair(0), let year = pair(2), let month = pair(5), let day = pair(8),
      readClock(11, &parts)
    else { return nil }
    (parts.year, parts.month, parts.day) = (century * 100 + year, month, day)
    var place = 19
    if byte(after: place) == UInt8(ascii: ".") {
      place += 1
      while Self.isDigit(byte(after: place)) { place += 1 }
      if place == 20 { return nil }
    }
    if byte(after: place) == UInt8(ascii: "Z") { return remaining == place + 1 ? parts : nil }
    guard remaining == place + 6, byte(after: place + 3) == UInt8(ascii: ":"),
      readZone(place, minutes: place + 4, &parts)
    else { return nil }
    return parts
  }

  /// `Sat, 31 Jan 2026 08:00:00 +0100` or `GMT`.
  var rfc822: DateParts? {
    guard remaining == 29 || remaining == 31, byte(after: 3) == UInt8(ascii: ","),
      byte(after: 4) == 0x20, byte(after: 7) == 0x20, byte(after: 11) == 0x20,
      byte(after: 16) == 0x20, byte(after: 25) == 0x20
    else { return nil }
    var parts = DateParts()
    guard let day = pair(5), let month = englishMonth(8), let century = pair(12),
      let year = pair(14), readClock(17, &parts)
    else { return nil }
    (parts.year, parts.month, parts.day) = (century * 100 + year, month, day)
    if remaining == 29 {
      let isGMT =
        byte(after: 26) == UInt8(ascii: "G") && byte(after: 27) == UInt8(ascii: "M")
        && byte(after: 28) == UInt8(ascii: "T")
      return isGMT ? parts : nil
    }
    return readZone(26, minutes: 29, &parts) ? parts : nil
  }

  /// Two digits.
  private func pair(_ place: Int) -> Int? {
    let (tens, ones) = (byte(after: place) &- 0x30, byte(after: place + 1) &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens * 10 + ones) : nil
  }

  /// `08:00:00`.
  private func readClock(_ place: Int, _ parts: inout DateParts) -> Bool {
    guard byte(after: place + 2) == UInt8(ascii: ":"), byte(after: place + 5) == UInt8(ascii: ":"),
      let hour = pair(place), let minute = pair(place + 3), let second = pair(place + 6)
    else { return false }
    (parts.hour, parts.minute, parts.second) = (hour, minute, second)
    return true
  }

  private func readZone(_ place: Int, minutes: Int, _ parts: inout DateParts) -> Bool {
    let sign = byte(after: place)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = pair(place + 1),
      let minutes = pair(minutes), hours < 24, minutes < 60
    else { return false }
    let offset = hours * 3600 + minutes * 60
    parts.offset = sign == UInt8(ascii: "-") ? -offset : offset
    return true
  }

  private func englishMonth(_ place: Int) -> Int? {
    let letters =
      UInt32(byte(after: place)) << 16 | UInt32(byte(after: place + 1)) << 8
      | UInt32(byte(after: place + 2))
    switch letters {
    case 0x4A616E: return 1  // Jan
    case 0x466562: return 2  // Feb
    case 0x4D6172: return 3  // Mar
    case 0x417072: return 4  // Apr
    case 0x4D6179: return 5  // May
    case 0x4A756E: return 6  // Jun
    case 0x4A756C: return 7  // Jul
    case 0x417567: return 8  // Aug
    case 0x536570: return 9  // Sep
    case 0x4F6374: return 10  // Oct
    case 0x4E6F76: return 11  // Nov
    case 0x446563: return 12  // Dec
    default: return nil
    }
  }
}
