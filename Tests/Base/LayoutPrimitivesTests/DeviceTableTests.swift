import LayoutPrimitives
import Testing

@Suite struct DeviceTableTests {
  private let table: DeviceTable

  init() throws {
    func variants(_ pairs: [(String, Double)]) -> [Device.Variant] {
      pairs.map { Device.Variant(name: $0.0, width: $0.1) }
    }
    table = DeviceTable([
      try Device(name: "phone", width: 393, scale: 3, variants: variants([("landscape", 852)])),
      try Device(
        name: "pad-11", width: 820, scale: 2,
        variants: variants([
          ("landscape", 1_180), ("two-thirds", 490), ("landscape/two-thirds", 795),
          ("landscape/half", 585),
        ])),
      try Device(name: "px", width: 412, scale: 2.625),
    ])
  }

  @Test(arguments: [
    ("phone", "393@3x"), ("Phone/XL", "393@3x/XL"), ("phone/XL//ar", "393@3x/XL//ar"),
    ("phone/landscape", "852@3x"), ("phone/landscape/XL#open", "852@3x/XL#open"),
    ("phone/portrait//rtl", "393@3x//rtl"), ("phone@2x/S", "393@2x/S"),
    ("pad-11/two-thirds", "490@2x"), ("pad-11/portrait/two-thirds/L", "490@2x/L"),
    ("pad-11/landscape/two-thirds", "795@2x"), ("pad-11/half", "585@2x"),
    ("px////android", "412@2.625x////android"), ("390@3x/L", "390@3x/L"), ("", ""),
    ("phone/css", "393@3x/css"),
  ])
  func aDeviceStandsForWidthAndScale(_ text: String, _ resolved: String) throws {
    #expect(try table.resolved(text) == resolved)
  }

  @Test func unknownNamesAreToldWithTheNearest() throws {
    let name = #expect(throws: EnvironmentError.self) { try table.resolved("pad-1/L") }
    #expect(name == .device("pad-1", nearest: ["pad-11", "phone", "px"]))
    #expect(name.map { "\($0)" }?.contains("'pad-1'") == true)
    let variant = #expect(throws: EnvironmentError.self) { try table.resolved("phone/sideways") }
    #expect(variant == .deviceVariant("sideways", device: "phone", known: ["landscape"]))
    // Without devices a name is an invalid width.
    #expect(throws: EnvironmentError.width("phone")) { try Environment(parsing: "phone") }
  }

  @Test func devicesStandInSets() throws {
    let set = try Environment.set(
      parsing: "{phone,pad-11/half,320}/{L,XL}", devices: table)
    #expect(
      set.map(\.key) == [
        "393@3x/L/ltr/en/uikit", "393@3x/XL/ltr/en/uikit", "585@2x/L/ltr/en/uikit",
        "585@2x/XL/ltr/en/uikit", "320@3x/L/ltr/en/uikit", "320@3x/XL/ltr/en/uikit",
      ])
    #expect(
      try Environment.set(parsing: "phone/{portrait,landscape}", devices: table).map(\.width)
        == [393, 852])
  }

  @Test func aLaterDeviceReplacesAnEarlierOne() throws {
    var table = table
    table.add(try Device(name: "phone", width: 400, scale: 2))
    #expect(try table.resolved("phone") == "400@2x" && table.devices.count == 3)
  }

  @Test(arguments: ["", "4phone", "a/b", "a b", "a@b", String(repeating: "a", count: 65)])
  func aNameThatCannotBeWrittenIsRefused(_ name: String) {
    #expect(throws: EnvironmentError.deviceName(name)) {
      try Device(name: name, width: 1, scale: 1)
    }
  }

  @Test(arguments: ["XL", "css", "rtl", "en", "a/b/c", ""])
  func aWindowIsNoOtherPartOfAnEnvironment(_ name: String) {
    #expect(throws: EnvironmentError.deviceName(name)) {
      try Device(
        name: "a", width: 1, scale: 1, variants: [Device.Variant(name: name, width: 2)])
    }
  }

  @Test func numbersOutOfRangeAreRefused() {
    #expect(throws: EnvironmentError.self) { try Device(name: "a", width: 0, scale: 1) }
    #expect(throws: EnvironmentError.self) { try Device(name: "a", width: .nan, scale: 1) }
    #expect(throws: EnvironmentError.self) { try Device(name: "a", width: 9, scale: 99) }
  }
}
