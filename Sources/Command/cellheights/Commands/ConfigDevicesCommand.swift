import ArgumentParser
import LayoutPrimitives
import StructuredDocuments

struct ConfigDevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices whose names may stand for width and scale in an environment.",
    discussion: """
      Built-in ones and those of the configuration file (key devices). A window follows the name: \
      --environment iphone-16, iphone-16/landscape/XL, ipad-11/landscape/half.
      """)

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    var table = TextTable(["device", ">scale", ">width", "windows"])
    for device in try configured.settings().devices.devices {
      table.add([
        device.name, "@\(device.scale.plainDecimal)x", device.width.plainDecimal,
        device.variants.map { "\($0.name) \($0.width.plainDecimal)" }.joined(separator: ", "),
      ])
    }
    StandardOutput.write(titled: table.lines)
  }
}
