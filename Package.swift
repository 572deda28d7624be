// swift-tools-version: 6.1
import PackageDescription

/// Makes warnings of our own targets errors; `scripts/test` and `scripts/check` set it.
let warningsAsErrors: [SwiftSetting] =
  Context.environment["CELLHEIGHTS_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// Optimizes our own targets although the command line has `-Onone` for all modules.
///
/// The option still applies to targets of other packages. Only options of the frontend follow those
/// of the command line; the driver would add the second of them with `-O`.
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

/// Rules of modules that are optimized in every release build.
///
/// The command itself has them only with `-c release`, because it only reads options and prints:
/// `scripts/cellheights` compiles it without optimization.
let fast = strict + optimized

/// A module; its name is that of its folder.
func module(
  _ path: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil,
  settings: [SwiftSetting] = fast
) -> Target {
  .target(
    name: String(path.split(separator: "/").last ?? ""), dependencies: dependencies, path: path,
    resources: resources, swiftSettings: settings)
}

/// Tests; their name is that of their folder.
func tests(
  _ path: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: String(path.split(separator: "/").last ?? ""), dependencies: dependencies, path: path,
    exclude: exclude, resources: resources, swiftSettings: strict)
}

/// Files that a module carries in it, as C; the name is that of its folder.
///
/// The Swift compiler takes seconds for the array of 50,000 bytes that `.embedInCode` makes.
func embedded(_ path: String, _ files: [String] = []) -> Target {
  .target(name: String(path.split(separator: "/").last ?? ""), path: path, exclude: files)
}

/// A library of the system; its name is that of its folder, which has its module map.
func system(_ name: String, _ pkgConfig: String? = nil, _ apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Base/\(name)", pkgConfig: pkgConfig,
    providers: apt.map { [.apt([$0])] })
}

/// A dependency that phones have not: neither SQLite's headers by pkg-config nor xxHash are there.
func onComputers(_ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(platforms: [.linux, .macOS]))
}

// The folders of Sources: a module depends only on those before it.

let base: [Target] = [
  system("CFontconfig", "fontconfig", "libfontconfig-dev"),
  system("CHarfBuzz", "harfbuzz", "libharfbuzz-dev"),
  .target(
    name: "CICU", path: "Sources/Base/CICU",
    linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
  system("CLibXML2", "libxml-2.0", "libxml2-dev"),
  system("CLinux"),
  system("CMD4C", "md4c", "libmd4c-dev"),
  system("CNettle", "nettle", "nettle-dev"),
  system("CSQLite", "sqlite3", "libsqlite3-dev"),
  .target(
    name: "CSimdjson", path: "Sources/Base/CSimdjson",
    linkerSettings: [.linkedLibrary("simdjson")]),
  system("CXXHash", "libxxhash", "libxxhash-dev"),
  system("CZlib", "zlib", "zlib1g-dev"),
  system("CZstd", "libzstd", "libzstd-dev"),
  module("Sources/Base/LayoutPrimitives", [onComputers("CXXHash")]),
  module(
    "Sources/Base/StructuredDocuments",
    ["LayoutPrimitives", "CSimdjson", .product(name: "Yams", package: "Yams")]),
  module("Sources/Base/SQLiteDatabase", ["CSQLite"]),
]

let layout: [Target] = [
  module("Sources/Layout/Cassowary", []),
  module("Sources/Layout/AutoLayout", ["LayoutPrimitives", "Cassowary"]),
  module(
    "Sources/Layout/MetricsPacks", ["StructuredDocuments"],
    resources: [.embedInCode("questions.json")]),
  module(
    "Sources/Layout/TextMeasurement",
    ["LayoutPrimitives", "MetricsPacks", "CHarfBuzz", "CICU", "CFontconfig"]),
  module("Sources/Layout/BoxLayouts", ["LayoutPrimitives", "TextMeasurement"]),
  module("Sources/Layout/CSSBoxes", ["LayoutPrimitives", "TextMeasurement"]),
]

let feeds: [Target] = [
  embedded("Sources/Feeds/CHTMLEntities", ["entities.txt"]),
  module("Sources/Feeds/XMLDocuments", ["CLibXML2", "CHTMLEntities"]),
  module("Sources/Feeds/ImageHeaders", ["XMLDocuments"]),
  module(
    "Sources/Feeds/FeedRecords",
    [
      "LayoutPrimitives", "StructuredDocuments", "XMLDocuments", "CICU", "CMD4C", "CZlib", "CZstd",
    ],
    resources: [.embedInCode("Mapping/BuiltIn")]),
]

// Documents are read once per template, so that `scripts/cellheights` does not optimize the modules
// that only do this.
let templates: [Target] = [
  module(
    "Sources/Templates/TemplateDocuments",
    ["LayoutPrimitives", "AutoLayout", "StructuredDocuments", "XMLDocuments"],
    resources: [.embedInCode("BuiltIn/post.yaml")], settings: strict),
  module(
    "Sources/Templates/InterfaceBuilder",
    [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "StructuredDocuments", "XMLDocuments",
      "TemplateDocuments",
    ], settings: strict),
  module(
    "Sources/Templates/CellTemplates",
    [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "BoxLayouts", "CSSBoxes",
      "StructuredDocuments", "XMLDocuments", "FeedRecords", "TemplateDocuments", "InterfaceBuilder",
      "CICU",
    ], resources: [.embedInCode("Markup/browser.css")]),
  module(
    "Sources/Templates/CellPictures",
    [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "TemplateDocuments", "CellTemplates",
    ], settings: strict),
]

let build: [Target] = [
  module("Sources/Build/HeightStore", ["LayoutPrimitives", "SQLiteDatabase"]),
  module(
    "Sources/Build/Precomputation",
    [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "FeedRecords", "TemplateDocuments",
      "InterfaceBuilder", "CellTemplates",
      "HeightStore",
    ]),
]

// These modules do not depend on layouts, feeds or templates.
let read: [Target] = [
  module(
    "Sources/Read/Heights",
    ["LayoutPrimitives", onComputers("StructuredDocuments"), onComputers("HeightStore")]),
  module(
    "Sources/Read/PublishedHeights",
    [
      "CZlib", "LayoutPrimitives", "Heights",
      // For the writer; phones read.
      onComputers("HeightStore"),
      // Apple's systems have CryptoKit.
      .target(name: "CNettle", condition: .when(platforms: [.linux])),
    ]),
  module(
    "Sources/Read/CellHeightsClient",
    ["LayoutPrimitives", "PublishedHeights", "Heights"],
    settings: strict),
]

let scroll: [Target] = [
  module("Sources/Scroll/ScrollSimulation", ["LayoutPrimitives"]),
  embedded(
    "Sources/Scroll/CReportPage", ["page.css", "model.js", "timeline.js", "cells.js", "page.js"]),
  module(
    "Sources/Scroll/ScrollReports",
    ["LayoutPrimitives", "StructuredDocuments", "ScrollSimulation", "CReportPage"],
    settings: strict),
  module("Sources/Scroll/HandWrittenCells", ["LayoutPrimitives", "TextMeasurement"]),
]

let command: [Target] = [
  // Settings of the configuration file, variables and flags.
  module(
    "Sources/Command/CommandSettings",
    [
      "LayoutPrimitives", "StructuredDocuments", "TextMeasurement", "XMLDocuments", "FeedRecords",
      "TemplateDocuments", "CellTemplates", "HeightStore", "Precomputation", "ScrollSimulation",
      "Heights",
    ], resources: [.embedInCode("devices.txt")], settings: strict),
  // The operations of commands, without flags and without printing.
  module(
    "Sources/Command/Operations",
    [
      "LayoutPrimitives", "AutoLayout", "MetricsPacks", "TextMeasurement", "StructuredDocuments",
      "ImageHeaders", "FeedRecords", "TemplateDocuments", "InterfaceBuilder", "CellTemplates",
      "CellPictures",
      "HeightStore", "Precomputation", "Heights",
      "PublishedHeights", "HandWrittenCells", "ScrollSimulation", "ScrollReports", "CLinux",
      "CommandSettings",
    ], settings: strict),
  // The flags of the service, which the command and the service's program share.
  module(
    "Sources/Command/ServeOptions",
    [.product(name: "ArgumentParser", package: "swift-argument-parser")], settings: strict),
  module(
    "Sources/Command/WebDemo",
    [
      "LayoutPrimitives", "AutoLayout", "TextMeasurement", "StructuredDocuments", "FeedRecords",
      "TemplateDocuments", "CellTemplates", "HeightStore", "Precomputation", "Heights",
    ], settings: strict),
  embedded("Sources/Command/CExplanations", ["codes.txt", "words.txt"]),
  .executableTarget(
    name: "cellheights",
    dependencies: [
      "LayoutPrimitives", "AutoLayout", "MetricsPacks", "TextMeasurement", "StructuredDocuments",
      "FeedRecords",
      "TemplateDocuments", "InterfaceBuilder", "CellTemplates", "CellPictures", "HeightStore",
      "Precomputation", "Heights",
      "PublishedHeights", "ScrollSimulation", "ScrollReports", "CommandSettings", "Operations",
      "ServeOptions", "WebDemo", "CExplanations",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], path: "Sources/Command/cellheights",
    swiftSettings: strict),
]

// For programs written in Swift, and for servers; the command needs none of it.
let kit: [Target] = [
  module("Sources/Kit/IncrementalSolver", ["Cassowary"]),
  module("Sources/Kit/LayoutScenes", ["LayoutPrimitives", "AutoLayout"]),
  module(
    "Sources/Kit/LayoutNodes", ["LayoutPrimitives", "AutoLayout", "LayoutScenes"], settings: strict),
  // The modules and the page that servers of demos carry in them, and that any site may copy.
  embedded("Sources/Kit/CWebFiles"),
  .target(
    name: "WebFiles", dependencies: ["CWebFiles"], path: "web",
    exclude: [
      "package.json", "index.html", "demo.css", "demo.js", "cell.js", "cellheights.js", "lines.js",
      "sections.js", "virtual-list.js",
    ], swiftSettings: strict),
]

let support: [Target] = [
  // A sizing of texts that is easy to compute.
  .target(
    name: "FixedSizing", dependencies: ["AutoLayout", "LayoutPrimitives"],
    path: "Tests/Layout/FixedSizing", swiftSettings: strict),
  // Shared by the test targets: seeded numbers, temporary folders, child programs.
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
  // The table of cases that every reader of heights answers alike.
  .target(
    name: "HeightCases",
    dependencies: ["Heights", "HeightStore", "LayoutPrimitives", "StructuredDocuments"],
    path: "Tests/Read/HeightCases", exclude: ["cases.py"],
    resources: [.embedInCode("cases.json")], swiftSettings: strict),
]

let allTests: [Target] = [
  tests("Tests/Base/LayoutPrimitivesTests", ["LayoutPrimitives", "TestSupport"]),
  tests("Tests/Base/StructuredDocumentsTests", ["StructuredDocuments", "TestSupport"]),
  tests("Tests/Base/SQLiteDatabaseTests", ["SQLiteDatabase", "TestSupport"]),
  tests(
    "Tests/Layout/CassowaryTests", ["Cassowary", "TestSupport"], resources: [.copy("Fixtures")]),
  tests(
    "Tests/Layout/AutoLayoutTests",
    ["AutoLayout", "LayoutPrimitives", "FixedSizing", "TestSupport"]),
  tests("Tests/Layout/MetricsPacksTests", ["MetricsPacks", "TestSupport"]),
  tests(
    "Tests/Layout/TextMeasurementTests",
    ["TextMeasurement", "MetricsPacks", "LayoutPrimitives", "CHarfBuzz", "CICU", "TestSupport"]),
  tests(
    "Tests/Layout/BoxLayoutsTests",
    ["BoxLayouts", "TextMeasurement", "LayoutPrimitives", "TestSupport"]),
  tests(
    "Tests/Layout/CSSBoxesTests",
    [
      "CSSBoxes", "XMLDocuments", "StructuredDocuments", "LayoutPrimitives", "TextMeasurement",
      "TestSupport",
    ],
    resources: [.copy("Fixtures")]),
  tests(
    "Tests/Feeds/XMLDocumentsTests", ["XMLDocuments", "TestSupport"],
    resources: [.copy("Fixtures")]),
  tests("Tests/Feeds/ImageHeadersTests", ["ImageHeaders", "TestSupport"]),
  tests(
    "Tests/Feeds/FeedRecordsTests",
    ["FeedRecords", "StructuredDocuments", "XMLDocuments", "TestSupport"]),
  // They compile and lay out what they import.
  tests(
    "Tests/Templates/InterfaceBuilderTests",
    [
      "InterfaceBuilder", "TemplateDocuments", "CellTemplates", "AutoLayout", "LayoutPrimitives",
      "TextMeasurement", "StructuredDocuments", "XMLDocuments", "FeedRecords", "TestSupport",
    ]),
  tests(
    "Tests/Templates/CellTemplatesTests",
    [
      "CellTemplates", "TemplateDocuments", "InterfaceBuilder", "AutoLayout", "BoxLayouts",
      "LayoutPrimitives", "TextMeasurement", "StructuredDocuments", "XMLDocuments", "FeedRecords",
      "TestSupport",
    ], resources: [.copy("Fixtures")]),
  tests(
    "Tests/Templates/CellPicturesTests",
    [
      "CellPictures", "TemplateDocuments", "CellTemplates", "AutoLayout", "BoxLayouts",
      "LayoutPrimitives",
      "TextMeasurement",
    ]),
  tests(
    "Tests/Build/HeightStoreTests",
    ["HeightStore", "LayoutPrimitives", "SQLiteDatabase", "TestSupport"]),
  tests(
    "Tests/Build/PrecomputationTests",
    [
      "Precomputation", "TemplateDocuments", "CellTemplates", "FeedRecords", "Heights",
      "HeightStore",
      "LayoutPrimitives", "StructuredDocuments", "TextMeasurement", "TestSupport",
    ], exclude: ["Fixtures"]),
  tests(
    "Tests/Read/HeightsTests",
    ["Heights", "HeightStore", "LayoutPrimitives", "SQLiteDatabase", "HeightCases"]),
  tests(
    "Tests/Read/PublishedHeightsTests",
    [
      "PublishedHeights", "Heights", "HeightStore", "LayoutPrimitives", "HeightCases",
      "TestSupport",
    ]),
  tests(
    "Tests/Read/CellHeightsClientTests",
    [
      "CellHeightsClient", "PublishedHeights", "Heights", "HeightStore", "LayoutPrimitives",
      "TestSupport",
    ]),
  tests("Tests/Scroll/ScrollSimulationTests", ["ScrollSimulation", "LayoutPrimitives"]),
  tests(
    "Tests/Scroll/ScrollReportsTests",
    [
      "ScrollReports", "CReportPage", "ScrollSimulation", "StructuredDocuments", "LayoutPrimitives",
    ]),
  tests(
    "Tests/Command/WebDemoTests",
    [
      "WebDemo", "StructuredDocuments", "Heights", "HeightStore", "Precomputation", "FeedRecords",
      "TemplateDocuments", "CellTemplates", "TextMeasurement", "LayoutPrimitives", "TestSupport",
    ]),
  // Most of them run the built command, which every build of the tests makes too.
  tests(
    "Tests/Command/cellheightsTests",
    ["cellheights", "CommandSettings", "Operations", "StructuredDocuments", "TestSupport"]),
  tests(
    "Tests/Kit/IncrementalSolverTests", ["IncrementalSolver", "Cassowary", "TestSupport"]),
  tests(
    "Tests/Kit/LayoutScenesTests",
    ["LayoutScenes", "AutoLayout", "LayoutPrimitives", "FixedSizing", "TestSupport"]),
  tests(
    "Tests/Kit/LayoutNodesTests",
    ["LayoutNodes", "LayoutScenes", "AutoLayout", "LayoutPrimitives", "TestSupport"]),
]

/// The test targets that `scripts/test MODULE` names, separated by commas; all of them by default.
let chosenTests =
  Context.environment["CELLHEIGHTS_TESTS"].map { names in
    allTests.filter { names.split(separator: ",").contains($0.name[...]) }
  } ?? allTests

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
      "LayoutPrimitives", "Cassowary", "AutoLayout", "MetricsPacks", "TextMeasurement",
      "BoxLayouts", "IncrementalSolver", "LayoutScenes", "LayoutNodes", "StructuredDocuments",
      "FeedRecords",
      "TemplateDocuments", "InterfaceBuilder", "CellTemplates", "CellPictures",
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
  targets: base + layout + feeds + templates + build + read + scroll + command + kit + support
    + chosenTests,
  swiftLanguageModes: [.v6],
  // #embed is of C23.
  cLanguageStandard: .c2x,
  cxxLanguageStandard: .cxx17
)
