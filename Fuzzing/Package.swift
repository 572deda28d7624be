// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors, as in the package above.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

let package = Package(
  name: "cellheights-fuzzing",
  dependencies: [
    .package(name: "cellheights", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "reader-fuzz",
      dependencies: [
        .product(name: "StructuredDocuments", package: "cellheights"),
        .product(name: "FeedRecords", package: "cellheights"),
        .product(name: "TemplateDocuments", package: "cellheights"),
        .product(name: "InterfaceBuilder", package: "cellheights"),
        .product(name: "CellTemplates", package: "cellheights"),
        .product(name: "AutoLayout", package: "cellheights"),
        .product(name: "LayoutPrimitives", package: "cellheights"),
        .product(name: "TextMeasurement", package: "cellheights"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ] + warningsAsErrors)
  ],
  swiftLanguageModes: [.v6]
)
