import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Written videos show what was appended.
@Suite("Pixels of written videos", .needs(.ffmpeg), .needs(.ffprobe))
struct VideoWriterPixelTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes three pictures and reads them again.
  func roundTrip(_ image: ImageBuffer, encoding: VideoEncoding = VideoEncoding()) throws -> [ImageBuffer] {
    let writer = try VideoWriter(
      path: folder.path("a.mp4"), width: image.width, height: image.height, frameRate: VideoFrameRate(numerator: 25),
      encoding: encoding)
    for index in 0..<3 { try writer.append(image, at: VideoTime(value: index, timescale: 25)) }
    try writer.finish()
    var frames: [ImageBuffer] = []
    try VideoReader(contentsOfFile: folder.path("a.mp4")).forEach { frames.append($0.image) }
    return frames
  }

  @Test("every pixel format comes back near to what it was, in either matrix", arguments: PixelFormat.allCases)
  func formats(format: PixelFormat) throws {
    // From a width of 1280 on with the other matrix.
    for (width, height) in [(320, 180), (1280, 96)] {
      let image = try VideoCopy.gradient(width: width, height: height, format: format)
      let wanted = try image.rgbBytes()
      let ratios = try roundTrip(image).map { VideoCopy.ratio(try $0.rgbBytes(), wanted) }
      print("PSNR of \(format) at \(width) x \(height): \(ratios.min() ?? 0) dB")
      #expect(ratios.count == 3)
      #expect(ratios.allSatisfy { $0 > 38 })
    }
  }

  @Test("flat colours come back to the step that eight bits allow")
  func flatColors() throws {
    var largest = 0
    for color in [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [200, 120, 40]] as [[UInt8]] {
      let bytes = Array(repeating: color, count: 64 * 48).flatMap { $0 }
      let image = try ImageBuffer(copying: bytes, width: 64, height: 48, format: .rgb)
      for frame in try roundTrip(image, encoding: VideoEncoding(quality: 4)) {
        for (a, b) in zip(try frame.rgbBytes(), bytes) { largest = max(largest, abs(Int(a) - Int(b))) }
      }
    }
    print("largest difference of flat colours: \(largest)")
    #expect(largest <= 4)
  }

  @Test(
    "files say what browsers need to know",
    arguments: [(640, 360, "smpte170m"), (1280, 720, "bt709"), (720, 1280, "bt709")])
  func tags(width: Int, height: Int, matrix: String) throws {
    _ = try roundTrip(.ramp(width: width, height: height))
    let stream = try #require(FFprobeCommand.report(folder.path("a.mp4")).stream("video"))
    #expect(stream.codecName == "h264" && stream.pixFmt == "yuv420p" && stream.colorRange == "tv")
    #expect(stream.colorSpace == matrix && stream.colorPrimaries == "bt709" && stream.colorTransfer == "bt709")
    #expect(stream.width == width && stream.height == height)
    // The index stands before the pictures.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.mp4")))
    let index = try #require(bytes.range(of: Data("moov".utf8)))
    let pictures = try #require(bytes.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < pictures.lowerBound)
  }

  @Test("odd sizes become even by repeating the edge", arguments: [(1, 1), (33, 17), (64, 31), (31, 64), (101, 75)])
  func oddSizes(width: Int, height: Int) throws {
    for format in PixelFormat.allCases {
      let image = try VideoCopy.gradient(width: width, height: height, format: format)
      let wanted = try image.rgbBytes()
      for frame in try roundTrip(image, encoding: VideoEncoding(quality: 4)) {
        #expect(frame.width == width + width % 2 && frame.height == height + height % 2)
        let inside = try Self.cut(frame, from: 0, to: width, rows: height)
        #expect(VideoCopy.ratio(inside, wanted) > 30)
        if frame.width > width {
          let last = try Self.cut(frame, from: width, to: width + 1, rows: height)
          let edge = try Self.cut(image, from: width - 1, to: width, rows: height)
          #expect(VideoCopy.ratio(last, edge) > 30)
        }
      }
    }
  }

  /// The bytes of some columns of a picture's first rows, as RGB.
  static func cut(_ image: ImageBuffer, from left: Int, to right: Int, rows: Int) throws -> [UInt8] {
    let bytes = try image.rgbBytes()
    let rowBytes = image.width * 3
    var cut: [UInt8] = []
    for y in 0..<rows {
      let row = y * rowBytes
      cut += bytes[(row + left * 3)..<(row + right * 3)]
    }
    return cut
  }

  @Test("a video that lies on its side is written upright, with the shape of its pixels")
  func portrait() throws {
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-vf", "setsar=4/3", "-c:v", "libx264", "-frames:v", "9",
      folder.path("turned.mp4"))
    try FFmpegCommand.turn(folder.path("turned.mp4"), by: 90)
    try VideoCopy.make(of: folder.path("turned.mp4"), to: folder.path("copy.mp4"))
    let stream = try #require(FFprobeCommand.report(folder.path("copy.mp4")).stream("video"))
    #expect(stream.width == 64 && stream.height == 96 && stream.sampleAspectRatio == "3:4")
    let before = try FFmpegCommand.rgbFrames(of: folder.path("turned.mp4"))
    let after = try FFmpegCommand.rgbFrames(of: folder.path("copy.mp4"))
    let ratio = VideoCopy.ratio(Array(after), Array(before))
    print("PSNR of a turned video: \(ratio) dB")
    #expect(ratio > 28)
  }
}
