import Heights
import LayoutPrimitives

extension Settings {
  /// The named devices: the built-in ones, replaced and extended by the configured ones.
  var devices: DeviceTable {
    var table = DeviceTable.builtIn
    for device in file?.devices ?? [] { table.add(device.value) }
    return table
  }

  /// Reads an environment, in which a device may stand for width and scale.
  func environment(_ text: String) throws(EnvironmentError) -> Environment {
    try Environment(parsing: devices.resolved(text))
  }

  /// Expands a set of environments, in which devices may stand for widths and scales.
  func environmentSet(_ text: String) throws(EnvironmentError) -> [Environment] {
    try Environment.set(parsing: text, devices: devices)
  }

  /// Reads the name of a stored environment, of which parts may be left out.
  ///
  /// - Returns: The name with width and scale in the place of a device.
  func storedEnvironment(_ text: String) throws(EnvironmentError) -> String {
    try EnvironmentPattern(devices.resolved(text)).text
  }

  /// Expands a set of names of stored environments.
  func storedEnvironmentSet(_ text: String) throws(EnvironmentError) -> [EnvironmentPattern] {
    var patterns: [EnvironmentPattern] = []
    for member in try Environment.texts(ofSet: text) {
      patterns.append(try EnvironmentPattern(devices.resolved(member)))
    }
    return patterns
  }
}
