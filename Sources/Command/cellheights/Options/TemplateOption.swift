import ArgumentParser
import CellTemplates
import HeightStore

struct TemplateOption: ParsableArguments {
  @Option(
    name: .long,
    help:
      "A configured or built-in template's name, or the path of a template file. (default: post)",
    completion: .template)
  var template: String?

  /// Reads and analyzes the template of a feed.
  func plan(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplatePlan {
    TemplatePlan(try settings.template(settings.template(template, feed: feed).value))
  }

  /// The template of a feed, for later commands, unless it is the default.
  func arguments(
    _ settings: Settings, feed: ConfiguredFeed?
  ) throws(TemplateError) -> [FeedArgument] {
    // A configured name is known to its configuration alone.
    let name = try settings.templateEntry(settings.template(template, feed: feed).value).name
    return name == Settings.standardTemplate ? [] : [FeedArgument(.template, name)]
  }

  /// The effective rules with their templates.
  func rules(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> [(rule: TemplateRule, plan: TemplatePlan)] {
    var result: [(rule: TemplateRule, plan: TemplatePlan)] = []
    var plans: [String: TemplatePlan] = [:]
    for rule in settings.rules(settings.template(template, feed: feed)) {
      let name = rule.use.value
      let plan: TemplatePlan
      if let known = plans[name] {
        plan = known
      } else {
        plan = TemplatePlan(try settings.template(name))
        plans[name] = plan
      }
      result.append((rule.rule, plan))
    }
    return result
  }

  /// The documents of a feed's template, for messages.
  func listings(
    of plan: TemplatePlan, _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> SourceListings {
    let standard = settings.template(template, feed: feed)
    var entry = try settings.templateEntry(standard.value)
    for rule in settings.rules(standard)
    where try settings.template(rule.use.value).hash == plan.template.hash {
      entry = try settings.templateEntry(rule.use.value)
    }
    return SourceListings(main: SourceListing(file: entry.file, text: entry.text), settings)
  }

  /// The template and the rules of a feed.
  func choice(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplateSelector {
    TemplateSelector(
      standard: try plan(settings, feed: feed), rules: try rules(settings, feed: feed))
  }
}
