// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors; `scripts/test` and `scripts/check` ask for it.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// Optimizes our own targets where the command line has `-Onone` for all modules, and thereby for
/// those of other packages.
///
/// Only options of the frontend come after those of the command line. The driver would add the
/// second of them with `-O`.
let optimized: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_PLAIN_LIBRARIES"] == "1"
  ? [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"])] : []

/// Language rules shared by every Swift target.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + warningsAsErrors

/// Settings of the rooms that are optimized in every release build; the command itself is not in
/// that of `scripts/cellheights`, because it only reads options and prints.
let room = strict + optimized

/// The rooms, downhill: each depends only on those above it.
///
/// `docs/architecture.md` is the map.
let rooms: [Target] = [
  .systemLibrary(
    name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
  .target(
    name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
  .systemLibrary(
    name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
  .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
  .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
  .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
  .systemLibrary(
    name: "CSQLite", path: "Sources/Base/CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(
    name: "CNettle", path: "Sources/Base/CNettle", pkgConfig: "nettle",
    providers: [.apt(["nettle-dev"])]),
  .systemLibrary(name: "CLinux"),
  .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
  .target(
    name: "LayoutPrimitives",
    dependencies: [.target(name: "CXXHash", condition: .when(platforms: [.linux, .macOS]))],
    swiftSettings: room),
  .target(name: "Cassowary", swiftSettings: room),
  .target(
    name: "AutoLayout", dependencies: ["LayoutPrimitives", "Cassowary"], swiftSettings: room),
  .target(
    name: "TextMeasurement",
    dependencies: ["LayoutPrimitives", "CHarfBuzz", "CICU", "CFontconfig"], swiftSettings: room),
  .target(
    name: "BoxLayouts", dependencies: ["LayoutPrimitives", "TextMeasurement"], swiftSettings: room),
  .target(
    name: "LayoutNodes", dependencies: ["LayoutPrimitives", "AutoLayout"], swiftSettings: strict),
  .target(
    name: "StructuredDocuments",
    dependencies: ["LayoutPrimitives", "CSimdjson", .product(name: "Yams", package: "Yams")],
    swiftSettings: room),
  .target(
    name: "XMLDocuments", dependencies: ["CLibXML2"],
    resources: [.embedInCode("HTML/entities.txt")], swiftSettings: room),
  .target(name: "ImageHeaders", dependencies: ["XMLDocuments"], swiftSettings: room),
  .target(
    name: "FeedRecords",
    dependencies: [
      "LayoutPrimitives", "StructuredDocuments", "XMLDocuments", "CZlib", "CZstd",
    ], resources: [.embedInCode("Mapping/BuiltIn")], swiftSettings: room),
  .target(
    name: "CellTemplates",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "BoxLayouts", "StructuredDocuments",
      "XMLDocuments", "FeedRecords", "CICU",
    ], resources: [.embedInCode("BuiltIn/post.yaml")], swiftSettings: room),
  .target(
    name: "CellPictures",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "BoxLayouts", "CellTemplates", "CCairo",
    ], swiftSettings: room),
  .target(
    name: "SQLiteDatabase", dependencies: ["CSQLite"], path: "Sources/Base/SQLiteDatabase",
    swiftSettings: room),
  .target(
    name: "HeightStore", dependencies: ["LayoutPrimitives", "SQLiteDatabase"],
    swiftSettings: room),
  .target(
    name: "Precomputation",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "FeedRecords", "CellTemplates",
      "HeightStore",
    ], swiftSettings: room),
  .target(
    name: "Heights",
    dependencies: [
      "LayoutPrimitives",
      // For stores; phones have neither SQLite's headers by pkg-config nor xxHash.
      .target(name: "StructuredDocuments", condition: .when(platforms: [.linux, .macOS])),
      .target(name: "HeightStore", condition: .when(platforms: [.linux, .macOS])),
    ],
    path: "Sources/Read/Heights", swiftSettings: room),
  .target(
    name: "PublishedHeights",
    dependencies: [
      "CZlib",
      // For the writer; SQLite, xxHash and pkg-config are not on phones, which read.
      .target(name: "LayoutPrimitives", condition: .when(platforms: [.linux, .macOS])),
      .target(name: "HeightStore", condition: .when(platforms: [.linux, .macOS])),
      .target(name: "Heights", condition: .when(platforms: [.linux, .macOS])),
      // Apple's systems have CryptoKit.
      .target(name: "CNettle", condition: .when(platforms: [.linux])),
    ], path: "Sources/Read/PublishedHeights", swiftSettings: room),
  .target(
    name: "CellHeightsClient",
    dependencies: [
      "PublishedHeights", "Heights",
      // For stores; xxHash and pkg-config are not on phones, which read published files.
      .target(name: "HeightStore", condition: .when(platforms: [.linux, .macOS])),
    ], path: "Sources/Read/CellHeightsClient", swiftSettings: strict),
  // The modules and the page that servers of demos carry in them, and that any site may copy.
  .target(
    name: "WebFiles", path: "web", exclude: ["package.json"],
    resources: [
      .embedInCode("index.html"), .embedInCode("demo.css"), .embedInCode("demo.js"),
      .embedInCode("cell.js"), .embedInCode("cellheights.js"), .embedInCode("virtual-list.js"),
    ], swiftSettings: strict),
  .target(
    name: "HandWrittenCells", dependencies: ["LayoutPrimitives", "TextMeasurement"],
    swiftSettings: room),
  .target(name: "ScrollSimulation", dependencies: ["LayoutPrimitives"], swiftSettings: room),
  .target(
    name: "ScrollReports",
    dependencies: ["LayoutPrimitives", "StructuredDocuments", "ScrollSimulation"],
    resources: [
      .embedInCode("Page/page.css"), .embedInCode("Page/model.js"),
      .embedInCode("Page/timeline.js"), .embedInCode("Page/cells.js"),
      .embedInCode("Page/page.js"),
    ],
    swiftSettings: room),
  // The flags of the service, which the command and the service's program share.
  .target(
    name: "ServeOptions",
    dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
    path: "Sources/Command/ServeOptions", swiftSettings: strict),
  .target(
    name: "WebDemo",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "StructuredDocuments", "FeedRecords",
      "CellTemplates", "HeightStore", "Precomputation", "Heights",
    ], path: "Sources/Command/WebDemo", swiftSettings: strict),
  .executableTarget(
    name: "cellheights",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "BoxLayouts", "StructuredDocuments",
      "XMLDocuments", "FeedRecords", "CellTemplates", "CellPictures", "HeightStore",
      "Precomputation",
      "Heights", "PublishedHeights", "HandWrittenCells", "ScrollSimulation", "ScrollReports",
      "ImageHeaders", "CLinux", "ServeOptions", "WebDemo",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    resources: [
      .embedInCode("Explain/codes.txt"), .embedInCode("Explain/words.txt"),
      .embedInCode("Devices/devices.txt"),
    ],
    swiftSettings: strict),
]

let tests: [Target] = [
  // What the test targets share: seeded numbers, folders that go, programs that run.
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
  // The table of cases that every reader of heights answers alike.
  .target(
    name: "HeightCases",
    dependencies: ["Heights", "HeightStore", "LayoutPrimitives", "StructuredDocuments"],
    path: "Tests/Read/HeightCases", exclude: ["cases.py"],
    resources: [.embedInCode("cases.json")], swiftSettings: strict),
  .testTarget(
    name: "LayoutPrimitivesTests", dependencies: ["LayoutPrimitives"], swiftSettings: strict),
  .testTarget(
    name: "CassowaryTests", dependencies: ["Cassowary", "TestSupport"],
    resources: [.copy("Fixtures")],
    swiftSettings: strict),
  .testTarget(
    name: "AutoLayoutTests", dependencies: ["AutoLayout", "LayoutPrimitives", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "TextMeasurementTests",
    dependencies: ["TextMeasurement", "LayoutPrimitives", "CHarfBuzz", "CICU", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "BoxLayoutsTests",
    dependencies: ["BoxLayouts", "TextMeasurement", "LayoutPrimitives", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "LayoutNodesTests",
    dependencies: ["LayoutNodes", "AutoLayout", "LayoutPrimitives", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "StructuredDocumentsTests", dependencies: ["StructuredDocuments"],
    swiftSettings: strict),
  .testTarget(
    name: "XMLDocumentsTests", dependencies: ["XMLDocuments", "TestSupport"],
    resources: [.copy("Fixtures")],
    swiftSettings: strict),
  .testTarget(
    name: "ImageHeadersTests", dependencies: ["ImageHeaders", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "FeedRecordsTests",
    dependencies: ["FeedRecords", "StructuredDocuments", "XMLDocuments", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "CellTemplatesTests",
    dependencies: [
      "CellTemplates", "AutoLayout", "BoxLayouts", "LayoutPrimitives", "TextMeasurement",
      "StructuredDocuments", "XMLDocuments", "FeedRecords", "TestSupport",
    ], resources: [.copy("Fixtures")], swiftSettings: strict),
  .testTarget(
    name: "CellPicturesTests",
    dependencies: [
      "CellPictures", "CellTemplates", "AutoLayout", "BoxLayouts", "LayoutPrimitives",
      "TextMeasurement", "CCairo",
    ], swiftSettings: strict),
  .testTarget(
    name: "SQLiteDatabaseTests", dependencies: ["SQLiteDatabase", "TestSupport"],
    path: "Tests/Base/SQLiteDatabaseTests", swiftSettings: strict),
  .testTarget(
    name: "HeightStoreTests",
    dependencies: ["HeightStore", "LayoutPrimitives", "SQLiteDatabase", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "PrecomputationTests",
    dependencies: [
      "Precomputation", "CellTemplates", "FeedRecords", "Heights", "HeightStore",
      "LayoutPrimitives", "TextMeasurement", "TestSupport",
    ], exclude: ["Fixtures"], swiftSettings: strict),
  .testTarget(
    name: "HeightsTests",
    dependencies: ["Heights", "HeightStore", "LayoutPrimitives", "SQLiteDatabase", "HeightCases"],
    path: "Tests/Read/HeightsTests",
    swiftSettings: strict),
  .testTarget(
    name: "PublishedHeightsTests",
    dependencies: [
      "PublishedHeights", "Heights", "HeightStore", "LayoutPrimitives", "HeightCases",
      "TestSupport",
    ],
    path: "Tests/Read/PublishedHeightsTests", swiftSettings: strict),
  .testTarget(
    name: "CellHeightsClientTests",
    dependencies: [
      "CellHeightsClient", "PublishedHeights", "Heights", "HeightStore",
      "LayoutPrimitives", "TestSupport",
    ], path: "Tests/Read/CellHeightsClientTests", swiftSettings: strict),
  .testTarget(
    name: "ScrollSimulationTests", dependencies: ["ScrollSimulation", "LayoutPrimitives"],
    swiftSettings: strict),
  .testTarget(
    name: "ScrollReportsTests",
    dependencies: [
      "ScrollReports", "ScrollSimulation", "StructuredDocuments", "LayoutPrimitives",
    ], swiftSettings: strict),
  .testTarget(
    name: "WebDemoTests",
    dependencies: [
      "WebDemo", "StructuredDocuments", "Heights", "HeightStore", "Precomputation", "FeedRecords",
      "CellTemplates", "TextMeasurement", "LayoutPrimitives", "TestSupport",
    ], path: "Tests/Command/WebDemoTests", swiftSettings: strict),
  // Most of them run the built command, which every build of the tests makes too.
  .testTarget(
    name: "cellheightsTests", dependencies: ["cellheights", "TestSupport"], swiftSettings: strict),
]

/// The plugin that builds the site of the public API; `scripts/docs` asks for it.
let documentation: [Package.Dependency] =
  Context.environment["CELLHEIGHTS_DOCS"] == "1"
  ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")] : []

let package = Package(
  name: "cellheights",
  products: [
    .executable(name: "cellheights", targets: ["cellheights"])
  ]
    + [
      "LayoutPrimitives", "Cassowary", "AutoLayout", "TextMeasurement", "BoxLayouts",
      "LayoutNodes", "StructuredDocuments", "FeedRecords", "CellTemplates", "CellPictures",
      "HeightStore", "Precomputation",
      "Heights", "PublishedHeights", "CellHeightsClient", "HandWrittenCells", "ScrollSimulation",
    ].map { .library(name: $0, targets: [$0]) }
    // For the package of the service.
    + ["ServeOptions", "WebFiles", "CZlib", "CZstd", "TestSupport", "HeightCases"]
    .map { .library(name: $0, targets: [$0]) },
  // Exact versions, because there is no Package.resolved to pin them.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ] + documentation,
  targets: rooms + tests,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
