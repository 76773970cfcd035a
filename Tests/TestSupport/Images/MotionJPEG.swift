import Foundation

/// Videos made of JPEG pictures, which may differ in size.
package enum MotionJPEG {
  /// An AVI file of ten frames a second whose header states the size of the first.
  package static func avi(_ frames: [Data], width: Int, height: Int) -> Data {
    let mainHeader = chunk(
      "avih", numbers([100_000, 0, 0, 0, frames.count, 0, 1, 0, width, height, 0, 0, 0, 0]))
    let streamHeader = chunk(
      "strh", Data("vidsMJPG".utf8) + numbers([0, 0, 0, 1, 10, 0, frames.count, 0, -1, 0, 0, 0]))
    let format = chunk(
      "strf",
      numbers([40, width, height, 24 << 16 | 1]) + Data("MJPG".utf8) + numbers([width * height * 3, 0, 0, 0, 0]))
    let header = list("hdrl", mainHeader + list("strl", streamHeader + format))
    let movie = list("movi", frames.reduce(Data()) { $0 + chunk("00dc", $1) })
    let content = Data("AVI ".utf8) + header + movie
    return Data("RIFF".utf8) + numbers([content.count]) + content
  }

  /// The picture with another size in its header (SOF), and as many bytes as make a decoder believe it.
  package static func claiming(width: Int, height: Int, _ picture: Data) -> Data {
    guard let place = picture.firstRange(of: Data([0xFF, 0xC0])) else { return picture }
    var result = picture
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    result.replaceSubrange((place.lowerBound + 5)..<(place.lowerBound + 9), with: size)
    return result + Data(count: width * height / 200)
  }

  private static func list(_ name: String, _ content: Data) -> Data { chunk("LIST", Data(name.utf8) + content) }

  private static func chunk(_ name: String, _ content: Data) -> Data {
    Data(name.utf8) + numbers([content.count]) + content + Data(count: content.count % 2)
  }

  /// Numbers of 32 bits, the low byte first.
  private static func numbers(_ values: [Int]) -> Data {
    Data(values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } })
  }
}
