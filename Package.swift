// swift-tools-version: 6.1
import PackageDescription

/// Language rules shared by every Swift target.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "cellheights",
  products: [
    .library(name: "LayoutPrimitives", targets: ["LayoutPrimitives"]),
    .library(name: "AutoLayout", targets: ["AutoLayout"]),
  ],
  targets: [
    .target(name: "LayoutPrimitives", swiftSettings: strict),
    .target(name: "Cassowary", swiftSettings: strict),
    .target(
      name: "AutoLayout", dependencies: ["LayoutPrimitives", "Cassowary"], swiftSettings: strict),
    .testTarget(
      name: "AutoLayoutTests", dependencies: ["AutoLayout", "LayoutPrimitives"],
      swiftSettings: strict),
    .testTarget(
      name: "CassowaryTests", dependencies: ["Cassowary"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "LayoutPrimitivesTests", dependencies: ["LayoutPrimitives"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
