import LayoutScenes
import AutoLayout

extension Example {
  /// The talk's example of a bad `updateConstraints`: all constraints are removed and added back.
  static let socialCellBad = Example(
    name: "SocialCellBad", about: "WWDC 2018's social cell, written so that constraints churn"
  ) { out in
    var cell = try SocialCell()
    var installed: [ConstraintID] = []
    for variant in SocialCell.Variant.all {
      let wanted =
        cell.always + (variant.isShared ? cell.sharing : [])
        + (variant.hasPhoto ? cell.imageConstraints : cell.noImageConstraints)
      let isFirst = installed.isEmpty
      let churn = try cell.scene.bind { scene throws(SceneError) in
        try scene.remove(installed)
        installed = try scene.add(wanted)
      }
      try cell.show(variant, &out)
      guard !isFirst else { continue }
      out.note("churn by view: removed and added back")
      for (superview, views) in churn.bySuperview {
        for view in views where view.counts.readded > 0 {
          out.note("    \(superview ?? "").\(view.name): \(view.counts.readded)")
        }
      }
      // The views that are always present have not moved, but all constraints have come back.
      out.check("\(churn.total.added) constraints were added", churn.total.added == wanted.count)
      out.check(
        "\(churn.total.readded) of them had just been removed",
        churn.total.readded >= cell.always.count)
      out.check(
        "avatar, title, date and log churn",
        Set(churn.churningViews).isSuperset(of: ["avatar", "title", "date", "log"]))
    }
  }
}
