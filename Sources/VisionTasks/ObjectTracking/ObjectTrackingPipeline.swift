import VisionInference

/// Detects, tracks and coarsely classifies objects, as ML Kit's object detection and tracking does.
///
/// ```
/// image → detector ┬ stream: tracker → most prominent objects, with IDs ┬ → classifier, in rotation → objects
///                  └ single image: boxes by prominence ─────────────────┘
/// ```
///
/// Not Sendable, one image at a time.
package final class ObjectTrackingPipeline: TaskPipeline {
  private let detector: ObjectDetectorPipeline
  private let classifier: CoarseClassifier?
  private let isStream: Bool
  private let objectLimit: Int
  private var stream: ObjectStream
  /// A stream without objects, whose IDs begin at 1.
  private let newStream: ObjectStream
  private var schedule: DetectorSchedule
  private var lastFrame: (size: CGSize, time: Int)?

  package convenience init(options: ObjectTrackingOptions, recorder: StageRecorder? = nil) throws {
    let detector = ObjectDetectorOptions()
    detector.baseOptions = options.baseOptions
    try self.init(options: options, detector: detector, recorder: recorder)
  }

  /// As `init(options:recorder:)`, with further options of the detector. Its score threshold and number of results are
  /// set here.
  init(options: ObjectTrackingOptions, detector: ObjectDetectorOptions, recorder: StageRecorder? = nil) throws {
    isStream = options.isStream
    objectLimit = options.objectLimit
    newStream = try ObjectStream(tracker: options.trackerOptions, objectLimit: options.objectLimit)
    stream = newStream
    schedule = DetectorSchedule(stride: options.detectorStride)
    detector.scoreThreshold = ObjectCandidates.minScore
    detector.maxResults = -1
    try ObjectDetector.validate(detector)
    self.detector = try ObjectDetectorPipeline(options: detector, recorder: recorder)
    let classifier = options.classifies ? options.baseOptions.duplicate() : nil
    classifier?.modelAssetPath = options.classifierModelPath
    self.classifier = try classifier.map { try CoarseClassifier(options: $0, recorder: recorder) }
  }

  /// Returns the objects of a frame. Boxes are in pixels as stored.
  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> ObjectTrackingResult {
    let image = try frame.view.upright(from: frame.orientation)
    let stored = CGSize(width: frame.view.width, height: frame.view.height)
    let objects = try process(image, timestampInMilliseconds: time).map { object in
      var object = object
      object.box = frame.orientation.stored(object.box, in: stored)
      object.box.origin.x += CGFloat(frame.columns.lowerBound)
      object.box.origin.y += CGFloat(frame.rows.lowerBound)
      return object
    }
    return ObjectTrackingResult(objects: objects)
  }

  /// Returns the objects of an upright image, most prominent first: at most five, or one.
  /// A timestamp has to be greater than that of the stream's previous frame; nil stands for 40 ms after it.
  package func process(_ image: ImageBuffer, timestampInMilliseconds: Int?) throws -> [FoundObject] {
    guard isStream else { return try singleImageObjects(in: image) }
    let size = CGSize(width: image.width, height: image.height)
    let time = timestampInMilliseconds ?? (lastFrame?.time ?? 0) &+ ObjectTracker.frameStep
    // A change of size begins another stream.
    if size != lastFrame?.size { schedule.restart() }
    let isDetecting = schedule.isDue(at: time)
    let start = ContinuousClock.now
    let observations = isDetecting ? try detections(in: image).map(ObjectObservation.init) : nil
    let duration = (ContinuousClock.now - start) / .milliseconds(1)
    let objects = try stream.update(
      with: observations, framesSinceDetection: schedule.framesSinceDetection, image: image,
      timestampInMilliseconds: timestampInMilliseconds, classifier: classifier)
    if isDetecting { schedule.detected(at: time, milliseconds: duration) } else { schedule.skipped() }
    lastFrame = (size, time)
    return objects
  }

  /// Begins another stream, whose IDs begin at 1.
  package func reset() {
    forget()
    stream = newStream
  }

  /// Discards the stream's tracks without using their IDs again, for callers that keep IDs from one stream to the next.
  package func forget() {
    stream.reset()
    schedule.restart()
    lastFrame = nil
  }

  private func detections(in image: ImageBuffer) throws -> [Detection] {
    if BlankImage.isBlank(image) { return [] }
    return try detector.process(Frame(image: image), timestampInMilliseconds: 0).detections
  }

  private func singleImageObjects(in image: ImageBuffer) throws -> [FoundObject] {
    let size = CGSize(width: image.width, height: image.height)
    let candidates = ObjectCandidates(try detections(in: image), in: size)
    let objects = candidates.objects(limit: objectLimit)
    guard let classifier else { return objects.map { FoundObject(box: $0.box) } }
    guard objects.isEmpty else {
      return try objects.map {
        FoundObject(
          box: $0.box, label: try classifier.scores(of: $0.box, in: image).label(of: $0.objectClass, score: $0.score))
      }
    }
    // Detectors have no classes for places: an image without detections may be a place.
    let label = try classifier.scores(of: nil, in: image).sceneLabel
    return label.category == .unknown ? [] : [FoundObject(box: CGRect(origin: .zero, size: size), label: label)]
  }
}

/// Detects images without content, such as those of a covered lens, in which detectors report false positives.
private enum BlankImage {
  private static let sampler = AreaSampler(columns: 16, rows: 16, taps: 8)
  /// Maximum difference between the brightest and the darkest cell of a channel, in levels of 255.
  private static let maxRange = 8

  static func isBlank(_ image: ImageBuffer) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: sampler.columns * sampler.rows) { cells in
      guard sampler.sample(x: 0..<image.width, y: 0..<image.height, of: image, into: cells) else { return true }
      return [0, 8, 16].allSatisfy { (shift: UInt32) in
        var (minimum, maximum) = (UInt32(255), UInt32(0))
        for cell in cells {
          let value = cell >> shift & 255
          (minimum, maximum) = (min(minimum, value), max(maximum, value))
        }
        return maximum - minimum <= maxRange
      }
    }
  }
}

/// The detections of one image after class-agnostic NMS, most prominent first.
struct ObjectCandidates {
  struct Candidate {
    let box: CGRect
    let score: Float
    let objectClass: ObjectClass
    let prominence: Double
  }

  /// Minimum score of the image's subject. It is low because objects outside the detector's classes score low.
  static let minScore: Float = 0.1
  private static let suppressionOverlap: Float = 0.55
  private static let minFurtherScore: Float = 0.3

  private let candidates: [Candidate]

  init(_ detections: [Detection], in size: CGSize) {
    var suppression = NonMaxSuppression(overlapThreshold: Self.suppressionOverlap, isPerClass: false)
    let observations = detections.map(ObjectObservation.init).sorted { $0.score > $1.score }
    candidates = observations.compactMap { observation -> Candidate? in
      let box = observation.boundingBox.intersection(CGRect(origin: .zero, size: size))
      let shape = NormalizedBox(
        minX: Float(box.origin.x), minY: Float(box.origin.y), width: Float(box.size.width),
        height: Float(box.size.height))
      guard observation.score >= Self.minScore, !box.isEmpty, suppression.keeps(shape, classIndex: 0) else {
        return nil
      }
      return Candidate(
        box: box, score: observation.score, objectClass: observation.objectClass,
        prominence: Prominence.of(box, score: observation.score, className: observation.objectClass.name, in: size))
    }.sorted { $0.prominence > $1.prominence }
  }

  private var hasSubject: Bool { (candidates.first?.prominence ?? 0) >= Prominence.minimum }

  func objects(limit: Int) -> [Candidate] {
    let reported = candidates.enumerated().filter { place, candidate in
      (place == 0 && hasSubject) || candidate.score >= Self.minFurtherScore
    }
    return reported.prefix(limit).map(\.element)
  }
}
