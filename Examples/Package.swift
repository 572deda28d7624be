// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors, as in the package above.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// A module of the package above.
func module(_ name: String) -> Target.Dependency { .product(name: name, package: "cellheights") }

let package = Package(
  name: "cellheights-examples",
  dependencies: [.package(name: "cellheights", path: "..")],
  targets: [
    .executableTarget(
      name: "examples",
      dependencies: [
        module("LayoutPrimitives"), module("Cassowary"), module("AutoLayout"),
        module("TextMeasurement"), module("FeedRecords"), module("CellTemplates"),
        module("Precomputation"), module("Heights"), module("BoxLayouts"),
        module("IncrementalSolver"), module("LayoutScenes"), module("LayoutNodes"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ] + warningsAsErrors)
  ],
  swiftLanguageModes: [.v6]
)
