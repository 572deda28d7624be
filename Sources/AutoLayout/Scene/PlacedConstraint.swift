/// A constraint of a stack or grid, with its number in document order among those that the stack or
/// grid can have.
struct PlacedConstraint {
  let place: Int
  let constraint: LayoutConstraint
}
