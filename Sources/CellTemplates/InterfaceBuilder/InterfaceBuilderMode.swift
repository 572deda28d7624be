/// The mode of an import of an Interface Builder file.
public enum InterfaceBuilderMode: Hashable, Sendable {
  /// As in the running app: without placeholders, with margins of the environment.
  case runtime
  /// As on Xcode's canvas: with placeholders and the margins of the canvas.
  case canvas
}
