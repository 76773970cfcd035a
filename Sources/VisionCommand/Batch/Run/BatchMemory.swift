import VisionMedia

/// The memory that the images of a batch take together. An input waits until its own fits.
final class BatchMemory: Sendable {
  /// The default: half of what the process may use. The rest is for models and for the system's cache of files.
  static var defaultLimit: Int { ProcessResources.current.memory / 2 }

  private let pixelLimit: Int
  private let memory: FairSemaphore

  init(limit: Int = BatchMemory.defaultLimit, pixelLimit: Int = ImageFile.maximumPixelCount) {
    memory = FairSemaphore(total: limit)
    self.pixelLimit = pixelLimit
  }

  var reserved: Int { memory.total - memory.available }

  /// Opens an input and works on it, within the memory. `open` gets the limit of pixels; an image is decoded then.
  func with<Value>(
    _ entry: ManifestEntry, open: (_ pixelLimit: Int) throws -> InputFrames, _ body: (InputFrames) throws -> Value
  ) throws -> Value {
    var held = try cost(of: entry)
    try take(held)
    defer { memory.release(held) }
    let input = try open(pixelLimit)
    if let video = input.video {
      memory.release(held)
      held = 0
      let cost = ImageCost(pixels: try checked(video.width, video.height), byteCount: 0).bytes
      try take(cost)
      held = cost
    }
    return try body(input)
  }

  private func cost(of entry: ManifestEntry) throws -> Int {
    guard let (status, start) = entry.start(ImageHeader.headLength),
      start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) != nil
    else { return 0 }
    let size = entry.member?.size ?? Int(status.st_size)
    guard let pixels = ImageHeader.pixelCount(in: start) else {
      // Such an image is alone.
      return min(ImageCost(pixels: pixelLimit, byteCount: size).bytes, memory.total)
    }
    return ImageCost(pixels: try checked(pixels, 1), byteCount: size).bytes
  }

  private func checked(_ width: Int, _ height: Int) throws -> Int {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= pixelLimit else {
      throw TasksError.outOfRange(
        "It has \(overflows ? "too many" : "\(count)") pixels; the maximum is \(pixelLimit) (--max-pixels). Scale it down."
      )
    }
    return max(count, 0)
  }

  private func take(_ bytes: Int) throws {
    guard (0...memory.total).contains(bytes) else {
      throw TasksError.exhausted(
        "It may need \(bytes.megabytes) of memory, and all inputs together have \(memory.total.megabytes). Give them "
          + "more by --max-memory, or refuse such images by --max-pixels.")
    }
    memory.acquireBlocking(bytes)
  }
}
