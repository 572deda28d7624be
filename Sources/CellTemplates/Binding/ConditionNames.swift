/// The names that a template's conditions may use.
struct ConditionNames {
  /// The declared states.
  var states: [String] = []
  /// The labels' ids, in the order of `CellTemplate.labels`.
  var labels: [String] = []
  /// The ids of all views, to tell a view that is no label from one that is not there.
  var views: [String] = []
}
