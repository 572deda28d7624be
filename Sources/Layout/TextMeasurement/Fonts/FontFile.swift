internal import CHarfBuzz
internal import LayoutPrimitives
internal import MetricsPacks
import Synchronization

/// One font file, mapped into memory, or a metrics pack, of which tables of a font are written.
///
/// Sendable is unchecked: the blob is immutable, and HarfBuzz counts its references atomically.
final class FontFile: @unchecked Sendable {
  let path: String
  let blob: OpaquePointer
  /// Number of faces in the file, at least 1.
  let faceCount: Int
  /// The metrics pack; `nil` for a font file.
  let pack: MetricsPack?
  /// The widths of the faces of a metrics pack that were used.
  private let captured = Mutex<[Int: CapturedWidths]>([:])

  /// Opens a file and maps it into memory.
  ///
  /// - Throws: `TextError.unreadableFont`, `irregularFont`, `largeFont`, `notAFont`,
  ///   `compressedFont`.
  convenience init(path: String) throws(TextError) {
    try self.init(FontBytes(path: path))
  }

  /// Maps an open file into memory.
  ///
  /// - Throws: `TextError.notAFont`, `compressedFont`.
  init(_ bytes: borrowing FontBytes) throws(TextError) {
    guard var blob = bytes.mapped() else { throw .notAFont(bytes.path) }
    if let pack = try Self.pack(in: blob, path: bytes.path) {
      hb_blob_destroy(blob)
      blob = PackTables.collection(of: pack).withUnsafeBytes {
        hb_blob_create(
          $0.bindMemory(to: CChar.self).baseAddress, UInt32($0.count), HB_MEMORY_MODE_DUPLICATE,
          nil, nil)
      }
      self.pack = pack
    } else {
      pack = nil
    }
    hb_blob_make_immutable(blob)
    let count = Int(hb_face_count(blob))
    guard count > 0 else {
      let isWOFF2 = Self.isWOFF2(blob)
      hb_blob_destroy(blob)
      throw isWOFF2.map { .compressedFont(bytes.path, isWOFF2: $0) } ?? .notAFont(bytes.path)
    }
    path = bytes.path
    self.blob = blob
    faceCount = count
  }

  /// The widths of a face of a metrics pack; `nil` for a font file.
  func captured(face index: Int) -> CapturedWidths? {
    guard let pack, pack.faces.indices.contains(index) else { return nil }
    return captured.withLock { captured in
      if let widths = captured[index] { return widths }
      let widths = CapturedWidths(pack.faces[index], characters: pack.characters)
      captured[index] = widths
      return widths
    }
  }

  /// Checks that the tables of the file are what the file says they are.
  ///
  /// It reads the whole file.
  ///
  /// - Throws: `TextError.damagedFont`.
  func check() throws(TextError) {
    // A metrics pack was checked when it was read.
    guard let mapped else { return }
    FontBytes.willRead(mapped)
    do throws(FontDamage) {
      try FontCheck.check(blob, faces: faceCount)
    } catch {
      throw .damagedFont(file: path, damage: "its \(error.part) \(error.fault)")
    }
  }

  /// The bytes of the file, as long as the object lives; `nil` for a metrics pack.
  private var mapped: UnsafeRawBufferPointer? {
    var length: UInt32 = 0
    guard pack == nil, let data = hb_blob_get_data(blob, &length) else { return nil }
    return UnsafeRawBufferPointer(start: data, count: Int(length))
  }

  /// The hash of the bytes of the file; `nil` for a metrics pack.
  var hash: ContentHash? { mapped.map { ContentHash(bytes: $0) } }

  /// The metrics pack in a file that begins like a JSON object; `nil` for other files.
  private static func pack(
    in blob: OpaquePointer, path: String
  ) throws(TextError) -> MetricsPack? {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard first == UInt8(ascii: "{") else { return nil }
    do throws(PackProblem) {
      return try MetricsPack(reading: Array(bytes)[...])
    } catch {
      throw .invalidPack(file: path, problem: "\(error)")
    }
  }

  /// Whether a file is WOFF2; `nil` if it is not a compressed web font.
  private static func isWOFF2(_ blob: OpaquePointer) -> Bool? {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length >= 4 else { return nil }
    return switch String(decoding: UnsafeRawBufferPointer(start: data, count: 4), as: UTF8.self) {
    case "wOFF": false
    case "wOF2": true
    default: nil
    }
  }

  deinit { hb_blob_destroy(blob) }

  /// Describes the face with an index, from its tables, under a given family name.
  func describe(face index: Int, family: String) -> FontDescription {
    if let face = pack?.faces[index] {
      return FontDescription(
        family: family, file: path, index: index, weight: face.weight, width: face.width,
        slant: FontSlant(face.slant), axes: [], isCaptured: true, sizes: face.sizes)
    }
    let face: OpaquePointer = hb_face_create(blob, UInt32(index))
    let font: OpaquePointer = hb_font_create(face)
    defer {
      hb_font_destroy(font)
      hb_face_destroy(face)
    }
    let weight = Double(hb_style_get_value(font, HB_STYLE_TAG_WEIGHT))
    let width = Double(hb_style_get_value(font, HB_STYLE_TAG_WIDTH))
    return FontDescription(
      family: family, file: path, index: index,
      weight: Int(max(1, min(1000, weight.rounded()))), width: width > 0 ? width : 100,
      slant: Self.slant(face: face, font: font), axes: Self.axes(of: face))
  }

  /// Slant of a face: the first of its style name, italic flag and angle that is not upright.
  private static func slant(face: OpaquePointer, font: OpaquePointer) -> FontSlant {
    let italic = hb_style_get_value(font, HB_STYLE_TAG_ITALIC) > 0.5
    let style = FontNames.text(of: face, ids: [17, 2])?.lowercased() ?? ""
    if style.contains("oblique") { return .oblique }
    if italic { return .italic }
    return hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0 ? .oblique : .upright
  }

  private static func axes(of face: OpaquePointer) -> [VariationAxis] {
    var count = hb_ot_var_get_axis_count(face)
    // The format allows 65,535 axes. A limit of 64 bounds the memory that a hostile font can use.
    guard count > 0, count <= 64 else { return [] }
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count)).map { info in
      VariationAxis(
        tag: FontNames.tag(info.tag), minimum: Double(info.min_value),
        standard: Double(info.default_value), maximum: Double(info.max_value))
    }
  }
}

extension FontSlant {
  fileprivate init(_ slant: MetricsPack.Slant) {
    self =
      switch slant {
      case .upright: .upright
      case .italic: .italic
      case .oblique: .oblique
      }
  }
}

/// The font files that a library and its measurers have hashed and opened, each once.
///
/// A file is mapped when it is first used, and stays mapped as long as the library exists.
final class OpenFonts: Sendable {
  private let state: Mutex<State>

  private struct State {
    var files: [String: FontFile] = [:]
    /// Identities of the files that were opened and checked, by path.
    var checked: [String: FontBytes.Identity] = [:]
    /// Hashes and identities of the files that were hashed, by path.
    var stamps: [String: FontDigest.Stamp] = [:]
  }

  /// Creates a table without open files.
  init() { state = Mutex(State()) }

  /// Calls a closure with a digest that knows the hashes of all files hashed so far.
  ///
  /// The digest keeps the lock, so that no file is hashed twice.
  func withDigest<Result>(
    _ body: (inout FontDigest) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    try state.withLock { state throws(TextError) in
      var digest = FontDigest(stamps: state.stamps, checked: state.checked)
      defer { state.stamps = digest.stamps }
      return try body(&digest)
    }
  }

  /// Opens and checks a declared font file, to describe its faces.
  ///
  /// Only metrics packs stay open, because they are not mapped.
  ///
  /// - Throws: An error of `FontFile`.
  func declared(_ path: String) throws(TextError) -> FontFile {
    try state.withLock { state throws(TextError) in
      if let file = state.files[path] { return file }
      let bytes = try FontBytes(path: path)
      let file = try FontFile(bytes)
      try file.check()
      state.checked[path] = bytes.identity
      if file.pack != nil { state.files[path] = file }
      return file
    }
  }

  /// Returns the font file at a path, which is opened if necessary.
  ///
  /// - Throws: `TextError.changedFont` if the file has changed since it was hashed; an error of
  ///   `FontFile`.
  func file(_ path: String) throws(TextError) -> FontFile {
    try state.withLock { state throws(TextError) in
      if let file = state.files[path] { return file }
      let bytes = try FontBytes(path: path)
      let stamp = state.stamps[path]
      if let stamp, stamp.identity != bytes.identity { throw .changedFont(path) }
      let file = try FontFile(bytes)
      // The files with a stamp were checked when they were hashed.
      if stamp == nil { try file.check() }
      state.files[path] = file
      return file
    }
  }
}
