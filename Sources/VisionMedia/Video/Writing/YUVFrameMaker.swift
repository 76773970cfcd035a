internal import CFFmpeg
internal import CVisionPixels

/// Converts images of one size to limited-range 4:2:0 frames for the encoder, in reused memory. Odd sizes are padded by
/// repeating the last column and row. The chroma of 2 x 2 pixels is that of their mean.
final class YUVFrameMaker {
  let frame: FFmpegFrame
  private let width, height: Int
  private var weights: VisionYUVWeights
  /// Two rows of BGRA, for images of other formats or odd width.
  private let rows: UnsafeMutableRawPointer
  private let bytesPerRow: Int

  init(width: Int, height: Int, matrix: YUVMatrix) throws {
    frame = try FFmpegFrame(width: Self.even(width), height: Self.even(height), format: AV_PIX_FMT_YUV420P)
    frame.pointer.pointee.color_range = AVCOL_RANGE_MPEG
    frame.pointer.pointee.colorspace = matrix.colorSpace
    (self.width, self.height) = (width, height)
    weights = VisionYUVWeights(matrix)
    bytesPerRow = 4 * Self.even(width)
    rows = .allocate(byteCount: 2 * bytesPerRow, alignment: 64)
    rows.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * bytesPerRow)
  }

  deinit { rows.deallocate() }
  static func even(_ length: Int) -> Int { length + length % 2 }

  func convert(_ image: ImageBuffer) throws {
    guard av_frame_make_writable(frame.pointer) == 0, let (luma, lumaRow) = frame.plane(0),
      let (u, uRow) = frame.plane(1), let (v, vRow) = frame.plane(2)
    else { throw TasksError.outOfMemory("a frame to encode") }
    image.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      for y in stride(from: 0, to: height, by: 2) {
        let top = row(source + y * image.bytesPerRow, of: image, spare: 0)
        let bottom = y + 1 < height ? row(source + (y + 1) * image.bytesPerRow, of: image, spare: 1) : top
        vision_yuv_rows(
          top, bottom, Int32(clamping: Self.even(width)), &weights, luma + y * lumaRow, luma + (y + 1) * lumaRow,
          u + y / 2 * uRow, v + y / 2 * vRow)
      }
    }
  }

  /// A row of BGRA of even width; the image's own row if it is one already.
  private func row(_ source: UnsafeRawPointer, of image: ImageBuffer, spare: Int) -> UnsafePointer<UInt8> {
    if image.format == .bgra, width % 2 == 0 { return source.assumingMemoryBound(to: UInt8.self) }
    let copy = rows + spare * bytesPerRow
    image.copyOpaqueBGRA(row: source, to: copy)
    if width % 2 == 1 { (copy + 4 * width).copyMemory(from: copy + 4 * (width - 1), byteCount: 4) }
    return UnsafePointer(copy.assumingMemoryBound(to: UInt8.self))
  }
}

extension VisionYUVWeights {
  /// For limited range (ITU-R BT.601 and BT.709): luma has 219 steps above 16, either chroma 224 around 128.
  fileprivate init(_ matrix: YUVMatrix) {
    let (red, blue) = (matrix.red, matrix.blue)
    func fixed(_ weight: Double) -> Int32 { Int32((weight * 65536).rounded()) }
    let luma = (fixed(219.0 / 255 * blue), fixed(219.0 / 255 * red))
    // Blue or red minus luma, scaled to half of the range; green takes the rest, so that gray has zero chroma.
    let u = (fixed(112.0 / 255), fixed(-112.0 / 255 * red / (1 - blue)))
    let v = (fixed(-112.0 / 255 * blue / (1 - red)), fixed(112.0 / 255))
    self.init(
      luma: (luma.0, fixed(219.0 / 255) - luma.0 - luma.1, luma.1), u: (u.0, -u.0 - u.1, u.1),
      v: (v.0, -v.0 - v.1, v.1))
  }
}

/// The conversion matrix between RGB and YUV.
struct YUVMatrix: Equatable, Sendable {
  /// ITU-R BT.601, for standard definition.
  static let bt601 = YUVMatrix(red: 0.299, blue: 0.114, colorSpace: AVCOL_SPC_SMPTE170M)
  /// ITU-R BT.709, for high definition.
  static let bt709 = YUVMatrix(red: 0.2126, blue: 0.0722, colorSpace: AVCOL_SPC_BT709)
  /// The weights in luma; green has the rest.
  let red, blue: Double
  let colorSpace: AVColorSpace

  /// The matrix that players assume for a frame size without tags.
  static func assumed(width: Int, height: Int) -> YUVMatrix {
    max(width, height) >= 1280 || min(width, height) >= 720 ? .bt709 : .bt601
  }
}
