import CTurboJPEG
import Foundation
import Testing

/// JPEG files as libjpeg-turbo writes them.
enum JPEGSample {
  /// The pixels have no padding between rows.
  static func file(
    _ pixels: [UInt8], _ format: TJPF = TJPF_RGB, width: Int32, height: Int32, sampling: TJSAMP = TJSAMP_444,
    quality: Int32 = 90, flags: Int32 = 0
  ) throws -> Data {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(output) }
    let status = tjCompress2(
      handle, pixels, width, 0, height, Int32(format.rawValue), &output, &size, Int32(sampling.rawValue), quality, flags
    )
    #expect(status == 0)
    return Data(bytes: try #require(output), count: Int(size))
  }

  /// 16 x 16 pixels of one ink.
  static func cmyk(_ ink: [UInt8]) throws -> Data {
    try file((0..<256).flatMap { _ in ink }, TJPF_CMYK, width: 16, height: 16, quality: 100)
  }
}
