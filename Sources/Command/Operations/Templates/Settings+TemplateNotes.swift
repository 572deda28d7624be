package import CellTemplates
package import CommandSettings
package import LayoutPrimitives

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
