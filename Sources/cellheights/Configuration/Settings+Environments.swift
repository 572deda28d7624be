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
}
