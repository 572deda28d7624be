import ArgumentParser

/// Tables for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

/// The form of output with one JSON document per line.
enum LineFormat: String, ExpressibleByArgument, CaseIterable {
  case ndjson
}
