import Foundation
import TestSupport
import Testing
import VisionImaging
import VisionResults

@testable import VisionPerception

/// People and hands as sequences of landmarks, with noise, misses and changes of order. The image is grey: colours tell
/// nobody from another.
@Suite("IDs of people and hands that cross")
struct LandmarkTrackingTests {
  private static let frameCount = 100

  /// How a subject's landmarks look and where it is, in pixels of a frame of 1280 x 720.
  private struct Subject {
    var shape: (_ frame: Double) -> [SIMD2<Double>]
    var center: (_ frame: Double) -> SIMD2<Double>
    /// Index of the class, which is flipped now and then.
    var side = 0

    /// Rounded to 1/64 pixel: the last bit of a sine differs between processors, and would decide ties between them.
    func landmarks(_ frame: Double) -> [SIMD2<Double>] {
      shape(frame).map { ((64 * ($0 + center(frame))).rounded(.toNearestOrEven)) / 64 }
    }
  }

  /// A walking body of a height: head, shoulders, elbows, wrists, hips, knees and ankles. `facing` is -1 or 1.
  private static func body(height: Double, facing: Double, phase: Double) -> (Double) -> [SIMD2<Double>] {
    { frame in
      let swing = sin(0.35 * frame + phase)
      let joints: [SIMD2<Double>] = [
        SIMD2(0.05 * facing, -0.46), SIMD2(0.02 * facing, -0.48), SIMD2(-0.02 * facing, -0.45),
        SIMD2(-0.07, -0.32), SIMD2(0.07, -0.32), SIMD2(-0.08 + 0.06 * swing, -0.18), SIMD2(0.08 - 0.06 * swing, -0.18),
        SIMD2(-0.06 + 0.13 * swing, -0.05), SIMD2(0.06 - 0.13 * swing, -0.05), SIMD2(-0.05, 0), SIMD2(0.05, 0),
        SIMD2(-0.04 - 0.1 * swing, 0.24), SIMD2(0.04 + 0.1 * swing, 0.24), SIMD2(-0.04 - 0.16 * swing, 0.48),
        SIMD2(0.04 + 0.16 * swing, 0.48),
      ]
      return joints.map { $0 * height }
    }
  }

  /// A hand of a size: the wrist and five fingers, spread or not, rotated by an angle.
  private static func hand(size: Double, spread: Double, angle: Double) -> (Double) -> [SIMD2<Double>] {
    { _ in
      let fingers = (0..<5).flatMap { finger -> [SIMD2<Double>] in
        let direction = angle + (Double(finger) - 2) * spread
        return (1...4).map { size * Double($0) / 4 * SIMD2(sin(direction), -cos(direction)) }
      }
      return [SIMD2(0, 0)] + fingers
    }
  }

  private struct Disturbance {
    /// Deviation of landmarks, in shares of the box's scale.
    var noise = 0.02
    /// The probability that a subject is missed in a frame, and that one is that another covers by more than half. The one
    /// in front is not missed then.
    var misses = 0.1
    var hidden = 0.8
    var flips = 0.1
  }

  private struct Outcome {
    var swaps = 0
    var ids: Set<Int> = []
    var missed = 0
  }

  /// Follows subjects, and counts the frames in which one has another ID than its first.
  private static func follow(
    _ subjects: [Subject], options: ObjectTrackerOptions, step: Int = 1, seed: UInt64, _ disturbance: Disturbance
  ) throws -> Outcome {
    var random = SeededGenerator(seed: seed)
    let image = try ImageBuffer(width: 1280, height: 720, format: .rgb)
    var tracker = try ObjectTracker(options: options)
    var outcome = Outcome()
    var first: [Int: Int] = [:]
    for frame in stride(from: 0, to: frameCount, by: step) {
      let exact = subjects.map { ObjectObservation(landmarks: $0.landmarks(Double(frame))) }
      let boxes = try exact.map { try #require(PixelBox($0.boundingBox)) }
      var seen: [(subject: Int, observation: ObjectObservation)] = []
      for (number, observation) in exact.enumerated() {
        let box = boxes[number]
        // Those with a lower number are in front.
        let covered = boxes[..<number].map { box.share(coveredBy: $0) }.max() ?? 0
        let isInFront = boxes[(number + 1)...].contains { $0.share(coveredBy: box) > 0.5 }
        let chance =
          frame == 0 || isInFront ? 0 : covered > 0.5 ? disturbance.hidden : disturbance.misses
        if Double.random(in: 0..<1, using: &random) < chance {
          outcome.missed += 1
          continue
        }
        let flipped = Double.random(in: 0..<1, using: &random) < disturbance.flips
        let side = flipped ? 1 - subjects[number].side : subjects[number].side
        let points = observation.landmarks.map {
          $0 + SIMD2(random.normal(), random.normal()) * disturbance.noise * box.scale
        }
        seen.append((number, ObjectObservation(landmarks: points, objectClass: ObjectClass(index: side))))
      }
      seen.shuffle(using: &random)
      let ids = try tracker.ids(of: seen.map(\.observation), image: image, timestampInMilliseconds: 40 * frame + 40)
      #expect(Set(ids.compactMap { $0 }).count == ids.compactMap { $0 }.count)
      for (id, (subject, _)) in zip(ids, seen) {
        guard let id else { continue }
        outcome.ids.insert(id)
        if first[subject, default: id] != id { outcome.swaps += 1 }
        first[subject] = first[subject] ?? id
      }
    }
    return outcome
  }

  private static var scenes: [(name: String, options: ObjectTrackerOptions, subjects: [Subject])] {
    [
      (
        "two people pass each other", .people,
        [
          Subject(shape: body(height: 400, facing: 1, phase: 0)) { SIMD2(200 + 8 * $0, 380) },
          Subject(shape: body(height: 380, facing: -1, phase: 2)) { SIMD2(1050 - 8 * $0, 370) },
        ]
      ),
      (
        "one overtakes another", .people,
        [
          Subject(shape: body(height: 400, facing: 1, phase: 0)) { SIMD2(150 + 10 * $0, 380) },
          Subject(shape: body(height: 345, facing: 1, phase: 1)) { SIMD2(400 + 5 * $0, 350) },
        ]
      ),
      (
        "two meet and turn back", .people,
        [
          Subject(shape: body(height: 400, facing: 1, phase: 0)) { SIMD2(560 - 6 * abs($0 - 50), 380) },
          Subject(shape: body(height: 330, facing: -1, phase: 2)) { SIMD2(640 + 6 * abs($0 - 50), 360) },
        ]
      ),
      (
        "four in a row, of whom each is missed now and then", .people,
        (0..<4).map { number in
          Subject(shape: body(height: 400, facing: 1, phase: Double(number))) {
            SIMD2(300 + 120 * Double(number) + 20 * sin(0.1 * $0), 380)
          }
        }
      ),
      (
        "two hands cross", .hands,
        [
          Subject(shape: hand(size: 150, spread: 0.3, angle: 0.2)) { SIMD2(640 + 300 * sin(0.12 * $0), 400) },
          Subject(
            shape: hand(size: 140, spread: 0.15, angle: -0.4), center: { SIMD2(640 - 300 * sin(0.12 * $0), 420) },
            side: 1),
        ]
      ),
      (
        "two hands circle around each other", .hands,
        [
          Subject(shape: hand(size: 150, spread: 0.3, angle: 0.2)) {
            SIMD2(640 + 120 * cos(0.15 * $0), 400 + 60 * sin(0.15 * $0))
          },
          Subject(
            shape: hand(size: 150, spread: 0.3, angle: -0.2),
            center: { SIMD2(640 - 120 * cos(0.15 * $0), 400 - 60 * sin(0.15 * $0)) }, side: 1),
        ]
      ),
      (
        "a hand waves fast beside one at rest", .hands,
        [
          Subject(shape: hand(size: 120, spread: 0.3, angle: 0)) { SIMD2(500 + 160 * sin(0.5 * $0), 300) },
          Subject(shape: hand(size: 120, spread: 0.2, angle: 0), center: { _ in SIMD2(900, 320) }, side: 1),
        ]
      ),
    ]
  }

  /// Of 42,000 runs with other seeds, 3000 for each scene and step, none has a frame of another ID.
  @Test("People and hands that cross keep their IDs", arguments: [1, 2])
  func crossings(step: Int) throws {
    for scene in Self.scenes {
      var (swaps, failed, missed, extra) = (0, 0, 0, 0)
      for seed in 1...20 as ClosedRange<UInt64> {
        let outcome = try Self.follow(
          scene.subjects, options: scene.options, step: step, seed: seed, Disturbance())
        swaps += outcome.swaps
        failed += outcome.swaps > 0 ? 1 : 0
        missed += outcome.missed
        extra += outcome.ids.count - scene.subjects.count
      }
      #expect(failed == 0, "\(scene.name)")
      print(
        "\(scene.name), every \(step): \(failed) of 20 runs with \(swaps) frames of another ID; \(extra) further IDs, \(missed) misses"
      )
    }
  }
}
