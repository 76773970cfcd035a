import Foundation
import VisionErrors
import VisionImaging
import VisionResults

/// Follows objects from frame to frame and gives each a number that it keeps, through short disappearances too.
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
/// Takes the boxes of any detector in any number. With a picture it also compares colours, which keeps the numbers of objects
/// that cross each other. A value: a copy goes its own way, and nothing is shared between threads.
///
/// Source: ByteTrack's cascade of sure and faint observations, a Kalman filter for each side of a box, a colour histogram for
/// each object and votes for its class; `docs/tracking.md` has the equations.
public struct ObjectTracker: Sendable {
  /// The frames a second that the constants are made for.
  static let nominalFrameRate = 25.0
  /// The frames without a detector after which an object is not reported any more: the prediction is worth nothing then.
  private static let longestSkip = 10.0

  /// The settings.
  public let options: ObjectTrackerOptions

  let rules: AssociationRules
  var tracks: [Track] = []
  var nextID = 1
  private var lastTimestamp: Int?
  private var isFirstUpdate = true

  /// Makes a tracker that knows no object yet.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a setting outside its range.
  public init(options: ObjectTrackerOptions = ObjectTrackerOptions()) throws {
    try options.validate()
    self.options = options
    rules = AssociationRules(options: options)
  }

  /// Takes the observations of the next frame and tells which objects they are.
  ///
  /// - Parameters:
  ///   - observations: What a detector saw, in any order and number. Boxes without area and numbers that are none are left
  ///     out.
  ///   - image: The frame, for comparing colours; all frames of one size, which `reset()` may change.
  ///   - timestampInMilliseconds: Greater than that of the frame before; nil stands for 40 ms after it.
  /// - Returns: The objects that were seen, and those that were seen shortly before, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise, and for boxes in fractions of the
  ///   frame instead of pixels; nothing has changed then.
  public mutating func update(
    with observations: [ObjectObservation], image: ImageBuffer, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    let size = CGSize(width: image.width, height: image.height)
    try observations.requirePixels(in: size)
    let frames = try advance(to: timestampInMilliseconds)
    return update(TrackCandidate.list(observations, options: options, image: image), frames: frames, size: size)
  }

  /// Takes the observations of the next frame, without its picture: colours are not compared.
  ///
  /// - Parameters:
  ///   - observations: As above.
  ///   - imageSize: The frame's size in pixels, by which boxes are cut off and objects that leave are forgotten; nil where it is
  ///     not known.
  ///   - timestampInMilliseconds: As above.
  /// - Returns: As above.
  /// - Throws: As above.
  public mutating func update(
    with observations: [ObjectObservation], imageSize: CGSize? = nil, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    if let imageSize { try observations.requirePixels(in: imageSize) }
    let frames = try advance(to: timestampInMilliseconds)
    return update(TrackCandidate.list(observations, options: options, image: nil), frames: frames, size: imageSize)
  }

  /// Goes on by a frame in which no detector looked: objects are where they are predicted to be.
  ///
  /// - Parameters:
  ///   - imageSize: The frame's size in pixels; nil where it is not known.
  ///   - timestampInMilliseconds: Greater than that of the frame before; nil stands for 40 ms after it.
  /// - Returns: The objects that were seen last time, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise; nothing has changed then.
  public mutating func skip(
    imageSize: CGSize? = nil, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    let frames = try advance(to: timestampInMilliseconds)
    for index in tracks.indices {
      tracks[index].predict(frames: frames)
      tracks[index].skip(frames: frames)
    }
    dropDead(size: imageSize)
    return objects(in: imageSize)
  }

  /// Forgets all objects and the last timestamp, for another video. Numbers go on: none is given twice.
  public mutating func reset() {
    tracks.removeAll()
    lastTimestamp = nil
    isFirstUpdate = true
  }

  private mutating func update(_ candidates: [TrackCandidate], frames: Double, size: CGSize?) -> [TrackedObject] {
    for index in tracks.indices { tracks[index].predict(frames: frames) }
    let left = associate(candidates)
    for index in tracks.indices where tracks[index].observationIndex == nil { tracks[index].miss(frames: frames) }
    confirm()
    giveBirth(left)
    if isFirstUpdate { confirm(hits: 1) }
    isFirstUpdate = false
    dropDead(size: size)
    return objects(in: size)
  }

  /// Numbers the tracks that have been seen in enough updates in a row.
  private mutating func confirm(hits: Int? = nil) {
    let needed = hits ?? options.confirmationUpdates
    for index in tracks.indices where !tracks[index].isConfirmed && tracks[index].hits >= needed {
      tracks[index].trackingID = nextID
      nextID += 1
    }
  }

  /// Begins a track for every sure observation that is none of the known objects.
  private mutating func giveBirth(_ candidates: [TrackCandidate]) {
    let known = tracks.filter { $0.isConfirmed && $0.missedUpdates <= 2 }.map(\.box)
    for candidate in candidates where candidate.score >= Double(options.birthScore) {
      let overlap = known.reduce(0) { max($0, $1.intersectionOverUnion(candidate.box)) }
      if overlap <= Double(options.duplicateOverlap) { tracks.append(Track(candidate)) }
    }
    if options.confirmationUpdates == 1 { confirm() }
  }

  /// Forgets what was lost too long ago, what was missed before it had a number, and what has left the picture. A frame
  /// without a detector is no miss.
  private mutating func dropDead(size: CGSize?) {
    tracks.removeAll { track in
      if track.missedFrames > options.lostFrameLimit || (!track.isConfirmed && track.missedUpdates > 0) { return true }
      guard let size else { return false }
      let share = track.box.visibleShare(in: size)
      return share < 0.1 || (track.missedFrames > 3 && share < 0.3)
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

  /// Takes note of a frame's time; the frames of 25 a second since the one before.
  private mutating func advance(to timestamp: Int?) throws -> Double {
    guard let timestamp else {
      lastTimestamp = lastTimestamp.map { $0.addingReportingOverflow(40) }.map { $0.overflow ? .max : $0.partialValue }
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
    // A gap in which every object is forgotten need not be counted further.
    return min(frames, options.lostFrameLimit + 100)
  }
}
