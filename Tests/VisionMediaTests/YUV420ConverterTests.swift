import CFFmpeg
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("4:2:0 to RGB by our own kernel")
struct YUV420ConverterTests {
  /// A frame of noise, or of blocks of the extreme values.
  private func frame(
    _ width: Int32, _ height: Int32, format: AVPixelFormat, range: AVColorRange, matrix: AVColorSpace,
    extremes: Bool, seed: UInt64
  ) throws -> FFmpegFrame {
    let frame = try FFmpegFrame()
    (frame.pointer.pointee.width, frame.pointer.pointee.height) = (width, height)
    frame.pointer.pointee.format = numericCast(format.rawValue)
    frame.pointer.pointee.color_range = range
    frame.pointer.pointee.colorspace = matrix
    try #require(av_frame_get_buffer(frame.pointer, 0) >= 0)
    var random = SeededGenerator(seed: seed)
    for (index, rows) in [Int(height), (Int(height) + 1) / 2, (Int(height) + 1) / 2].enumerated() {
      let plane = try #require(frame.plane(index))
      for position in 0..<rows * plane.bytesPerRow {
        let value: UInt8 =
          extremes ? [0, 255, 16, 240, 128].randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
        plane.address.storeBytes(of: value, toByteOffset: position, as: UInt8.self)
      }
    }
    return frame
  }

  private func rgb(_ frame: FFmpegFrame, planar: Bool) throws -> [UInt8] {
    let (width, height) = (frame.width, frame.height)
    let row = width * 3 + 64
    var bytes = [UInt8](repeating: 0, count: row * height + 64)
    try bytes.withUnsafeMutableBytes { target in
      guard let start = target.baseAddress else { return }
      try RGBConverter(allowsPlanar: planar).convert(frame, to: start, bytesPerRow: row)
    }
    return (0..<height).flatMap { bytes[$0 * row..<$0 * row + width * 3] }
  }

  @Test(
    "Equals swscale's exact path to the last bit: sizes, matrices, ranges, extremes",
    arguments: [(14, 14), (14, 90), (18, 16), (34, 22), (66, 14), (640, 360), (1280, 24), (1920, 16)]
      as [(Int32, Int32)])
  func oracle(width: Int32, height: Int32) throws {
    let matrices = [AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_BT709, AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT2020_NCL, AVCOL_SPC_FCC]
    let kinds = [
      (AV_PIX_FMT_YUV420P, AVCOL_RANGE_UNSPECIFIED), (AV_PIX_FMT_YUV420P, AVCOL_RANGE_MPEG),
      (AV_PIX_FMT_YUV420P, AVCOL_RANGE_JPEG), (AV_PIX_FMT_YUVJ420P, AVCOL_RANGE_UNSPECIFIED),
    ]
    for matrix in matrices {
      for (format, range) in kinds {
        for extremes in [false, true] {
          let frame = try frame(
            width, height, format: format, range: range, matrix: matrix, extremes: extremes, seed: UInt64(width))
          let (ours, theirs) = (try rgb(frame, planar: true), try rgb(frame, planar: false))
          let different = zip(ours, theirs).count { $0 != $1 }
          #expect(different == 0, "\(width) x \(height), matrix \(matrix.rawValue), range \(range.rawValue)")
        }
      }
    }
  }

  @Test("Odd sizes and tiny ones are left to swscale")
  func otherSizes() throws {
    for (width, height) in [(15, 14), (14, 15), (12, 40), (40, 12), (2, 2), (3, 3), (1, 1)] as [(Int32, Int32)] {
      let frame = try frame(
        width, height, format: AV_PIX_FMT_YUV420P, range: AVCOL_RANGE_MPEG, matrix: AVCOL_SPC_BT709, extremes: false,
        seed: 3)
      #expect(try rgb(frame, planar: true) == rgb(frame, planar: false))
    }
  }
}
