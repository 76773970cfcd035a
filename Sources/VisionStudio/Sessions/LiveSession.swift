import Hummingbird
import VisionHTTP
import VisionMedia
import VisionTasks

/// A camera's task in video mode, with its serial queue.
/// `@unchecked Sendable` is safe because unlocked state is accessed on the queue only.
final class LiveSession: @unchecked Sendable {
  /// This camera's queue. Inference runs on `inferenceQueue`, which several cameras share.
  private let queue = DispatchQueue(label: "vision studio camera", qos: .userInteractive)
  private let inferenceQueue: DispatchQueue
  private let resources: SharedResources
  private let isBusy = Locked(false)
  private let hasEnded = Locked(false)
  private var task: (any AnyVisionTask)?
  /// Whether the model was uploaded. Its worker process may hang, so it must not block the shared queue.
  private var hasOwnModel = false
  private var orientation = ImageOrientation.up
  private var frameCount = 0
  private var lastTime = -1

  /// Takes the queue from `SharedResources.beginLive()`; the camera's slot is released there.
  init(inferenceQueue: DispatchQueue, resources: SharedResources) {
    (self.inferenceQueue, self.resources) = (inferenceQueue, resources)
  }

  func load(_ settings: StudioSettings, paths: ModelPaths) async throws {
    try await queue.run { [self] in
      // Released first: two loaded tasks would take twice the memory.
      task = nil
      hasOwnModel = paths.own != nil
      orientation = settings.orientation
      task = try perform { try StudioTask.make(settings, paths: paths, mode: .video) }
      (frameCount, lastTime) = (0, -1)
    }
  }

  /// Processes a frame, which is received when no other is being processed: each visitor has at most one in memory.
  func answer(receiving receive: () async throws -> LiveFrame) async throws -> Data {
    guard !isBusy.exchange(true) else {
      throw TasksError.failedPrecondition("Another frame is being processed; send the next one after its response.")
    }
    defer { _ = isBusy.exchange(false) }
    let frame = try await receive()
    return try await queue.run { [self] in try process(frame) }
  }

  func end() {
    guard !hasEnded.exchange(true) else { return }
    queue.async { [self] in
      task = nil
      resources.endLive()
    }
  }

  /// Runs work on the shared queue, or here if it only waits for a worker process. Called on this camera's queue.
  private func perform<Value>(_ work: () throws -> Value) rethrows -> Value {
    try hasOwnModel ? work() : inferenceQueue.sync(execute: work)
  }

  private func process(_ frame: LiveFrame) throws -> Data {
    guard let task else { throw TasksError.failedPrecondition("The camera has no task; start it again.") }
    let clock = ContinuousClock()
    let start = clock.now
    let image = try inferenceQueue.sync { try MPImage(imageBuffer: frame.image(), orientation: orientation) }
    let decoded = clock.now
    // Tasks require increasing timestamps, whatever the page's clock does.
    lastTime = max(frame.time, lastTime + 1)
    let output = try perform { try task.output(of: image, timestampInMilliseconds: lastTime) }
    let inferred = clock.now
    defer { frameCount += 1 }
    let response = LiveResponse(
      result: FrameRecord(file: nil, frame: frameCount, timestampMs: lastTime, output: output),
      masks: MaskPreview.all(of: output), decodingMs: (decoded - start) / .milliseconds(1),
      inferenceMs: (inferred - decoded) / .milliseconds(1))
    return try JSONEncoder.response().encode(response)
  }
}

struct LiveFrame: Sendable {
  let time: Int
  /// The size of RGBA pixels; nil for an image file.
  private let size: FrameSize?
  private let bytes: ByteBuffer
  private let pixelLimit: Int

  /// Reads a frame from a request: RGBA pixels when the query has `width` and `height`, otherwise an image file.
  init(_ request: Request, limits: StudioLimits) async throws {
    let query = request.uri.queryParameters
    pixelLimit = limits.framePixels
    time = min(max(query.get("time").flatMap { Int($0) } ?? 0, 0), FrameTime.max)
    guard let width = query.get("width"), let height = query.get("height") else {
      size = nil
      bytes = try await request.body(atMost: limits.framePixels, of: "The frame")
      return
    }
    guard let width = Int(width), let height = Int(height), (1...8192).contains(width), (1...8192).contains(height),
      width * height <= pixelLimit
    else {
      throw TasksError.invalidArgument(
        "The frame's size is \(width.prefix(20)) x \(height.prefix(20)); allowed are 1 to 8192 pixels, and at most \(pixelLimit) in all."
      )
    }
    size = FrameSize(width: width, height: height)
    bytes = try await request.body(atMost: width * height * 4, of: "The frame")
    guard bytes.readableBytes == width * height * 4 else {
      throw TasksError.invalidArgument(
        "The frame has \(bytes.readableBytes) bytes; \(width) x \(height) RGBA pixels need \(width * height * 4).")
    }
  }

  /// The memory that `image()` may take, in bytes.
  var decodingBytes: Int { (size.map { $0.width * $0.height } ?? pixelLimit) * 4 }

  func image() throws -> ImageBuffer {
    guard let size else { return try ImageFile.decode(Data(bytes.readableBytesView), pixelLimit: pixelLimit) }
    return try ImageBuffer(copying: bytes.readableBytesView, width: size.width, height: size.height, format: .rgba)
  }
}

private struct LiveResponse: Encodable {
  let result: FrameRecord
  let masks: [MaskPreview]
  let decodingMs, inferenceMs: Double
}

/// A mask downsampled to at most 160 cells a side, small enough to send with every frame. The page interpolates it.
struct MaskPreview: Encodable, Sendable {
  /// The maximum side, in cells; finer detail is not visible behind a skeleton.
  private static let maxSide = 160

  /// The key of the masks' part.
  let key: String
  let width, height: Int
  /// `width * height` bytes, row by row: probabilities, 255 for 1, or the codes of classes.
  let data: Data

  /// The masks of an output; those of classes only where no category mask shows the same.
  static func all(of output: any TaskOutput) -> [MaskPreview] {
    let parts = output.parts.compactMap { $0 as? MasksPart }
    let hasCodes = parts.contains { $0.format.content == .codes && $0.count > 0 }
    return parts.filter { !hasCodes || $0.format.content != .classes }.flatMap { part in
      part.masks.map { MaskPreview($0, key: part.format.key) }
    }
  }

  init(_ mask: Mask, key: String) {
    self.key = key
    let scale = max(1, (Double(max(mask.width, mask.height)) / Double(Self.maxSide)))
    let width = max(1, Int(Double(mask.width) / scale))
    let height = max(1, Int(Double(mask.height) / scale))
    func sampled<Value>(_ pixels: UnsafeBufferPointer<Value>, _ byte: (Value) -> UInt8) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: width * height) { cells, count in
        for row in 0..<height {
          let source = min(mask.height - 1, (2 * row + 1) * mask.height / (2 * height)) * mask.width
          for column in 0..<width {
            cells[row * width + column] =
              byte(pixels[source + min(mask.width - 1, (2 * column + 1) * mask.width / (2 * width))])
          }
        }
        count = width * height
      }
    }
    let cells =
      switch mask.dataType {
      case .uInt8: mask.withUnsafeBytes { sampled($0) { $0 } }
      case .float32: mask.withUnsafeFloats { sampled($0) { $0 > 0 ? UInt8(min($0 * 255, 255)) : 0 } }
      }
    (self.width, self.height, data) = (width, height, Data(cells))
  }
}
