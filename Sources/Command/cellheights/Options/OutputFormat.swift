import ArgumentParser
import Heights

/// The format of output: a table for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

/// The format of output in which every line is a JSON document.
enum LineFormat: String, ExpressibleByArgument, CaseIterable {
  case ndjson
}

/// The format of an export: all cells as JSON lines, or one list in a format for list views.
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
