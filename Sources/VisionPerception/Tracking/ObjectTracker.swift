import Foundation
import VisionCore
import VisionImaging
import VisionResults

/// Tracks objects from frame to frame and gives each an id that it keeps, also through short occlusions.
///
/// ```swift
/// var tracker = try ObjectTracker()
/// for frame in video {
///   let result = try detector.detect(videoFrame: frame.image, timestampInMilliseconds: frame.time)
///   let objects = try tracker.update(
///     with: result.detections, image: frame.image, timestampInMilliseconds: frame.time)
/// }
/// ```
///
/// Takes the boxes of any detector in any number. With an image it also compares colours, which keeps the ids of
/// objects that cross each other. People, hands and faces are told apart by their landmarks, too; the tasks that find
/// them have the option `shouldOutputTrackingIDs`. It is a value: copies are independent.
///
/// Source: ByteTrack's cascade of high- and low-score observations, a Kalman filter for each coordinate of a box, a
/// colour histogram for each object and votes for its class, COCO's object keypoint similarity; the article "How
/// tracking works" has the equations.
public struct ObjectTracker: Sendable {
  static let nominalFrameRate = 25.0
  /// The time from frame to frame where there are no timestamps, in milliseconds.
  package static let frameStep = 40
  /// The frames without a detector after which an object is not reported any more, as its prediction has become
  /// worthless.
  private static let longestSkip = 10.0

  /// The settings.
  public let options: ObjectTrackerOptions

  let rules: AssociationRules
  var tracks: [Track] = []
  var nextID = 1
  private var lastTimestamp: Int?
  private var isFirstUpdate = true

  /// Makes a tracker without objects.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a setting outside its range.
  public init(options: ObjectTrackerOptions = ObjectTrackerOptions()) throws {
    try options.validate()
    self.options = options
    rules = AssociationRules(options: options)
  }

  /// Updates the tracks with the observations of the next frame.
  ///
  /// - Parameters:
  ///   - observations: The detections, in any order. Boxes without area or with NaN are ignored, and all but the best
  ///     500.
  ///   - image: The frame, for comparing colours. All frames have one size, which may change after `reset()`.
  ///   - timestampInMilliseconds: Greater than that of the previous frame; nil stands for 40 ms after it.
  /// - Returns: The objects that are visible or were until shortly before, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise, and for boxes in fractions
  ///   of the frame instead of pixels. The tracker is unchanged then.
  public mutating func update(
    with observations: [ObjectObservation], image: ImageBuffer, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    let size = CGSize(width: image.width, height: image.height)
    return try update(with: observations, image: image, size: size, at: timestampInMilliseconds)
  }

  /// Updates the tracks with the observations of the next frame, without comparing colours.
  ///
  /// - Parameters:
  ///   - observations: As above.
  ///   - imageSize: The frame's size in pixels, which clips boxes and ends tracks that leave the frame; nil when
  ///     unknown.
  ///   - timestampInMilliseconds: As above.
  /// - Returns: As above.
  /// - Throws: As above.
  public mutating func update(
    with observations: [ObjectObservation], imageSize: CGSize? = nil, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(with: observations, image: nil, size: imageSize, at: timestampInMilliseconds)
  }

  /// Advances by a frame without detections: objects are at their predicted positions.
  ///
  /// - Parameters:
  ///   - imageSize: The frame's size in pixels; nil when unknown.
  ///   - timestampInMilliseconds: Greater than that of the previous frame; nil stands for 40 ms after it.
  /// - Returns: The objects of the previous frame, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise. The tracker is unchanged
  ///   then.
  public mutating func skip(imageSize: CGSize? = nil, timestampInMilliseconds: Int? = nil) throws -> [TrackedObject] {
    let frames = try advance(to: timestampInMilliseconds)
    for index in tracks.indices {
      tracks[index].predict(frames: frames)
      tracks[index].skip(frames: frames)
    }
    endTracks(size: imageSize)
    return objects(in: imageSize)
  }

  /// Forgets all objects and the last timestamp, for another video. Ids are not used again.
  public mutating func reset() {
    tracks.removeAll()
    lastTimestamp = nil
    isFirstUpdate = true
  }

  /// Updates the tracks with the people, hands or faces of the next frame, whose order may change and which may reach
  /// beyond the image. Returns an id for each; nil for one that repeats another.
  package mutating func ids(
    of observations: [ObjectObservation], image: ImageBuffer, timestampInMilliseconds: Int
  ) throws -> [Int?] {
    let size = CGSize(width: image.width, height: image.height)
    try follow(observations, image: image, size: size, at: timestampInMilliseconds)
    var ids = [Int?](repeating: nil, count: observations.count)
    for track in tracks { if let index = track.observationIndex { ids[index] = track.trackingID } }
    return ids
  }

  private mutating func update(
    with observations: [ObjectObservation], image: ImageBuffer?, size: CGSize?, at timestamp: Int?
  ) throws -> [TrackedObject] {
    if let size { try observations.requirePixels(in: size) }
    try follow(observations, image: image, size: size, at: timestamp)
    return objects(in: size)
  }

  private mutating func follow(
    _ observations: [ObjectObservation], image: ImageBuffer?, size: CGSize?, at timestamp: Int?
  ) throws {
    let frames = try advance(to: timestamp)
    let candidates = TrackCandidate.list(observations, options: options, image: image)
    for index in tracks.indices { tracks[index].predict(frames: frames) }
    let left = associate(candidates)
    for index in tracks.indices where tracks[index].observationIndex == nil { tracks[index].miss(frames: frames) }
    confirm(hits: options.confirmationUpdates)
    startTracks(left)
    confirm(hits: isFirstUpdate ? 1 : options.confirmationUpdates)
    isFirstUpdate = false
    endTracks(size: size)
  }

  private mutating func confirm(hits: Int) {
    for index in tracks.indices where !tracks[index].isConfirmed && tracks[index].hits >= hits {
      tracks[index].trackingID = nextID
      nextID += 1
    }
  }

  /// Starts a tentative track for each high-score observation that repeats no known object.
  private mutating func startTracks(_ candidates: [TrackCandidate]) {
    guard !candidates.isEmpty else { return }
    let known = tracks.filter { $0.isConfirmed && $0.missedUpdates <= 2 }
    for candidate in candidates where candidate.score >= Double(options.birthScore) {
      if !known.contains(where: { rules.isRepeated($0, candidate) }) { tracks.append(Track(candidate)) }
    }
  }

  /// Ends tracks that were lost for too long, tentative tracks that missed an update, and boxes that left the image.
  /// People, hands and faces often come back, so those wait at the edge. A frame without a detector is no miss.
  private mutating func endTracks(size: CGSize?) {
    tracks.removeAll { track in
      if track.missedFrames > options.lostFrameLimit || (!track.isConfirmed && track.missedUpdates > 0) { return true }
      guard let size, !track.hasLandmarks else { return false }
      let share = track.box.visibleShare(in: size)
      return share < 0.1 || (track.missedFrames > 3 && share < 0.3)
    }
    guard let size else { return }
    for index in tracks.indices where tracks[index].hasLandmarks && tracks[index].isLost {
      tracks[index].wait(atEdgeOf: size)
    }
  }

  private func objects(in size: CGSize?) -> [TrackedObject] {
    let shown = tracks.compactMap { track -> TrackedObject? in
      guard let id = track.trackingID, track.missedUpdates <= options.coastedUpdateLimit,
        track.skippedFrames <= Self.longestSkip, let box = size.map({ track.box.clipped(to: $0) }) ?? track.box
      else { return nil }
      return TrackedObject(
        trackingID: id, boundingBox: box.rect, score: Float(track.score * pow(0.9, Double(track.missedUpdates))),
        objectClass: track.votes.majority, missedUpdates: track.missedUpdates,
        observationIndex: track.observationIndex)
    }
    let sorted = shown.sorted { ($1.score, $0.trackingID) < ($0.score, $1.trackingID) }
    return Array(sorted.prefix(options.maxObjects ?? sorted.count))
  }

  /// Stores a frame's time. Returns the number of frames, at 25 a second, since the previous one.
  private mutating func advance(to timestamp: Int?) throws -> Double {
    guard let timestamp else {
      lastTimestamp = lastTimestamp.map { $0.addingReportingOverflow(Self.frameStep) }.map {
        $0.overflow ? .max : $0.partialValue
      }
      return 1
    }
    guard let last = lastTimestamp else {
      lastTimestamp = timestamp
      return 1
    }
    guard timestamp > last else {
      throw TasksError.invalidArgument(
        "The timestamp \(timestamp) ms is not greater than the last one, \(last) ms; timestamps have to rise. Call reset() to "
          + "start with another video.")
    }
    lastTimestamp = timestamp
    let frames = (Double(timestamp) - Double(last)) * Self.nominalFrameRate / 1000
    // Longer gaps need not be counted, as every object is forgotten.
    return min(frames, options.lostFrameLimit + 100)
  }
}

/// A detection in one frame as input of `ObjectTracker`, from any detector.
public struct ObjectObservation: Sendable, Hashable {
  /// The box around the object, in pixels of the frame; it may extend beyond the frame.
  public var boundingBox: CGRect
  /// The detector's score, 0...1.
  public var score: Float
  /// The object's class.
  public var objectClass: ObjectClass
  /// The landmarks of a person, hand or face, in pixels of the frame and always in the same order; empty, the default,
  /// for a box alone. They tell apart subjects whose boxes overlap.
  public var landmarks: [SIMD2<Double>] = []

  /// Makes an observation.
  ///
  /// - Parameters:
  ///   - boundingBox: The box around the object, in pixels.
  ///   - score: The detector's score, 0...1.
  ///   - objectClass: The object's class; not needed for a detector with one class.
  public init(boundingBox: CGRect, score: Float, objectClass: ObjectClass = ObjectClass(index: 0)) {
    (self.boundingBox, self.score, self.objectClass) = (boundingBox, score, objectClass)
  }

  /// Makes an observation of a person, hand or face. Its box is that of most landmarks, two standard deviations around
  /// their mean: an arm that is stretched out changes it little.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks, in pixels of the frame. Those of a face mesh may be thinned out: 30 are enough.
  ///   - score: The detector's score, 0...1.
  ///   - objectClass: The subject's class, such as a hand's handedness; not needed for one class.
  public init(landmarks: [SIMD2<Double>], score: Float = 1, objectClass: ObjectClass = ObjectClass(index: 0)) {
    let count = Double(max(landmarks.count, 1))
    let mean = landmarks.reduce(.zero, +) / count
    let variance = landmarks.reduce(SIMD2<Double>.zero) { $0 + ($1 - mean) * ($1 - mean) } / count
    // A hand seen edge on is a line.
    let deviation = SIMD2(variance.x.squareRoot(), variance.y.squareRoot())
    let reach = 2 * pointwiseMax(deviation, SIMD2(repeating: Self.minAspect * deviation.max()))
    self.init(
      boundingBox: CGRect(x: mean.x - reach.x, y: mean.y - reach.y, width: 2 * reach.x, height: 2 * reach.y),
      score: score, objectClass: objectClass)
    self.landmarks = landmarks
  }

  /// The minimum of a box's shorter side, in shares of the longer one.
  private static let minAspect = 0.3
}

extension [ObjectObservation] {
  /// Refuses boxes in fractions of the frame, as many detectors report them: the tracker would follow specks in the top
  /// left pixel.
  ///
  /// Boxes count as fractions when all boxes with an area lie within 0...1, at least one has fractional coordinates,
  /// and the frame is larger than a pixel.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` that shows a box and its size in pixels.
  func requirePixels(in size: CGSize) throws {
    // Boxes that the tracker ignores, such as those with NaN, are no evidence.
    let boxes = map(\.boundingBox).filter { PixelBox($0) != nil }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard size.width > 1 || size.height > 1, boxes.allSatisfy(unit.contains),
      let box = boxes.first(where: { ![$0.minX, $0.minY, $0.width, $0.height].allSatisfy { $0 == $0.rounded() } })
    else { return }
    throw TasksError.invalidArgument(
      "The boxes lie within 0...1, such as \(box.plainText), in a frame of \(Double(size.width).plainText) x "
        + "\(Double(size.height).plainText) pixels. "
        + "ObjectTracker takes boxes in pixels: multiply x and width by the frame's width, y and height by its height.")
  }
}
