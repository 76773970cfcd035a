import VisionInference

/// The data flow of one task: an image in, a result out.
/// It knows nothing of running modes, queues or delegates. `VisionTaskRunner` calls it from one thread at a time.
/// Whatever leads to a region of the next frame keeps MediaPipe's precision and order of operations. Tracking feeds
/// every rounding back: one other bit moves a sample between two pixels, and a clip drifts by percents of the image.
package protocol VisionPipeline<Output>: AnyObject, SendableMetatype {
  associatedtype Output: Sendable

  /// The classes of masks in their order; none by default.
  var labels: [String] { get }

  /// Returns the result for one image. After an error the pipeline is ready for the next image.
  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output

  /// Does the work of `process` without making the public result, whose allocations are counted separately.
  func compute(_ frame: Frame, timestampInMilliseconds: Int) throws

  func reset()
}

extension VisionPipeline {
  package var labels: [String] { [] }

  /// Calls `process`, with the calling thread counted as active in `ThreadBudget.processors`.
  package func run(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output {
    try ThreadBudget.processors.whileActive { try process(frame, timestampInMilliseconds: timestampInMilliseconds) }
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try process(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {}
}

/// The pipeline of a task, which opens the models of checked options.
package protocol TaskPipeline<Options, Output>: VisionPipeline {
  associatedtype Options

  /// The recorder receives the durations of the stages; nil outside benchmarks.
  init(options: Options, recorder: StageRecorder?) throws
}

/// The input of a pipeline: pixels, their orientation and the region of interest.
/// A task sees the region only: what is sampled beyond its edges counts as beyond the image's. Coordinates are those of
/// the whole image nevertheless, so that the state of a stream stays right when the region moves.
package struct Frame: Sendable {
  /// The pixels as stored. Coordinates of results refer to them.
  package let image: ImageBuffer
  /// The rotation that makes the pixels upright; never mirrored.
  package let orientation: ImageOrientation
  /// That rotation in degrees, as the caller gave it.
  private let rotationDegrees: Int
  /// The pixels that the task sees, which are those of the region of interest, and their place in the image.
  package private(set) var view: ImageBuffer
  package private(set) var columns, rows: Range<Int>
  /// Where a user pointed, in fractions of the stored image; none for the task's.
  package let points: [SIMD2<Double>]
  /// The region of interest in fractions of the stored image; nil for the whole image.
  private var fractions: CGRect?

  package init(image: ImageBuffer, orientation: ImageOrientation = .up) {
    self.init(image, orientation, degrees: orientation.clockwiseDegrees, points: [])
  }

  private init(_ image: ImageBuffer, _ orientation: ImageOrientation, degrees: Int, points: [SIMD2<Double>]) {
    (self.image, self.orientation, view, self.points) = (image, orientation, image, points)
    (columns, rows, rotationDegrees) = (0..<image.width, 0..<image.height, degrees)
  }

  /// The view of a region has its edges at the nearest pixels' and at least one pixel. Without a region, and with
  /// `CGRect.zero`, which stands for none on iOS, it is the whole image.
  package init(_ image: MPImage, region: CGRect? = nil) throws {
    guard !image.orientation.isMirrored else {
      throw TasksError.invalidArgument(
        "The orientation \(image.orientation) is mirrored, which the tasks do not support; allowed are up, right, down and "
          + "left. Mirror the pixels before.")
    }
    self.init(image.imageBuffer, image.orientation, degrees: image.rotationDegrees, points: image.points)
    guard let region, region != .zero else { return }
    try region.requireWithinImage(as: "The region of interest")
    func pixels(from low: Double, to high: Double, of side: Int) -> Range<Int> {
      let first = min(Int((low * Double(side)).rounded()), side - 1)
      return first..<max(Int((high * Double(side)).rounded()), first + 1)
    }
    columns = pixels(from: region.minX, to: region.maxX, of: view.width)
    rows = pixels(from: region.minY, to: region.maxY, of: view.height)
    (view, fractions) = (view.part(columns: columns, rows: rows), region)
  }

  /// The position of the view in the image, in pixels.
  var origin: SIMD2<Float> { SIMD2(Float(columns.lowerBound), Float(rows.lowerBound)) }

  /// The view in pixels of the image, rotated upright.
  var region: RotatedRegion {
    var region = RotatedRegion(coveringImageOf: view.size, rotationDegrees: rotationDegrees).pixels(in: view.size)
    region.xCenter += origin.x
    region.yCenter += origin.y
    return region
  }

  /// Landmarks in fractions of the view, z on the scale of x.
  func inView(_ landmarks: [SIMD3<Float>]) -> [SIMD3<Float>] {
    guard fractions != nil else { return landmarks }
    let (width, height) = (view.size.width, view.size.height)
    let scale = SIMD3(image.size.width / width, image.size.height / height, image.size.width / width)
    return landmarks.map { $0 * scale - SIMD3(origin.x / width, origin.y / height, 0) }
  }

  /// A box in whole pixels, clamped to the view as MediaPipe clamps to the image.
  func pixelBox(truncating box: NormalizedBox) -> PixelBox {
    PixelBox(truncating: box, in: image.size, columns: columns, rows: rows)
  }

  /// The region of interest to the last fraction of a pixel and rotated upright, as MediaPipe's classifier samples it.
  var exactRect: RotatedRegion {
    var rect = RotatedRegion(coveringImageOf: image.size, rotationDegrees: rotationDegrees)
    guard let fractions else { return rect }
    // Single precision and by edges, as in MediaPipe. The region is cropped from the stored image, then rotated.
    let (left, top) = (Float(fractions.minX), Float(fractions.minY))
    let (right, bottom) = (Float(fractions.maxX), Float(fractions.maxY))
    (rect.xCenter, rect.yCenter) = ((left + right) / 2, (top + bottom) / 2)
    let (width, height) = (right - left, bottom - top)
    let isQuarterTurn = orientation.clockwiseDegrees % 180 != 0
    rect.width = isQuarterTurn ? height * image.size.height / image.size.width : width
    rect.height = isQuarterTurn ? width * image.size.width / image.size.height : height
    return rect
  }
}

extension CGRect {
  /// Whether it lies in an image, in fractions of its size, and is not empty, in single precision either, by which some
  /// tasks sample. Written so that NaN is refused, too.
  var isWithinImage: Bool {
    origin.x >= 0 && origin.y >= 0 && maxX <= 1 && maxY <= 1 && Float(maxX) > Float(minX) && Float(maxY) > Float(minY)
      && size.width > 0 && size.height > 0
  }

  /// Checks a region of interest. `name` begins the message.
  func requireWithinImage(as name: String) throws {
    if isWithinImage { return }
    throw TasksError.invalidArgument(
      "\(name) is \(plainText); it has to lie in the image, x 0, y 0, width 1, height 1, and not to be empty.")
  }
}

/// Any vision task: images in, outputs in parts out.
package protocol AnyVisionTask {
  func output(of image: MPImage) throws -> any TaskOutput
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  var droppedFrameCount: Int { get }
  func reset()
}

/// A task made of a pipeline and its runner, without a class of MediaPipe's API.
package final class PipelineTask<Output: TaskOutput>: AnyVisionTask, Sendable {
  private let runner: VisionTaskRunner<Output>

  /// `region` is the region of interest of every image, nil for the whole; `answer` receives live-stream results.
  package init(
    _ pipeline: any VisionPipeline<Output>, mode: RunningMode, name: String, region: CGRect? = nil, answer: LiveAnswer?
  ) {
    runner = VisionTaskRunner(pipeline: pipeline, mode: mode, taskName: name, region: region) { result, timestamp in
      answer?(result.map { $0 as any TaskOutput }, timestamp)
    }
  }

  package func output(of image: MPImage) throws -> any TaskOutput { try runner.processImage(image) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try runner.processVideoFrame(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(frame, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  package var droppedFrameCount: Int { runner.droppedFrameCount }
  package func reset() { runner.reset() }
}
