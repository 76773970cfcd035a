import VisionInference
import VisionModels

/// A model whose image input has a fourth channel, in which the user's points are marked.
///
/// ```
/// upright image, points as discs of 255 in the fourth channel → resized to the input → model
/// ```
///
/// Source: MediaPipe's `interactive_segmenter_legacy_graph`, and the branch for four channels of its
/// `image_segmenter_graph`, which ignores rotations; here the model sees the upright image.
final class PointedModel: SegmenterInput {
  let model: TensorModel
  private let width, height: Int
  private let fill: ([UInt8]) -> Void
  private let points: [SIMD2<Double>]
  private let recorder: StageRecorder?
  private let sampleStage, inferStage: String

  /// `points` are those of frames without points of their own.
  init(model: TensorModel, points: [SIMD2<Double>], stage: String, recorder: StageRecorder?) throws {
    guard let tensor = model.inputs.first, model.inputs.count == 1, tensor.shape.count == 4, tensor.shape[0] == 1,
      tensor.shape[3] == 4
    else {
      throw TasksError.invalidArgument(
        "Model \(model.name) is not an interactive segmenter: it has inputs of the shapes "
          + "\(model.inputs.map { "\($0.shape)" }.joined(separator: ", ")) instead of one of [1, height, width, 4]: "
          + "red, green, blue and the user's points.")
    }
    (height, width) = (tensor.shape[1], tensor.shape[2])
    switch tensor.elementType {
    case .uint8:
      let bytes = try tensor.bytes()
      fill = { pixels in _ = bytes.update(fromContentsOf: pixels.prefix(bytes.count)) }
    case .float32:
      let floats = try tensor.floats()
      let normalization = try ImageInput.normalization(model.metadata?.inputs.first, model: model.name)
      fill = { pixels in for (index, byte) in pixels.enumerated() { floats[index] = normalization(byte) } }
    default:
      throw TasksError.invalidArgument(
        "Model \(model.name) holds \(tensor.elementType) elements at input 0; float32 or uint8 is needed.")
    }
    (self.model, self.points, self.recorder) = (model, points, recorder)
    (sampleStage, inferStage) = (stage + ": sample", stage + ": infer")
    try recorder?.note(model.report().macs, of: inferStage)
  }

  func run(on frame: Frame) throws {
    let points = try seen(frame.points.isEmpty ? self.points : frame.points, in: frame)
    try recorder.measure(sampleStage) {
      let image = try frame.view.upright(from: frame.orientation)
      let plane = PointPlane(points: points, width: image.width, height: image.height)
      let resizer = PixelResizer(width: image.width, height: image.height, targetWidth: width, targetHeight: height)
      fill(
        resizer.resized { row, pixels in
          image.copyRGB(row: row, toRGBA: pixels)
          plane.write(row: row, toAlphaOf: pixels)
        })
    }
    try recorder.measure(inferStage) { try model.run() }
  }

  /// The points in fractions of the upright view; those outside of a region of interest are left out.
  private func seen(_ points: [SIMD2<Double>], in frame: Frame) throws -> [SIMD2<Double>] {
    guard !points.isEmpty else {
      throw TasksError.invalidArgument(
        "There is no point that says what to segment; pass a regionOfInterest, or set point or scribble.")
    }
    try points.requireWithinImage(as: "The region of interest")
    let (width, height) = (Double(frame.image.width), Double(frame.image.height))
    let seen = points.map { point in
      SIMD2(
        (point.x * width - Double(frame.columns.lowerBound)) / Double(frame.columns.count),
        (point.y * height - Double(frame.rows.lowerBound)) / Double(frame.rows.count))
    }.filter { (0...1).contains($0.x) && (0...1).contains($0.y) }
    guard !seen.isEmpty else {
      throw TasksError.invalidArgument("The points lie outside of the task's region of the image.")
    }
    return seen.map { point in
      switch frame.orientation.clockwiseDegrees {
      case 90: SIMD2(1 - point.y, point.x)
      case 180: SIMD2(1 - point.x, 1 - point.y)
      case 270: SIMD2(point.y, 1 - point.x)
      default: point
      }
    }
  }
}

extension [SIMD2<Double>] {
  static var maximumCount: Int { 4096 }

  /// Checks points in fractions of an image. `name` begins the message.
  func requireWithinImage(as name: String) throws(TasksError) {
    guard count <= Self.maximumCount else {
      throw .invalidArgument("\(name) has \(count) points; at most \(Self.maximumCount) are allowed.")
    }
    for point in self where !((0...1).contains(point.x) && (0...1).contains(point.y)) {
      throw .invalidArgument(
        "\(name) has the point \(point.x), \(point.y); both numbers have to be from 0 to 1, fractions of the image.")
    }
  }
}

extension ImageBuffer {
  /// Writes a row's colours to the first three bytes of RGBA pixels.
  fileprivate func copyRGB(row: Int, toRGBA pixels: UnsafeMutableBufferPointer<UInt8>) {
    let (red, green, blue): (Int, Int, Int) =
      switch format {
      case .rgb, .rgba: (0, 1, 2)
      case .bgra: (2, 1, 0)
      case .gray: (0, 0, 0)
      }
    let step = format.bytesPerPixel
    withUnsafeBytes { bytes in
      let start = row * bytesPerRow
      for x in 0..<width {
        let pixel = start + x * step
        pixels[4 * x] = bytes[pixel + red]
        pixels[4 * x + 1] = bytes[pixel + green]
        pixels[4 * x + 2] = bytes[pixel + blue]
      }
    }
  }
}
