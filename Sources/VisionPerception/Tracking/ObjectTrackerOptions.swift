/// The settings of `ObjectTracker`.
///
/// The defaults were found by measurement with an SSD detector at 25 frames a second, whose scores of things that are there lie
/// between 0.25 and 1; `BENCHMARKS.md` has the figures. Overlaps are intersections over unions, 0...1. Where a setting counts
/// frames, those of 25 a second are meant, whatever the video's rate is.
public struct ObjectTrackerOptions: Sendable, Hashable {
  /// The least score of an observation that counts at all; 0.25 by default.
  public var minScore: Float = 0.25

  /// The score from which an observation is sure, 0.45 by default. Fainter ones only carry on objects seen in the frame before.
  public var highScore: Float = 0.45

  /// The least score with which a new object begins; 0.5 by default.
  public var birthScore: Float = 0.5

  /// The overlap from which the weaker of two observations is dropped, whatever their classes; 0.6 by default, 1 keeps all but
  /// equal boxes.
  public var suppressionOverlap: Float = 0.6

  /// The updates in a row in which a new object has to be seen before it gets its id; 3 by default. Objects of the first frame
  /// get theirs at once.
  public var confirmationUpdates = 3

  /// How long an object may be out of sight and still get its old id back, in frames; 25 by default, which is one second. Time
  /// between two updates counts when the object was not seen in the later one.
  public var lostFrameLimit: Double = 25

  /// The updates in a row in which an object that is not seen is still reported, at its predicted place; 1 by default.
  public var coastedUpdateLimit = 1

  /// The least overlap of a known object's predicted box with a sure observation; 0.2 by default.
  public var matchOverlap: Float = 0.2

  /// The least overlap with an observation that is not sure; 0.4 by default.
  public var faintMatchOverlap: Float = 0.4

  /// The least overlap of an object without an id yet; 0.5 by default.
  public var newMatchOverlap: Float = 0.5

  /// The least overlap of a lost object, where it is not near enough by `lostReach`; 0.1 by default.
  public var lostMatchOverlap: Float = 0.1

  /// How far from its predicted place a lost object may be found, as a multiple of its size (the square root of its area);
  /// 0.6 by default.
  public var lostReach: Float = 0.6

  /// By how much `lostReach` grows with every frame out of sight, for 20 frames at most; 0.04 by default.
  public var lostReachGrowth: Float = 0.04

  /// The least likeness in colour of a known object, 0...1; 0.5 by default. Without a picture colour does not count.
  public var colorSimilarity: Float = 0.5

  /// The least likeness in colour of a lost object, 0...1; 0.55 by default.
  public var lostColorSimilarity: Float = 0.55

  /// How much likeness in colour counts among several possible pairs; 1.5 by default. Overlaps count once.
  public var colorWeight: Float = 1.5

  /// What a pair of different classes is worth less; 0.1 by default. Classes never forbid a pair: detectors waver between them.
  public var classPenalty: Float = 0.1

  /// The overlap with an object seen lately above which no new object begins; 0.4 by default.
  public var duplicateOverlap: Float = 0.4

  /// The largest number of objects that are reported, the best first; nil, the default, means all. All are followed.
  public var maxObjects: Int?

  /// Makes settings with the defaults.
  public init() {}

  /// The settings for the EfficientDet models, whose scores are lower: `minScore` 0.1, `highScore` 0.3, `birthScore` 0.35.
  public static var efficientDet: ObjectTrackerOptions {
    var options = ObjectTrackerOptions()
    (options.minScore, options.highScore, options.birthScore) = (0.1, 0.3, 0.35)
    return options
  }
}
