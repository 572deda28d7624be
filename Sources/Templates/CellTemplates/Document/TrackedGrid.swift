/// A grid of a document whose rows and columns have guides where conditions hide them.
struct TrackedGrid {
  let declaration: GridDeclaration
  /// How each row is hidden.
  var rows: [TemplateGrid.Track] = []
  /// How each column is hidden.
  var columns: [TemplateGrid.Track] = []
}
