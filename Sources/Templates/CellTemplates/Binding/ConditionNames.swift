/// The names that a template's conditions may use.
struct ConditionNames {
  var states: [String] = []
  /// The labels' ids, in the order of `CellTemplate.labels`.
  var labels: [String] = []
  /// The ids of all views, to distinguish a view that is not a label from an unknown one.
  var views: [String] = []
}
