package import CellTemplates
package import CommandSettings
package import LayoutPrimitives

/// Notes about templates whose cells are the same in every size category.
package struct SizeCategoryNotes {
  /// One line for each template that is laid out in another size category than L, and does not
  /// depend on it.
  package let lines: [String]

  /// Compares templates with the environments in which they are laid out.
  package init(of templates: [CellTemplate], in environments: [Environment]) {
    var categories: [SizeCategory] = []
    for environment in environments {
      let category = environment.sizeCategory
      if category != .large, !categories.contains(category) { categories.append(category) }
    }
    guard !categories.isEmpty else {
      lines = []
      return
    }
    let one = categories.count == 1
    let names = categories.map(\.rawValue).joined(separator: ", ")
    lines = templates.filter { !$0.dependsOnSizeCategory && !$0.labels.isEmpty }.map {
      "note: the size \(one ? "category" : "categories") \(names) \(one ? "changes" : "change") "
        + "nothing in template '\($0.name)': all its fonts have fixed sizes"
        + ($0.boxCount == nil ? "; 'style' or 'scalesWith' makes them grow" : "")
    }
  }
}

extension Settings {
  /// The notes that a command tells about its templates before it lays them out.
  ///
  /// They are about parts of Interface Builder files that were not imported, size categories
  /// without effect, and files of the font `system` that no label uses.
  package func templateNotes(
    _ templates: [CellTemplate], in environments: [Environment]
  ) -> [String] {
    ImportNoteSummary(of: templates).lines
      + SizeCategoryNotes(of: templates, in: environments).lines + systemFontWarning(for: templates)
  }
}
