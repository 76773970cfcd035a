import Foundation
import FuzzSupport
import VisionCore
import VisionImaging
import VisionPerception
import VisionResults

/// The object tracker: any options, then frames of any boxes, landmarks, scores and times.
@main
enum TrackerFuzz {
  private static let largestBoxCount = 24
  private static let largestSide = 40
  private static let (largestFigureCount, largestLandmarkCount) = (6, 6)
  /// Made once: it would take longer than the tracker.
  private static let pixels = (0..<(largestSide * largestSide * 3)).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  static func main() {
    Fuzzer.run { bytes in
      var input = InputNumbers(bytes)
      do {
        var tracker = try ObjectTracker(options: options(&input))
        while input.hasMore { try step(&tracker, &input) }
      } catch is TasksError {
      } catch {
        Fuzzer.require(false, "the tracker threw \(error)")
      }
    }
  }

  /// The initial options with some of them changed; one that is not allowed ends the input.
  private static func options(_ input: inout InputNumbers) -> ObjectTrackerOptions {
    var options = ObjectTrackerOptions()
    for _ in 0..<input.integer(in: 0...4) {
      let field = input.integer(in: 0...(numbers.count + 4))
      switch field {
      case numbers.count: options.confirmationUpdates = input.integer()
      case numbers.count + 1: options.coastedUpdateLimit = input.integer()
      case numbers.count + 2: options.maxObjects = input.integer()
      case numbers.count + 3: options.lostFrameLimit = input.number()
      case numbers.count + 4: options = presets[input.integer(in: 0...(presets.count - 1))]
      default: options[keyPath: numbers[field]] = Float(input.number())
      }
    }
    return options
  }

  private static let presets = [ObjectTrackerOptions.people, .hands, .faces, .efficientDet]

  nonisolated(unsafe) private static let numbers: [WritableKeyPath<ObjectTrackerOptions, Float>] = [
    \.minScore, \.highScore, \.birthScore, \.suppressionOverlap, \.matchOverlap, \.lowScoreMatchOverlap,
    \.newMatchOverlap,
    \.lostMatchOverlap, \.lostReach, \.lostReachGrowth, \.colorSimilarity, \.lostColorSimilarity, \.colorWeight,
    \.classPenalty, \.duplicateOverlap,
  ]

  /// A frame with boxes or figures, one without a detector, or a new beginning. A refused one changes nothing, so the next goes on.
  private static func step(_ tracker: inout ObjectTracker, _ input: inout InputNumbers) throws {
    let kind = input.integer(in: 0...23)
    let time: Int? = kind.isMultiple(of: 2) ? nil : Int(input.integer(UInt32.self)) << input.integer(in: 0...31)
    var objects: [TrackedObject] = []
    do {
      switch kind {
      case 0: return tracker.reset()
      case 1: objects = try tracker.skip(imageSize: size(&input), timestampInMilliseconds: time)
      case 2..<6:
        objects = try tracker.update(
          with: boxes(&input), image: picture(&input), timestampInMilliseconds: time)
      case 6..<8: objects = try tracker.skip(timestampInMilliseconds: time)
      case 16...:
        objects = try tracker.update(
          with: figures(&input), imageSize: kind < 20 ? nil : size(&input), timestampInMilliseconds: time)
      default:
        let size = kind < 12 ? nil : Self.size(&input)
        objects = try tracker.update(with: boxes(&input), imageSize: size, timestampInMilliseconds: time)
      }
    } catch is TasksError {
      return
    }
    Fuzzer.require(Set(objects.map(\.trackingID)).count == objects.count, "two objects have one number")
    for object in objects {
      let box = object.boundingBox
      let isFinite = [box.minX, box.minY, box.width, box.height].allSatisfy(\.isFinite)
      Fuzzer.require(isFinite && object.score.isFinite, "an object is \(object)")
    }
  }

  private static func size(_ input: inout InputNumbers) -> CGSize {
    CGSize(width: input.number(), height: input.number())
  }

  private static func boxes(_ input: inout InputNumbers) -> [ObjectObservation] {
    (0..<input.integer(in: 0...largestBoxCount)).map { _ in
      ObjectObservation(
        boundingBox: CGRect(x: input.number(), y: input.number(), width: input.number(), height: input.number()),
        score: Float(input.number()), objectClass: ObjectClass(index: input.integer(in: 0...3)))
    }
  }

  /// Observations with landmarks, whose number may change: in the box of the landmarks or in any.
  private static func figures(_ input: inout InputNumbers) -> [ObjectObservation] {
    (0..<input.integer(in: 0...largestFigureCount)).map { _ in
      let landmarks = (0..<input.integer(in: 0...largestLandmarkCount)).map { _ in
        SIMD2(input.number(), input.number())
      }
      guard input.integer(in: 0...3) == 0 else {
        return ObjectObservation(landmarks: landmarks, objectClass: ObjectClass(index: input.integer(in: 0...1)))
      }
      var figure = ObjectObservation(
        boundingBox: CGRect(x: input.number(), y: input.number(), width: input.number(), height: input.number()),
        score: Float(input.number()))
      figure.landmarks = landmarks
      return figure
    }
  }

  private static func picture(_ input: inout InputNumbers) throws -> ImageBuffer {
    let width = input.integer(in: 1...largestSide)
    let height = input.integer(in: 1...largestSide)
    let pixels = Array(pixels.prefix(width * height * 3))
    return try ImageBuffer(copying: pixels, width: width, height: height, format: .rgb)
  }
}
