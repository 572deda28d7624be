import ArgumentParser
import Heights

/// Tables for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

/// The form of output with one JSON document per line.
enum LineFormat: String, ExpressibleByArgument, CaseIterable {
  case ndjson
}

/// The form of an export: every cell as a JSON line, or a list in a format of list views.
enum ExportFormat: ExpressibleByArgument {
  case ndjson
  case shape(ListExport.Shape)

  init?(argument: String) {
    if argument == "ndjson" {
      self = .ndjson
    } else if let shape = ListExport.Shape(rawValue: argument) {
      self = .shape(shape)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { ["ndjson"] + ListExport.Shape.allCases.map(\.rawValue) }

  var defaultValueDescription: String {
    switch self {
    case .ndjson: "ndjson"
    case .shape(let shape): shape.rawValue
    }
  }
}
