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

let package = Package(
  name: "cellheights-benchmarks",
  dependencies: [
    .package(name: "cellheights", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    // The yardstick's own view of HarfBuzz: that of TextMeasurement is not for others to use.
    .systemLibrary(
      name: "CRawHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    // Row lookup.vs-sqlite compares with this: SQLite's C interface, without the store's layer.
    .systemLibrary(
      name: "CRawSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // The dates of hand-written cells.
    .target(
      name: "CRawICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    // Takes the place of malloc in the executables that link it: the benchmark and its tests.
    .target(name: "CAllocationCounter"),
    // Binding of threads to processors.
    .target(name: "CProcessors"),
    .target(
      name: "PairedBenchmark", dependencies: ["CAllocationCounter"], swiftSettings: strict),
    // HarfBuzz alone, as what texts are held against.
    .target(
      name: "RawShaping", dependencies: ["CRawHarfBuzz", module("TextMeasurement")],
      swiftSettings: strict),
    // Texts of many languages, made from seeds.
    .target(name: "BenchmarkTexts", swiftSettings: strict),
    // Stores of any number of cells, without records.
    .target(
      name: "BenchmarkStores",
      dependencies: [
        module("LayoutPrimitives"), module("TemplateDocuments"), module("CellTemplates"),
        module("HeightStore"),
        module("Heights"),
        module("Precomputation"),
      ], swiftSettings: strict),
    // Only row text.cold.vs-pango uses Pango; scripts/bench installs libpango1.0-dev.
    .systemLibrary(name: "CPango"),
    // Only row card.layout.vs-yoga uses Yoga, which it loads.
    .target(name: "CYoga", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "cellheights-bench",
      dependencies: [
        "PairedBenchmark", "BenchmarkTexts", "BenchmarkStores", "CProcessors", "RawShaping",
        "CRawICU", "CRawSQLite", "CPango", "CYoga",
        module("LayoutPrimitives"), module("Cassowary"), module("AutoLayout"),
        module("IncrementalSolver"),
        module("TextMeasurement"), module("StructuredDocuments"), module("FeedRecords"),
        module("TemplateDocuments"), module("CellTemplates"), module("HeightStore"),
        module("Heights"), module("Precomputation"),
        module("HandWrittenCells"), module("BoxLayouts"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    // The report `scripts/bench text.report`.
    .executableTarget(
      name: "text-probe",
      dependencies: [
        "PairedBenchmark", "BenchmarkTexts", "RawShaping", module("LayoutPrimitives"),
        module("TextMeasurement"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    // The report `scripts/bench lookup.report`.
    .executableTarget(
      name: "lookup-probe",
      dependencies: [
        "PairedBenchmark", "BenchmarkStores", module("LayoutPrimitives"), module("HeightStore"),
        module("Heights"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    // The page `scripts/bench seeds`.
    .executableTarget(
      name: "seeds-probe",
      dependencies: [
        "PairedBenchmark", module("LayoutPrimitives"), module("Cassowary"), module("AutoLayout"),
        module("IncrementalSolver"), module("LayoutScenes"),
        module("TextMeasurement"), module("StructuredDocuments"), module("FeedRecords"),
        module("TemplateDocuments"), module("CellTemplates"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    // For scripts/oracles solver, which verifies the solver's bases in rational arithmetic.
    .executableTarget(
      name: "solver-probe", dependencies: [module("Cassowary")], swiftSettings: strict),
    .testTarget(
      name: "PairedBenchmarkTests", dependencies: ["PairedBenchmark"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkTextsTests", dependencies: ["BenchmarkTexts"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
