import LayoutScenes
import AutoLayout

extension Example {
  /// The talk's solution: constraints that stay, two groups, and a hidden view.
  static let socialCellGood = Example(
    name: "SocialCellGood", about: "the same cell with groups of constraints and a hidden view"
  ) { out in
    var cell = try SocialCell()
    try cell.scene.add(cell.always + cell.sharing, isPermanent: true)
    let image = try cell.scene.addGroup(cell.imageConstraints)
    let noImage = try cell.scene.addGroup(cell.noImageConstraints)
    for variant in SocialCell.Variant.all {
      let churn = try cell.scene.bind { scene throws(SceneError) in
        try scene.setActive(noImage, !variant.hasPhoto)
        try scene.setActive(image, variant.hasPhoto)
        try scene.setHidden(cell.shared, !variant.isShared)
      }
      try cell.show(variant, &out)
      out.check(
        "no churn: \(churn.total.added) added, \(churn.total.removed) removed, "
          + "\(churn.total.switched) switched", churn.total.isChurnFree)
    }
    out.check("one engine laid out all variants", cell.scene.enginesCreated == 1)
  }
}
