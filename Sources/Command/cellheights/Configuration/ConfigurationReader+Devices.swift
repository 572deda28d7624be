import LayoutPrimitives
import StructuredDocuments

extension ConfigurationReader {
  /// Reads `devices`: a mapping of devices, or the path of a file with one.
  func devices(_ root: DocumentNode) throws(ConfigurationError) -> [Resolved<Device>] {
    guard case .mapping(let keys) = root.value,
      let node = keys.first(where: { $0.key == "devices" })?.value
    else { return [] }
    let file: Resolved<String>
    do throws(DocumentProblem) {
      if case .mapping = node.value { return try devices(of: node) }
      file = try place(node, "{NAME: {width: 393, scale: 3}}, or the path of a file with that,")
    } catch {
      throw ConfigurationError(error, path: path)
    }
    guard FileStatus(file.value) != nil else {
      throw ConfigurationError(
        .unreadable, path: path, line: node.line, "there is no file of devices at \(file.value)")
    }
    let text = try ConfigurationDiscovery.text(of: file.value)
    do throws(DocumentProblem) {
      let (root, problems) = DocumentParser.parse(text, limits: .standard)
      if let problem = problems.first { throw problem }
      guard let root else { return [] }
      return try ConfigurationReader(path: file.value).devices(of: root)
    } catch {
      throw ConfigurationError(error, path: file.value)
    }
  }

  /// Reads a mapping of devices.
  private func devices(of node: DocumentNode) throws(DocumentProblem) -> [Resolved<Device>] {
    var devices: [Resolved<Device>] = []
    for entry in try node.entries(of: "NAME: {width: 393, scale: 3, landscape: 852}") {
      var (width, scale): (Double?, Double) = (nil, 3)
      var variants: [Device.Variant] = []
      for part in try entry.value.entries(of: "{width: 393, scale: 3, landscape: 852}") {
        let text = try part.value.requiredText("a number")
        guard let number = Double(text) else {
          throw part.value.problem("a number is expected here, not '\(text)'")
        }
        switch part.key {
        case "width": width = number
        case "scale": scale = number
        default: variants.append(Device.Variant(name: part.key, width: number))
        }
      }
      guard let width else {
        throw entry.value.problem("device '\(entry.key)' has no width, such as width: 393")
      }
      do throws(EnvironmentError) {
        let device = try Device(name: entry.key, width: width, scale: scale, variants: variants)
        devices.append(Resolved(device, .file(path: path, line: entry.line)))
      } catch {
        throw DocumentProblem(
          .value, line: entry.line, found: "device '\(entry.key)': \(error)")
      }
    }
    return devices
  }
}
