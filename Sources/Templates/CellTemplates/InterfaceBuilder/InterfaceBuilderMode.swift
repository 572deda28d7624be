/// The two ways to import a cell from an Interface Builder file.
public enum InterfaceBuilderMode: Hashable, Sendable {
  /// As the running app shows it: without placeholders, and with margins of the environment.
  case runtime
  /// As Xcode's canvas shows it: with placeholders, and with margins of the canvas.
  case canvas
}
