package import Heights
package import LayoutPrimitives

extension Settings {
  /// The known devices: the configured ones, and built-in ones with other names.
  package var devices: DeviceTable {
    var table = DeviceTable.builtIn
    for device in file?.devices ?? [] { table.add(device.value) }
    return table
  }

  /// Parses an environment, in which the name of a device may replace width and scale.
  ///
  /// - Throws: `EnvironmentError` for an invalid text or an unknown device.
  package func environment(_ text: String) throws(EnvironmentError) -> Environment {
    try Environment(parsing: devices.resolved(text))
  }

  /// Parses a set of environments, in which names of devices may replace widths and scales.
  ///
  /// - Throws: `EnvironmentError` for an invalid text or an unknown device.
  package func environmentSet(_ text: String) throws(EnvironmentError) -> [Environment] {
    try Environment.set(parsing: text, devices: devices)
  }

  /// Parses the key of a stored environment, in which parts may be omitted.
  ///
  /// - Returns: The key, in which a device is replaced by its width and scale.
  /// - Throws: `EnvironmentError` for an invalid text or an unknown device.
  package func storedEnvironment(_ text: String) throws(EnvironmentError) -> String {
    try EnvironmentPattern(devices.resolved(text)).text
  }

  /// Parses a set of keys of stored environments, in which parts may be omitted.
  ///
  /// - Throws: `EnvironmentError` for an invalid text or an unknown device.
  package func storedEnvironmentSet(_ text: String) throws(EnvironmentError) -> [EnvironmentPattern]
  {
    var patterns: [EnvironmentPattern] = []
    for member in try Environment.texts(ofSet: text) {
      patterns.append(try EnvironmentPattern(devices.resolved(member)))
    }
    return patterns
  }
}

extension Environment {
  /// Throws if the environment is a range of widths, which has no frames.
  ///
  /// - Parameter what: The command that requires frames, such as `inspect`.
  /// - Throws: `Failure` with the status for wrong usage.
  package func checkSingleWidth(for what: String) throws {
    guard lastWidth != nil else { return }
    throw Failure(
      .usage,
      "\(key) is a range of widths, which has heights and no frames; \(what) needs a single width, "
        + "such as \(width.plainDecimal)")
  }
}

extension DeviceTable {
  /// The devices of the embedded `devices.txt`.
  package static var builtIn: DeviceTable {
    let text = String(decoding: PackageResources.devices_txt, as: UTF8.self)
    return DeviceTable(text.split(separator: "\n").compactMap { device($0) })
  }

  /// Parses a line `NAME SCALE WIDTH [WINDOW=WIDTH]…`, with widths in points.
  ///
  /// - Returns: `nil` for a comment or an invalid line.
  package static func device(_ line: Substring) -> Device? {
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
      // A test ensures that every line of the file is valid.
      assertionFailure("\(error)")
      return nil
    }
  }
}
