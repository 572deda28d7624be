/// For what an Interface Builder file is imported.
public enum InterfaceBuilderMode: Hashable, Sendable {
  /// As the app is built and run: without placeholders, with margins of the environment, the content
  /// view as large as the cell.
  case runtime
  /// As Xcode's canvas shows it: with placeholders, the canvas's margins and its content view.
  case canvas
}
