import ArgumentParser

/// Tables for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}
