/// The numbers of characters, from 0, in ascending order of the characters.
public struct CharacterIndex: Sendable {
  /// For each 256 characters, where their numbers begin in `numbers`; page 0 has none.
  private var pages = [UInt16](repeating: 0, count: 0x1100)
  /// Numbers plus 1; 0 for characters without a number.
  private var numbers = [UInt16](repeating: 0, count: 256)
  /// Number of characters.
  public let count: Int

  /// Numbers characters.
  ///
  /// - Parameter characters: At most 65,535 characters, in ascending order.
  public init(_ characters: [Unicode.Scalar]) {
    count = characters.count
    for (number, character) in characters.enumerated() {
      let page = Int(character.value >> 8)
      if pages[page] == 0 {
        pages[page] = UInt16(numbers.count >> 8)
        numbers.append(contentsOf: repeatElement(0, count: 256))
      }
      numbers[Int(pages[page]) << 8 | Int(character.value & 0xFF)] = UInt16(number + 1)
    }
  }

  /// The number of a character; `nil` if it has none.
  public subscript(_ character: UInt32) -> Int? {
    guard character < 0x11_0000 else { return nil }
    let number = numbers[Int(pages[Int(character >> 8)]) << 8 | Int(character & 0xFF)]
    return number == 0 ? nil : Int(number) - 1
  }
}
