struct SceneStack: Sendable {}
extension LayoutScene {
  mutating func refresh(_ stack: Int) throws(SceneError) {}
  mutating func refreshProportions(around item: Int) throws(SceneError) {}
}
