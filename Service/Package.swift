// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors, as in the package above.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// Language rules shared by every Swift target; those of the package above.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + warningsAsErrors

/// A module of the package above.
func module(_ name: String) -> Target.Dependency { .product(name: name, package: "cellheights") }

/// The dependencies of the service besides the modules of the package above.
let server: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

let package = Package(
  name: "cellheights-service",
  products: [.executable(name: "cellheights-serve", targets: ["cellheights-serve"])],
  // Exact versions, because there is no Package.resolved to pin them.
  dependencies: [
    .package(name: "cellheights", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    // Dependencies of Hummingbird, named here because the service uses their types.
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
    .package(
      url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
  ],
  targets: [
    .target(
      name: "COpenAPIDocument", path: "Sources/COpenAPIDocument", exclude: ["openapi.json"]),
    .target(
      name: "HeightService",
      dependencies: [
        "COpenAPIDocument",
        module("PublishedHeights"), module("LayoutPrimitives"), module("StructuredDocuments"),
        module("HeightStore"), module("Heights"), module("ServeOptions"), module("CZlib"),
        module("CZstd"),
      ] + server, swiftSettings: strict),
    .executableTarget(
      name: "cellheights-serve",
      dependencies: [
        "HeightService", module("Heights"), module("HeightStore"), module("LayoutPrimitives"),
        module("ServeOptions"), module("StructuredDocuments"), module("WebFiles"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: strict),
    // Row http.vs-constant compares the service with this; it is here because it needs the same
    // packages.
    .executableTarget(
      name: "constant-server",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: strict),
    .testTarget(
      name: "HeightServiceTests",
      dependencies: [
        "HeightService", module("CellHeightsClient"), module("PublishedHeights"),
        module("Heights"), module("HeightStore"), module("LayoutPrimitives"),
        module("StructuredDocuments"), module("ServeOptions"), module("CZlib"), module("CZstd"),
        module("HeightCases"), module("TestSupport"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ] + server, swiftSettings: strict),
    // The program, with the demo's records from the built command.
    .testTarget(
      name: "ServeTests",
      dependencies: [
        "cellheights-serve", "HeightService", module("Heights"), module("HeightStore"),
        module("ServeOptions"), module("StructuredDocuments"), module("WebFiles"),
        module("TestSupport"), .product(name: "HummingbirdTesting", package: "hummingbird"),
      ] + server, swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  // As in the package above.
  cLanguageStandard: .c2x,
  cxxLanguageStandard: .cxx17
)
