import CMediaPipe
import VisionMedia

/// The pixels of an image that C holds by its address: rows without padding, which never change.
///
/// `@unchecked Sendable` is safe because nothing is written after `init`.
final class ImagePixels: @unchecked Sendable {
  let format: MpImageFormat
  let width, height: Int
  let bytes: UnsafeRawPointer
  /// What the bytes belong to.
  private let owner: Any

  init(_ format: MpImageFormat, width: Int, height: Int, bytes: UnsafeRawPointer, owner: Any) {
    (self.format, self.width, self.height, self.bytes, self.owner) = (format, width, height, bytes, owner)
  }

  /// Copies the caller's values, whose number has to be that of the image.
  convenience init(
    copying values: UnsafeRawBufferPointer, _ format: MpImageFormat, width: Int, height: Int, depth: Int
  ) throws {
    guard let layout = PixelLayout.of(format), layout.depth == depth else {
      throw TasksError.invalidArgument(
        "The image format \(format.rawValue) is not one of values with \(depth.counted("byte")); allowed are "
          + PixelLayout.formats(depth: depth).map { "\($0.rawValue)" }.joined(separator: ", ") + ".")
    }
    let limit = ImageBuffer.maximumDimension
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw TasksError.invalidArgument(
        "An image of \(width) x \(height) pixels is not allowed; width and height lie in 1...\(limit).")
    }
    let needed = width * height * layout.channels
    guard values.count == needed * depth else {
      throw TasksError.invalidArgument(
        "The image has \((values.count / depth).counted("value")); \(width) x \(height) pixels with "
          + "\(layout.channels.counted("channel")) need \(needed).")
    }
    let memory = try ImageMemory(byteCount: values.count)
    let bytes = memory.storage.baseAddress
    UnsafeMutableRawBufferPointer(start: bytes, count: values.count).copyMemory(from: values)
    self.init(format, width: width, height: height, bytes: bytes, owner: memory)
  }

  /// A mask of a result, without a copy.
  convenience init(_ mask: Mask) {
    let isFloat = mask.dataType == .float32
    let bytes = isFloat ? UnsafeRawPointer(mask.float32Data) : UnsafeRawPointer(mask.uint8Data)
    self.init(
      isFloat ? kMpImageFormatVec32F1 : kMpImageFormatGray8, width: mask.width, height: mask.height, bytes: bytes,
      owner: mask)
  }

  /// The pixels of an image without padding between its rows, such as a task was given by C.
  convenience init(_ image: ImageBuffer) {
    let format =
      switch image.format {
      case .gray: kMpImageFormatGray8
      case .rgb: kMpImageFormatSrgb
      case .rgba, .bgra: kMpImageFormatSrgba
      }
    self.init(format, width: image.width, height: image.height, bytes: image.baseAddress, owner: image)
  }

  /// The error of a file without an image is internal, as MediaPipe's: in Python RuntimeError. As there, only JPEG
  /// images are rotated upright.
  static func read(contentsOfFile path: String) throws -> ImagePixels {
    do {
      // The reader leaves no padding between rows.
      return ImagePixels(try ImageFile.read(contentsOfFile: path, rotating: [.jpeg]))
    } catch let error as TasksError where error.code == .invalidArgumentError {
      throw TasksError(.internalError, error.message)
    }
  }

  var layout: PixelLayout { PixelLayout.of(format) ?? PixelLayout(channels: 1, depth: 1) }
  var bytesPerRow: Int { width * layout.channels * layout.depth }

  /// The image as tasks take it, over the same bytes.
  func image() throws -> ImageBuffer {
    let pixels: PixelFormat
    switch format {
    case kMpImageFormatSrgb: pixels = .rgb
    case kMpImageFormatSrgba: pixels = .rgba
    case kMpImageFormatGray8: pixels = .gray
    default:
      throw TasksError.invalidArgument(
        "Tasks do not take images of the format \(format.rawValue); allowed are 1 (SRGB), 2 (SRGBA) and 3 (GRAY8).")
    }
    return try ImageBuffer(
      borrowing: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: pixels,
      release: { withExtendedLifetime(self) {} })
  }

  static func at(_ image: OpaquePointer?) throws -> ImagePixels { try required(object(at: image), "image") }
}

/// The memory of an image, which a later one of its size gets: with fresh memory, page faults take as long as the copy.
private final class ImageMemory {
  private static let keptImages = 2
  private static let keptBytes = 32 << 20
  private static let unused = Locked<[PixelStorage]>([])

  let storage: PixelStorage

  init(byteCount: Int) throws {
    let known = Self.unused.withLock { unused in
      unused.firstIndex { $0.byteCount == byteCount }.map { unused.remove(at: $0) }
    }
    storage = try known ?? PixelStorage(byteCount: byteCount)
  }

  deinit {
    guard storage.byteCount <= Self.keptBytes else { return }
    Self.unused.withLock { [storage] in $0 = ($0 + [storage]).suffix(Self.keptImages) }
  }
}

/// The values of a pixel.
struct PixelLayout {
  let channels: Int
  /// The bytes of a value.
  let depth: Int

  private static let layouts: [(format: MpImageFormat, layout: PixelLayout)] = [
    (kMpImageFormatSrgb, PixelLayout(channels: 3, depth: 1)),
    (kMpImageFormatSrgba, PixelLayout(channels: 4, depth: 1)),
    (kMpImageFormatGray8, PixelLayout(channels: 1, depth: 1)),
    (kMpImageFormatGray16, PixelLayout(channels: 1, depth: 2)),
    (kMpImageFormatSrgb48, PixelLayout(channels: 3, depth: 2)),
    (kMpImageFormatSrgba64, PixelLayout(channels: 4, depth: 2)),
    (kMpImageFormatVec32F1, PixelLayout(channels: 1, depth: 4)),
    (kMpImageFormatVec32F2, PixelLayout(channels: 2, depth: 4)),
    (kMpImageFormatVec32F4, PixelLayout(channels: 4, depth: 4)),
  ]

  static func of(_ format: MpImageFormat) -> PixelLayout? { layouts.first { $0.format == format }?.layout }
  static func formats(depth: Int) -> [MpImageFormat] { layouts.filter { $0.layout.depth == depth }.map(\.format) }
}

/// An image as a call of a task sees it.
struct ImageView {
  let image: MPImage
  let region: CGRect?

  init(_ pixels: ImagePixels, _ options: UnsafePointer<MpImageProcessingOptions>?) throws {
    let options = options?.pointee ?? MpImageProcessingOptions()
    guard let image = try MPImage(imageBuffer: pixels.image(), rotationDegrees: Int(options.rotation_degrees)) else {
      throw TasksError.invalidArgument(
        "rotation_degrees is \(options.rotation_degrees); allowed are multiples of 90.")
    }
    self.image = image
    let edges = options.region_of_interest
    let (left, top) = (Double(edges.left), Double(edges.top))
    region =
      options.has_region_of_interest
      ? CGRect(x: left, y: top, width: Double(edges.right) - left, height: Double(edges.bottom) - top) : nil
    // Tasks take this for no region, as on iOS.
    guard region != .zero else {
      throw TasksError.invalidArgument(
        "region_of_interest is empty: all of its edges are 0; left has to be less than right, and top than bottom.")
    }
  }
}
