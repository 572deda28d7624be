package import Heights
package import LayoutPrimitives

extension Settings {
  /// The named devices: the built-in ones, replaced and extended by the configured ones.
  package var devices: DeviceTable {
    var table = DeviceTable.builtIn
    for device in file?.devices ?? [] { table.add(device.value) }
    return table
  }

  /// Reads an environment, in which a device may replace width and scale.
  package func environment(_ text: String) throws(EnvironmentError) -> Environment {
    try Environment(parsing: devices.resolved(text))
  }

  /// Expands a set of environments, in which devices may replace widths and scales.
  package func environmentSet(_ text: String) throws(EnvironmentError) -> [Environment] {
    try Environment.set(parsing: text, devices: devices)
  }

  /// Reads the name of a stored environment, of which parts may be omitted.
  ///
  /// - Returns: The name with width and scale instead of a device.
  package func storedEnvironment(_ text: String) throws(EnvironmentError) -> String {
    try EnvironmentPattern(devices.resolved(text)).text
  }

  /// Expands a set of names of stored environments.
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
  /// Refuses a range of widths if frames are required.
  ///
  /// - Parameter what: The command that requires a single width, such as `inspect`.
  /// - Throws: `Failure`.
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

  /// The device of a line: `NAME SCALE WIDTH [WINDOW=WIDTH]…`; `nil` for comments.
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
      // A test reads every line.
      assertionFailure("\(error)")
      return nil
    }
  }
}
