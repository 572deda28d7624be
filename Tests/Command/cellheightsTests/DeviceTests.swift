import Foundation
import LayoutPrimitives
import Testing

@testable import CommandSettings

extension CommandLineTests {
  @Suite struct DeviceTests {
    @Test func everyLineOfTheListIsADevice() throws {
      let text = String(decoding: PackageResources.devices_txt, as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let devices = DeviceTable.builtIn.devices
      #expect(devices.map(\.name) == lines.map { String($0.prefix { $0 != " " }) })
      for (line, device) in zip(lines, devices) {
        #expect(device.variants.count == line.count { $0 == "=" }, "\(line)")
        let landscape = device.variants.first { $0.name == "landscape" }?.width ?? 0
        #expect(landscape > device.width, "\(line)")
        // The parts of a split screen and a divider of 10 points make the screen.
        for (prefix, full) in [("", device.width), ("landscape/", landscape)] {
          func part(_ name: String) -> Double? {
            device.variants.first { $0.name == prefix + name }?.width
          }
          if let wide = part("two-thirds"), let narrow = part("one-third") {
            #expect(wide + 10 + narrow == full, "\(line)")
          }
          if let half = part("half") { #expect(2 * half + 10 == full, "\(line)") }
        }
      }
    }

    @Test func aDeviceIsAnEnvironmentWhereverOneIs() async throws {
      let shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let build = try await shop.run(
        "build", "home.ndjson", "--environment", "{iphone-16,ipad-11/two-thirds}/{L,XL}")
      try #require(build.code == 0, "\(build.errors)")
      for (environment, key) in [
        ("iphone-16", "393@3x/L/ltr/en/uikit"), ("ipad-11/two-thirds/XL", "490@2x/XL/ltr/en/uikit"),
      ] {
        let lookup = try await shop.run(
          "lookup", "a", "--environment", environment, "--format", "json")
        #expect(try JSONLine(lookup.output).string("environment") == key)
        let export = try await shop.run("export", "--environment", environment)
        #expect(export.lines.count == 6 && export.output.contains(key))
        #expect(
          try await shop.run("simulate", "--environment", environment).code == 0)
        #expect(try await shop.run("inspect", "a", "--environment", environment).code == 0)
      }
      let layout = try await shop.run(
        "layout", "--environment", "pixel-9////android", input: .text(SampleFeed.text))
      #expect(layout.output.contains("412@2.625x/L/ltr/en/android"))
      let frames = try await shop.run(
        "template", "frames", Workshop.demo("templates/compact.yaml"), "--environment",
        "iphone-se-1")
      #expect(frames.output.contains(#""cell":[0,0,320,"#))
    }

    @Test func anUnknownDeviceIsToldWithTheNearest() async throws {
      let run = try await Workshop().run("layout", "--environment", "iphon-16")
      #expect(run.code == 64)
      #expect(run.errors.contains("nearest are iphone-16, "), "\(run.errors)")
      let window = try await Workshop().run("layout", "--environment", "iphone-16/half")
      #expect(window.code == 64 && window.errors.contains("it has portrait, landscape"))
    }

    @Test func aTeamHasDevicesOfItsOwn() async throws {
      let shop = try Workshop()
      try shop.write(
        """
        schema: cellheights.config/1
        environments: [kiosk, kiosk/landscape]
        devices:
          kiosk: {width: 1080, scale: 1, landscape: 1920}
          iphone-16: {width: 394}
        """, to: "cellheights.yaml")
      let layout = try await shop.run("layout", input: .text(SampleFeed.lines[0] + "\n"))
      #expect(layout.output.contains("1080@1x/") && layout.output.contains("1920@1x/"))
      let list = try await shop.run("config", "devices")
      #expect(list.code == 0)
      #expect(list.lines.contains { $0.hasPrefix("iphone-16 ") && $0.hasSuffix("@3x    394") })
      #expect(list.lines.last?.hasPrefix("kiosk ") == true)
      // The output of `config dump` can be read back.
      let dump = try await shop.run("config", "dump")
      try shop.write(dump.output, to: "dumped.yaml")
      #expect(
        try await shop.run("config", "devices", "--config", "dumped.yaml").output == list.output)
      try shop.write("tv: {width: 960, scale: 2}\n", to: "devices.yaml")
      try shop.write(
        "schema: cellheights.config/1\ndevices: devices.yaml\n", to: "cellheights.yaml")
      #expect(try await shop.run("config", "devices").lines.last?.hasPrefix("tv ") == true)
    }

    @Test(arguments: [
      ("devices: {a: {scale: 3}}", "has no width"), ("devices: {a: {width: wide}}", "not 'wide'"),
      ("devices: {'4a': {width: 1}}", "'4a'"), ("devices: {a: {width: 0}}", "width '0'"),
      ("devices: {a: {width: 9, XL: 5}}", "'XL'"), ("devices: none.yaml", "none.yaml"),
      ("devices: []", "is expected here"), ("environments: [iphon-16]", "iphone-16"),
    ])
    func aWrongDeviceIsNamedWithItsLine(_ line: String, _ words: String) async throws {
      let shop = try Workshop()
      try shop.write("schema: cellheights.config/1\n\(line)\n", to: "cellheights.yaml")
      let run = try await shop.run("config", "devices")
      #expect(run.code == 78)
      #expect(run.errors.contains("cellheights.yaml:2: ") && run.errors.contains(words))
    }
  }
}
