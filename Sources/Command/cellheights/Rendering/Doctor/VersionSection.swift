import ArgumentParser
import FeedRecords
import Precomputation
import StructuredDocuments
import TextMeasurement

/// The versions of the program and of the text libraries.
struct VersionSection: DoctorSection {
  private let versions = LibraryVersions.current

  let name = "versions"
  let problems: [DoctorProblem] = []

  private var program: String { Cellheights.configuration.version }

  var lines: [String] {
    [
      "cellheights \(program), engine \(EngineVersion.current), HarfBuzz \(versions.harfBuzz), "
        + "ICU \(versions.icu), fontconfig \(versions.fontconfig)"
    ]
  }

  func write(to json: inout JSONWriter) {
    json.member("cellheights", program)
    json.member("engine", EngineVersion.current)
    json.member("harfbuzz", versions.harfBuzz)
    json.member("icu", versions.icu)
    json.member("fontconfig", versions.fontconfig)
  }
}
