import HeightStore

extension StoreError {
  /// What can be done with the generations beside a store that cannot be read; empty without any.
  var keptGenerationHint: String {
    let (path, isForeign): (String, Bool)
    switch self {
    case .notAStore(let found, _): (path, isForeign) = (found, true)
    case .corrupt(let found, _), .missing(let found): (path, isForeign) = (found, false)
    default: return ""
    }
    // The error itself is told in any case.
    guard case .success(let kept) = Result(catching: { try StoreGenerations.kept(store: path) }),
      let newest = kept.first
    else { return "" }
    // Whatever has the path, only a person knows whether it may go.
    return "; generation \(newest.number) is kept beside it: "
      + (isForeign ? "move this file away, and publish it with: " : "publish it with: ")
      + "cellheights rollback \(newest.number) --store \(BuildReport.quoted(path))"
  }
}
