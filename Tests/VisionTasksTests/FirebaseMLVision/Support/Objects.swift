import FirebaseMLVision
import Foundation
import TestSupport
import Testing
import VisionMedia

/// Detectors and pictures of the tests.
enum Objects {
  /// Options with models of the shared folder.
  static func options(
    _ mode: VisionObjectDetectorMode, several: Bool = false, classifies: Bool = false
  ) throws -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = mode
    options.shouldEnableMultipleObjects = several
    options.shouldEnableClassification = classifies
    options.detectorModelPath = try SharedFolder.model("efficientdet_lite0_int8.tflite")
    options.classifierModelPath = try SharedFolder.model("efficientnet_lite0.tflite")
    return options
  }

  static func detector(
    _ mode: VisionObjectDetectorMode, several: Bool = false, classifies: Bool = false
  ) throws -> VisionObjectDetector {
    Vision.vision().objectDetector(options: try options(mode, several: several, classifies: classifies))
  }

  static func pixels(_ name: String) throws -> ImageBuffer {
    try ImageFile.read(contentsOfFile: SharedFolder.media(name))
  }

  /// A video's frames with their times.
  static func frames(_ name: String) throws -> [VisionImage] {
    let video = try VideoReader(contentsOfFile: SharedFolder.media(name))
    var frames: [VisionImage] = []
    while let frame = try video.next() {
      let image = VisionImage(imageBuffer: frame.image)
      image.timestampInMilliseconds = frame.timestampInMilliseconds
      frames.append(image)
    }
    return frames
  }

  static func gray(width: Int = 320, height: Int = 240) throws -> ImageBuffer {
    try ImageBuffer(
      copying: [UInt8](repeating: 118, count: width * height), width: width, height: height, format: .gray)
  }

  /// The pixels as they have to be stored to be upright with an orientation, by the meaning of EXIF's numbers: pixel by pixel,
  /// where the upright picture's row and column lie.
  static func stored(_ image: ImageBuffer, _ orientation: VisionDetectorImageOrientation) throws -> ImageBuffer {
    let (width, height) = (image.width, image.height)
    let swaps = orientation.rawValue >= 5
    let (columns, rows) = swaps ? (height, width) : (width, height)
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    image.withUnsafeBytes { source in
      for row in 0..<rows {
        for column in 0..<columns {
          let (x, y) =
            switch orientation {
            case .topLeft: (column, row)
            case .topRight: (width - 1 - column, row)
            case .bottomRight: (width - 1 - column, height - 1 - row)
            case .bottomLeft: (column, height - 1 - row)
            case .leftTop: (row, column)
            case .rightTop: (width - 1 - row, column)
            case .rightBottom: (width - 1 - row, height - 1 - column)
            case .leftBottom: (row, height - 1 - column)
            }
          let from = y * image.bytesPerRow + x * image.format.bytesPerPixel
          for channel in 0..<3 { bytes[(row * columns + column) * 3 + channel] = source[from + channel] }
        }
      }
    }
    return try ImageBuffer(copying: bytes, width: columns, height: rows, format: .rgb)
  }

  static func sample(_ image: ImageBuffer, atMilliseconds time: Int64) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    try #require(
      CVPixelBufferCreate(kCFAllocatorDefault, image.width, image.height, kCVPixelFormatType_32BGRA, nil, &made)
        == kCVReturnSuccess)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    image.withUnsafeBytes { source in
      for y in 0..<image.height {
        for x in 0..<image.width {
          let from = y * image.bytesPerRow + x * image.format.bytesPerPixel
          for (offset, value) in [source[from + 2], source[from + 1], source[from], 255].enumerated() {
            base.storeBytes(of: value, toByteOffset: y * rowBytes + 4 * x + offset, as: UInt8.self)
          }
        }
      }
    }
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: CMTime(value: time, timescale: 1000), decodeTimeStamp: .invalid))
  }
}
