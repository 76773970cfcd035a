import Foundation

/// What mask files are called: `NAME.PERSON.png`, and for videos `NAME.FRAME.PERSON.png`.
enum MaskNames {
  static func name(for input: String, frame: Int?, person: Int) -> String {
    let frame = frame.map { String(format: ".%06d", $0) } ?? ""
    return "\(input)\(frame).\(person).png"
  }

  /// The names of inputs that may have a mask of this name.
  static func inputs(ofMask name: String) -> [String] {
    guard let match = name.wholeMatch(of: /(.+?)(\.[0-9]{6,})?\.[0-9]+\.png/) else { return [] }
    let (_, shortest, frame) = match.output
    return [String(shortest)] + (frame.map { [String(shortest + $0)] } ?? [])
  }
}
