import VisionCore

/// The settings of `ObjectTracker`.
///
/// The defaults were measured with an SSD detector at 25 frames per second, whose scores of true objects lie between
/// 0.25 and 1; `docs/benchmarks/tracking.md` has the figures. Overlaps are intersections over unions, 0...1. Settings
/// in frames mean frames at 25 per second, whatever the video's rate is.
public struct ObjectTrackerOptions: Sendable, Hashable {
  /// The minimum score of an observation; lower ones are ignored. 0.25 by default.
  public var minScore: Float = 0.25

  /// The minimum score of a high-score observation, 0.45 by default. Low-score observations only continue tracks
  /// matched in the previous frame.
  public var highScore: Float = 0.45

  /// The minimum score that starts a track; 0.5 by default.
  public var birthScore: Float = 0.5

  /// The overlap from which the lower-scored of two observations is dropped, whatever their classes; 0.6 by default, 1
  /// keeps all but equal boxes.
  public var suppressionOverlap: Float = 0.6

  /// The consecutive updates that a track needs before it is confirmed and gets its id; 3 by default. Objects of the
  /// first frame get theirs at once.
  public var confirmationUpdates = 3

  /// How long an object may be lost and still get its old id back, in frames; 25 by default, which is one second. The
  /// time between two updates counts when the object was not matched in the later one.
  public var lostFrameLimit: Double = 25

  /// The consecutive updates in which an unmatched object is still reported, at its predicted position; 1 by default.
  public var coastedUpdateLimit = 1

  /// The minimum overlap of a confirmed track's predicted box with a high-score observation; 0.2 by default.
  public var matchOverlap: Float = 0.2

  /// The minimum overlap with a low-score observation; 0.4 by default.
  public var lowScoreMatchOverlap: Float = 0.4

  /// The minimum overlap of a tentative track; 0.5 by default.
  public var newMatchOverlap: Float = 0.5

  /// The minimum overlap of a lost track that is not within `lostReach`; 0.1 by default.
  public var lostMatchOverlap: Float = 0.1

  /// The maximum distance of a lost object from its predicted position, as a multiple of its size (the square root of
  /// its area); 0.6 by default.
  public var lostReach: Float = 0.6

  /// The growth of `lostReach` with every lost frame, up to 20 frames; 0.04 by default.
  public var lostReachGrowth: Float = 0.04

  /// The minimum colour similarity of a confirmed track, 0...1; 0.5 by default. Without an image colours do not count.
  public var colorSimilarity: Float = 0.5

  /// The minimum colour similarity of a lost track, 0...1; 0.55 by default.
  public var lostColorSimilarity: Float = 0.55

  /// The weight of colour similarity against overlap, which has the weight 1; 1.5 by default.
  public var colorWeight: Float = 1.5

  /// The penalty for a pair of different classes; 0.1 by default. Classes never forbid a pair, as detectors waver
  /// between them.
  public var classPenalty: Float = 0.1

  /// The maximum overlap of a new track with a recently matched one; 0.4 by default.
  public var duplicateOverlap: Float = 0.4

  /// The maximum number of reported objects, best first; nil, the default, means all. All are tracked.
  public var maxObjects: Int?

  /// Makes settings with the defaults.
  public init() {}

  /// The settings for the EfficientDet models, whose scores are lower: `minScore` 0.1, `highScore` 0.3, `birthScore`
  /// 0.35.
  public static var efficientDet: ObjectTrackerOptions {
    var options = ObjectTrackerOptions()
    (options.minScore, options.highScore, options.birthScore) = (0.1, 0.3, 0.35)
    return options
  }

  /// The settings for people with landmarks: each has an id in its first frame, keeps it through two seconds out of
  /// sight, and is told from others by landmarks, place and colour.
  public static var people: ObjectTrackerOptions {
    var options = ObjectTrackerOptions()
    (options.minScore, options.highScore, options.birthScore) = (0, 0, 0)
    (options.confirmationUpdates, options.lostFrameLimit) = (1, 50)
    return options
  }

  /// The settings for faces, as for people; faces move further than their size from frame to frame, and colours count
  /// little, as faces have one.
  public static var faces: ObjectTrackerOptions {
    var options = people
    (options.colorSimilarity, options.lostColorSimilarity, options.colorWeight) = (0, 0, 0.5)
    (options.lostReach, options.lostReachGrowth) = (2.5, 0.05)
    return options
  }

  /// The settings for hands, as for faces; the side counts, too.
  public static var hands: ObjectTrackerOptions {
    var options = faces
    options.classPenalty = 0.4
    return options
  }
}

extension ObjectTrackerOptions {
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed.
  package func validate() throws {
    let shares: [(name: String, value: Float)] = [
      ("minScore", minScore), ("highScore", highScore), ("birthScore", birthScore),
      ("suppressionOverlap", suppressionOverlap), ("matchOverlap", matchOverlap),
      ("lowScoreMatchOverlap", lowScoreMatchOverlap), ("newMatchOverlap", newMatchOverlap),
      ("lostMatchOverlap", lostMatchOverlap), ("colorSimilarity", colorSimilarity),
      ("lostColorSimilarity", lostColorSimilarity), ("duplicateOverlap", duplicateOverlap),
    ]
    for (name, value) in shares {
      guard value >= 0, value <= 1 else { throw Self.refused(name, value.plainText, allowed: "numbers in 0...1") }
    }
    let amounts: [(name: String, value: Double)] = [
      ("lostFrameLimit", lostFrameLimit), ("lostReach", Double(lostReach)),
      ("lostReachGrowth", Double(lostReachGrowth)), ("colorWeight", Double(colorWeight)),
      ("classPenalty", Double(classPenalty)),
    ]
    for (name, value) in amounts {
      guard value >= 0, value.isFinite else { throw Self.refused(name, value.plainText, allowed: "numbers from 0") }
    }
    guard minScore <= highScore else {
      throw TasksError.invalidArgument(
        "minScore is \(minScore.plainText) and highScore is \(highScore.plainText); highScore must not be below minScore."
      )
    }
    guard confirmationUpdates >= 1 else {
      throw Self.refused("confirmationUpdates", "\(confirmationUpdates)", allowed: "integers from 1")
    }
    guard coastedUpdateLimit >= 0 else {
      throw Self.refused("coastedUpdateLimit", "\(coastedUpdateLimit)", allowed: "integers from 0")
    }
    if let maxObjects, maxObjects < 1 {
      throw Self.refused("maxObjects", "\(maxObjects)", allowed: "integers from 1, and nil for all")
    }
  }

  private static func refused(_ name: String, _ value: String, allowed: String) -> TasksError {
    TasksError.invalidArgument("\(name) is \(value); allowed are \(allowed).")
  }
}
