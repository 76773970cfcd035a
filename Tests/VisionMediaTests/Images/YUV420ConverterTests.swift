import CFFmpeg
import CVisionFeatures
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

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
        let bits = random.next()
        let value = extremes ? [0, 255, 16, 240, 128][Int(bits % 5)] : UInt8(truncatingIfNeeded: bits)
        plane.address[position] = value
      }
    }
    return frame
  }

  private func rgb(_ frame: FFmpegFrame, planar: Bool) throws -> Data {
    let (width, height) = (frame.width, frame.height)
    let row = width * 3 + 64
    var bytes = Data(count: row * height + 64)
    try bytes.withUnsafeMutableBytes { target in
      guard let start = target.baseAddress else { return }
      try RGBConverter(allowsPlanar: planar).convert(frame, to: start, bytesPerRow: row)
    }
    var pixels = Data()
    for y in 0..<height { pixels += bytes[y * row..<y * row + width * 3] }
    return pixels
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
          let isEqual = try rgb(frame, planar: true) == rgb(frame, planar: false)
          #expect(isEqual, "\(width) x \(height), matrix \(matrix.rawValue), range \(range.rawValue)")
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

  /// Planes with noise between their rows. Each ends with its last value, so that the address sanitizer reports what
  /// reads beyond.
  private struct Sample {
    /// The bytes that nothing was written to.
    static let blank: UInt8 = 0xA5
    let width, height, chromaStep, padding: Int
    let isFullRange: Bool
    private let planes: [[UInt8]]

    init(width: Int, height: Int, chromaStep: Int, noise: [UInt8], using random: inout SeededGenerator) {
      let padding = Int.random(in: 0...9, using: &random)
      let chroma = ((width + 1) / 2 * chromaStep, (height + 1) / 2)
      var planes: [[UInt8]] = []
      for (columns, rows) in [(width, height), chroma, chroma] {
        let start = Int.random(in: 0...1000, using: &random)
        planes.append(Array(noise[start..<start + (columns + padding) * (rows - 1) + columns]))
      }
      (self.width, self.height, self.chromaStep, self.padding) = (width, height, chromaStep, padding)
      isFullRange = .random(using: &random)
      self.planes = planes
    }

    func rgb(features: UInt32) -> [UInt8] {
      let converter = YUV420Converter(
        width: width, height: height, coefficients: .bt709, isFullRange: isFullRange, features: features)
      let (lumaRow, chromaRow) = (width + padding, (width + 1) / 2 * chromaStep + padding)
      var bytes = [UInt8](repeating: Self.blank, count: (3 * width + padding) * (height - 1) + 3 * width)
      planes[0].withUnsafeBufferPointer { luma in
        planes[1].withUnsafeBufferPointer { u in
          planes[2].withUnsafeBufferPointer { v in
            bytes.withUnsafeMutableBufferPointer { target in
              guard let luma = luma.baseAddress, let u = u.baseAddress, let v = v.baseAddress,
                let target = target.baseAddress
              else { return }
              let planes =
                chromaStep == 2
                ? YUV420Converter.Planes(luma: luma, chroma: u, lumaBytesPerRow: lumaRow, chromaBytesPerRow: chromaRow)
                : YUV420Converter.Planes(
                  luma: luma, u: u, v: v, lumaBytesPerRow: lumaRow, uBytesPerRow: chromaRow, vBytesPerRow: chromaRow)
              converter.convert(planes, to: target, bytesPerRow: 3 * width + padding)
            }
          }
        }
      }
      return bytes
    }
  }

  @Test(
    "Vector instructions give the bytes of plain C, and write nothing beyond a row", arguments: [1, 2], [false, true])
  func instructions(chromaStep: Int, extremes: Bool) {
    var random = SeededGenerator(seed: 5)
    let values: [UInt8] = extremes ? [0, 255, 16, 240] : Array(0...255)
    // As many as the largest plane has, and where planes start.
    let noise = (0..<80 * 80 + 1000).map { _ in values[Int.random(in: values.indices, using: &random)] }
    for width in 1...70 {
      // Rows share chroma in pairs; the last of an odd number has its own.
      for height in [1, 2, 3, 4, 7, 70] {
        let sample = Sample(width: width, height: height, chromaStep: chromaStep, noise: noise, using: &random)
        let plain = sample.rgb(features: 0)
        let row = 3 * width + sample.padding
        let isKept = (1..<height).allSatisfy { y in
          plain[y * row - sample.padding..<y * row].allSatisfy { $0 == Sample.blank }
        }
        #expect(isKept, "\(width) x \(height)")
        for features in [UInt32(VISION_CPU_AVX2), .max] {
          #expect(sample.rgb(features: features) == plain, "\(width) x \(height), features \(features)")
        }
      }
    }
  }
}
