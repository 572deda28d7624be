import CellTemplates
import StructuredDocuments

/// A rule that chooses another template for records.
struct ConfiguredRule {
  /// The condition as written.
  var when: Resolved<String>
  /// The parsed condition.
  var rule: TemplateRule
  /// The template's name or path.
  var use: Resolved<String>
}

extension ConfigurationReader {
  /// The keys of a rule.
  static let ruleKeys = ["when", "use"]

  /// Reads `templates.rules`.
  func rules(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredRule] {
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
      let template = try place(use, "a template's name or path", if: TemplateCatalog.isPath)
      do throws(TemplateRule.Failure) {
        rules.append(
          ConfiguredRule(
            when: Resolved(condition, origin(when)), rule: try TemplateRule(when: condition),
            use: template))
      } catch {
        throw when.problem("the rule cannot be used: \(error)")
      }
    }
    return rules
  }
}
