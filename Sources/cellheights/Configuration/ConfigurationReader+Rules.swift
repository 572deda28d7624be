import CellTemplates
import StructuredDocuments

/// Which records have another template than their feed's.
struct ConfiguredRule {
  /// The condition as written.
  var when: Resolved<String>
  /// The condition, read.
  var rule: TemplateRule
  /// A template's name, or a path that begins at the file's folder.
  var use: Resolved<String>
}

extension ConfigurationReader {
  /// Names of a rule's keys.
  static let ruleKeys = ["when", "use"]

  /// Reads `templates.rules`.
  func rules(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredRule] {
    let file = ConfigurationFile(path: path)
    var rules: [ConfiguredRule] = []
    for element in try node.elements(
      of: "a list of rules such as {when: \"{reblog}\", use: reblog}")
    {
      let parts = try element.entries(of: "{when: …, use: …}", known: Self.ruleKeys)
      guard let when = parts.first(where: { $0.key == "when" })?.value,
        let use = parts.first(where: { $0.key == "use" })?.value
      else {
        throw element.problem("a rule has 'when', a condition, and 'use', a template")
      }
      let condition = try when.requiredText("a condition such as \"{reblog}\"")
      let name = try use.requiredText("a template's name or path")
      do throws(TemplateRule.Failure) {
        rules.append(
          ConfiguredRule(
            when: Resolved(condition, origin(when)), rule: try TemplateRule(when: condition),
            use: Resolved(
              TemplateCatalog.isPath(name) ? file.resolved(name) : name, origin(use))))
      } catch {
        throw when.problem("the rule cannot be used: \(error)")
      }
    }
    return rules
  }

  /// Reads a time zone.
  func timeZone(_ node: DocumentNode) throws(DocumentProblem) -> Resolved<String> {
    let name = try node.requiredText("a time zone such as Europe/Berlin")
    do throws(FormatSettings.Failure) {
      _ = try FormatSettings(timeZone: name)
    } catch {
      throw node.problem(error.description)
    }
    return Resolved(name, origin(node))
  }

  /// Reads a clock.
  func clock(_ node: DocumentNode) throws(DocumentProblem) -> Resolved<String> {
    let text = try node.requiredText("a moment such as 2026-01-31T08:00:00Z")
    do throws(FormatSettings.Failure) {
      _ = try FormatSettings.clock(text)
    } catch {
      throw node.problem(error.description)
    }
    return Resolved(text, origin(node))
  }
}
