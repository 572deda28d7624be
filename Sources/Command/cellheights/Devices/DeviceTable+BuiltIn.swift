import LayoutPrimitives

extension DeviceTable {
  /// The devices of the embedded `devices.txt`.
  static var builtIn: DeviceTable {
    let text = String(decoding: PackageResources.devices_txt, as: UTF8.self)
    return DeviceTable(text.split(separator: "\n").compactMap { device($0) })
  }

  /// The device of a line: `NAME SCALE WIDTH [WINDOW=WIDTH]…`; `nil` for comments.
  static func device(_ line: Substring) -> Device? {
    let words = line.split(separator: " ")
    guard !line.hasPrefix("#"), words.count >= 3, let scale = Double(words[1]),
      let width = Double(words[2])
    else { return nil }
    let variants = words.dropFirst(3).compactMap { word -> Device.Variant? in
      let pair = word.split(separator: "=")
      guard pair.count == 2, let width = Double(pair[1]) else { return nil }
      return Device.Variant(name: String(pair[0]), width: width)
    }
    do throws(EnvironmentError) {
      return try Device(name: String(words[0]), width: width, scale: scale, variants: variants)
    } catch {
      // A test reads every line.
      assertionFailure("\(error)")
      return nil
    }
  }
}
