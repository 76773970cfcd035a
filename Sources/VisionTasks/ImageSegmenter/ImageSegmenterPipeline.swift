/// Segments independent images.
///
/// ```
/// image → stretched to the input → model ─┬─ best class of each pixel → category mask
///                                         └─ probabilities → confidence masks
/// ```
///
/// Source: MediaPipe's `image_segmenter_graph`, except that masks of rotated images lie on the stored image. Owns its
/// model and memory; not Sendable, one frame at a time.
package final class ImageSegmenterPipeline: TaskPipeline {
  private let model: SegmenterModel
  private let outputsConfidence: Bool
  private let outputsCategory: Bool
  private let maskSize: MaskSize
  private let recorder: StageRecorder?

  private let planes: UnsafeMutableBufferPointer<Float>
  /// The map of images that are stored in this orientation.
  private var rotated: (orientation: ImageOrientation, map: ClassMap)?
  private var confidencePool: MaskPool?
  private var categoryPool: MaskPool?
  private var lastResizer: (size: [Int], resizer: MaskResizer)?
  private var lastPositions: (size: [Int], positions: CategoryPositions)?

  package convenience init(options: ImageSegmenterOptions, recorder: StageRecorder? = nil) throws {
    try self.init(options: options, recorder: recorder, makeInput: nil)
  }

  init(
    options: SegmenterOptions, recorder: StageRecorder?, makeInput: ((TensorModel) throws -> any SegmenterInput)?
  ) throws {
    guard options.shouldOutputConfidenceMasks || options.shouldOutputCategoryMask else {
      throw TasksError.invalidArgument(
        "shouldOutputConfidenceMasks and shouldOutputCategoryMask are false; at least one has to be true.")
    }
    model = try SegmenterModel(options: options, recorder: recorder, makeInput: makeInput)
    outputsConfidence = options.shouldOutputConfidenceMasks
    outputsCategory = options.shouldOutputCategoryMask
    maskSize = options.maskSize
    self.recorder = recorder
    let map = model.map
    planes = .allocate(capacity: outputsConfidence ? map.width * map.height * map.classes : 0)
    planes.initialize(repeating: 0)
  }

  deinit { planes.deallocate() }

  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> ImageSegmenterResult {
    try compute(frame, timestampInMilliseconds: time)
    let map = map(for: frame)
    let segments = recorder.measure("segments: classes") {
      map.prepareCodes()
      share(map.width * map.height, each: Self.pixelsOfPart / 4) { map.findCodes(pixels: $0) }
      return categories(of: map.shares)
    }
    let category = try recorder.measure("segments: category mask") {
      outputsCategory ? try categoryMask(of: map, for: frame) : nil
    }
    let confidence = try recorder.measure("segments: confidence masks") {
      outputsConfidence ? try confidenceMasks(of: map, for: frame) : nil
    }
    return ImageSegmenterResult(
      confidenceMasks: confidence, categoryMasks: category,
      qualityScores: model.qualityScores.map { NSNumber(value: $0) }, timestampInMilliseconds: time, segments: segments)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws { try model.run(on: frame) }

  package var labels: [String] { model.labels?.names ?? [] }

  /// The model's output in the orientation of the stored image.
  private func map(for frame: Frame) -> ClassMap {
    let orientation = frame.orientation.inverse
    if orientation == .up { return model.map }
    let map =
      rotated.flatMap { $0.orientation == orientation ? $0.map : nil }
      ?? ClassMap(rotating: model.map, by: orientation)
    rotated = (orientation, map)
    map.rotate(model.map, by: orientation)
    return map
  }

  private func categories(of shares: [Float]) -> [ResultCategory] {
    let names = labels
    let present = shares.enumerated().filter { $0.element > 0 }.sorted { $0.element > $1.element }
    return present.map { index, share in
      ResultCategory(
        index: index, score: share, categoryName: names.indices.contains(index) ? names[index] : nil,
        displayName: model.labels?.displayName(of: index))
    }
  }

  /// Where masks lie: the size of the whole, and the columns and rows that the model saw.
  private func place(of map: ClassMap, in frame: Frame) -> (
    width: Int, height: Int, columns: Range<Int>, rows: Range<Int>
  ) {
    switch maskSize {
    case .image: return (frame.image.width, frame.image.height, frame.columns, frame.rows)
    case .model:
      // The whole image, in which the region that the model saw has the model's size.
      let (width, columns) = Self.place(of: map.width, in: frame.image.width, seen: frame.columns)
      let (height, rows) = Self.place(of: map.height, in: frame.image.height, seen: frame.rows)
      return (width, height, columns, rows)
    }
  }

  /// The length of a side of the mask, at most that of the image unless all of it was seen, and the seen part of it.
  private static func place(of size: Int, in length: Int, seen: Range<Int>) -> (length: Int, seen: Range<Int>) {
    if seen.count == length { return (size, 0..<size) }
    let whole = min(length, Int((Double(size) * Double(length) / Double(seen.count)).rounded()))
    let factor = Double(whole) / Double(length)
    let start = min(Int((Double(seen.lowerBound) * factor).rounded()), whole - 1)
    return (whole, start..<max(start + 1, min(whole, Int((Double(seen.upperBound) * factor).rounded()))))
  }

  private func categoryMask(of map: ClassMap, for frame: Frame) throws -> Mask {
    let (width, height, columns, rows) = place(of: map, in: frame)
    let pool = Self.pool(categoryPool, byteCount: width * height, count: 2)
    categoryPool = pool
    return try Mask(width: width, height: height, in: pool) { (codes: UnsafeMutableBufferPointer<UInt8>) in
      if maskSize == .model, (columns.count, rows.count) == (width, height) { return map.copyCodes(into: codes) }
      if columns.count < width || rows.count < height { codes.update(repeating: ClassMap.unlabeled) }
      guard let first = codes.baseAddress else { return }
      let positions = positions(in: map, width: columns.count, height: rows.count)
      let corner = first + rows.lowerBound * width + columns.lowerBound
      share(rows.count, each: max(Self.pixelsOfPart / columns.count, 1)) {
        map.fillCodes(corner, of: positions, rows: $0, stride: width)
      }
    }
  }

  private func confidenceMasks(of map: ClassMap, for frame: Frame) throws -> [Mask] {
    let (width, height, columns, rows) = place(of: map, in: frame)
    let pool = Self.pool(
      confidencePool, byteCount: width * height * MemoryLayout<Float>.stride, count: map.classes + 1)
    confidencePool = pool
    share(map.width * map.height, each: Self.pixelsOfPart / 4) { map.fillPlanes(planes, pixels: $0) }
    let resizer = resizer(from: map, width: columns.count, height: rows.count)
    let isStreamed = pool.byteCount * map.classes > Self.streamedBytes
    guard let first = UnsafePointer(planes.baseAddress) else { return [] }
    return try (0..<map.classes).map { number in
      try Mask(width: width, height: height, in: pool) { (values: UnsafeMutableBufferPointer<Float>) in
        if columns.count < width || rows.count < height { values.update(repeating: 0) }
        guard let corner = values.baseAddress.map({ $0 + rows.lowerBound * width + columns.lowerBound }) else { return }
        let plane = first + number * map.width * map.height
        share(rows.count, each: max(Self.pixelsOfPart / columns.count, 1)) {
          resizer.resize(plane, rows: $0, into: corner, stride: width, isStreamed: isStreamed)
        }
      }
    }
  }

  /// Masks that are larger together leave the caches before they are read.
  private static let streamedBytes = 16 << 20

  /// Fewer pixels cost more to dispatch than to compute.
  private static let pixelsOfPart = 1 << 16

  private func share(_ count: Int, each size: Int, _ body: (Range<Int>) -> Void) {
    let parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    guard parts.count > 1, let sharing = model.sharing else { return parts.forEach(body) }
    sharing.share(parts.count) { body(parts[$0]) }
  }

  private func resizer(from map: ClassMap, width: Int, height: Int) -> MaskResizer {
    let size = [map.width, map.height, width, height]
    if let last = lastResizer, last.size == size { return last.resizer }
    let new = MaskResizer(width: map.width, height: map.height, targetWidth: width, targetHeight: height)
    lastResizer = (size, new)
    return new
  }

  private func positions(in map: ClassMap, width: Int, height: Int) -> CategoryPositions {
    let size = [map.width, map.height, width, height]
    if let last = lastPositions, last.size == size { return last.positions }
    let new = CategoryPositions(of: map, width: width, height: height)
    lastPositions = (size, new)
    return new
  }

  private static func pool(_ pool: MaskPool?, byteCount: Int, count: Int) -> MaskPool {
    pool.flatMap { $0.byteCount == byteCount ? $0 : nil } ?? MaskPool(byteCount: byteCount, count: count)
  }
}
