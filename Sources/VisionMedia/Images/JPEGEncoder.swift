internal import CTurboJPEG
import Foundation
import VisionCore
import VisionImaging

/// JPEG files through TurboJPEG.
enum JPEGEncoder {
  /// A whole file; gray images stay gray, color is not subsampled.
  static func encode(_ image: ImageBuffer, quality: Int) throws -> Data {
    guard (1...100).contains(quality) else {
      throw TasksError.invalidArgument("The JPEG quality \(quality) is not allowed; it lies in 1...100.")
    }
    guard let handle = tjInitCompress() else { throw FFmpegError.outOfMemory("the JPEG encoder") }
    defer { tjDestroy(handle) }
    let format =
      switch image.format {
      case .rgb: TJPF_RGB
      case .rgba: TJPF_RGBX
      case .bgra: TJPF_BGRX
      case .gray: TJPF_GRAY
      }
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(output) }
    let status = image.withUnsafeBytes { pixels in
      tjCompress2(
        handle, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(image.width), Int32(clamping: image.bytesPerRow),
        Int32(image.height), Int32(format.rawValue), &output, &size,
        Int32((image.format == .gray ? TJSAMP_GRAY : TJSAMP_444).rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    }
    guard status == 0, let output else {
      throw TasksError.invalidArgument(
        "An image of \(image.width) x \(image.height) pixels cannot be written as JPEG: "
          + "\(JPEGDecoder.message(of: handle)). Write a PNG instead.")
    }
    return Data(bytes: output, count: Int(size))
  }
}
