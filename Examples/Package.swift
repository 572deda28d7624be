// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors, as in the package above.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// A room of the package above.
func room(_ name: String) -> Target.Dependency { .product(name: name, package: "cellheights") }

let package = Package(
  name: "cellheights-examples",
  dependencies: [.package(name: "cellheights", path: "..")],
  targets: [
    .executableTarget(
      name: "examples",
      dependencies: [
        room("LayoutPrimitives"), room("Cassowary"), room("AutoLayout"), room("TextMeasurement"),
        room("BoxLayouts"), room("IncrementalSolver"), room("LayoutScenes"), room("LayoutNodes"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ] + warningsAsErrors)
  ],
  swiftLanguageModes: [.v6]
)
