import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionResults

@testable import VisionPerception

@Suite("Object tracker")
struct ObjectTrackerTests {
  private let size = CGSize(width: 640, height: 480)

  private func seen(
    _ x: Double, _ y: Double, side: Double = 100, score: Float = 0.9, kind: Int = 0
  ) -> ObjectObservation {
    ObjectObservation(
      boundingBox: CGRect(x: x, y: y, width: side, height: side), score: score,
      objectClass: ObjectClass(index: kind, name: "class \(kind)"))
  }

  /// Shows a tracker one frame after another and gives the ids of each.
  private func ids(_ tracker: inout ObjectTracker, _ frames: [[ObjectObservation]]) throws -> [[Int]] {
    try frames.map { try tracker.update(with: $0, imageSize: size).map(\.trackingID) }
  }

  @Test("Objects of the first frame have ids at once, later ones in the third frame in a row")
  func births() throws {
    var tracker = try ObjectTracker()
    let first = seen(50, 50)
    let late = seen(400, 300)
    let frames = [[first], [first, late], [first, late], [first, late], [first, late]]
    #expect(try ids(&tracker, frames) == [[1], [1], [1], [1, 2], [1, 2]])
  }

  @Test("Of the many results of a hostile model the best are followed")
  func crowd() throws {
    var tracker = try ObjectTracker()
    let many = (0..<5000).map { number -> ObjectObservation in
      let (x, y) = (Double(number % 100) * 6, Double(number / 100) * 9)
      return seen(x, y, side: 20, score: 1 - Float(number) / 10_000)
    }
    for _ in 0..<3 {
      let found = try tracker.update(with: many, imageSize: size)
      #expect(found.count == 500)
    }
  }

  @Test("What is seen twice, or not in a row, gets no id and uses none up")
  func noBirth() throws {
    var tracker = try ObjectTracker()
    let first = seen(50, 50)
    let blink = seen(400, 300)
    let steady = seen(400, 50)
    var frames = [[first], [first, blink], [first, blink], [first], [first, blink], [first, blink], [first]]
    frames += Array(repeating: [first, steady], count: 3)
    #expect(try ids(&tracker, frames).last == [1, 2])
    #expect(try ids(&tracker, frames.prefix(7).map { $0 }).allSatisfy { $0.count <= 2 })
  }

  @Test("A weak observation begins nothing, but carries on what was seen before")
  func faint() throws {
    var tracker = try ObjectTracker()
    let weak = seen(300, 200, score: 0.3)
    let frames = [[seen(50, 50)]] + Array(repeating: [seen(50, 50, score: 0.3), weak], count: 20)
    #expect(try ids(&tracker, frames) == Array(repeating: [1], count: 21))
    #expect(try tracker.update(with: [seen(50, 50, score: 0.3)], imageSize: size).first?.observationIndex == 0)
    // Below the least score it is as if it were not there: reported once more, then not.
    #expect(try ids(&tracker, [[seen(50, 50, score: 0.2)], [seen(50, 50, score: 0.2)]]) == [[1], []])
  }

  @Test("An object that comes back within a second has its old id, one that comes later a new one")
  func disappearance() throws {
    for (gap, id) in [(24, 1), (25, 1), (26, 2)] {
      var tracker = try ObjectTracker()
      let object = seen(200, 200)
      let frames = Array(repeating: [object], count: 5) + Array(repeating: [], count: gap)
      let during = try ids(&tracker, frames)
      #expect(during[5] == [1] && during[6].isEmpty)
      #expect(try ids(&tracker, Array(repeating: [object], count: 3)).last == [id], "gap of \(gap)")
    }
  }

  @Test("A moving object is found again behind what hid it, at the place where it must be")
  func occlusion() throws {
    var tracker = try ObjectTracker()
    let frames = (0..<60).map { frame in
      (20..<35).contains(frame) ? [] : [seen(20 + 6 * Double(frame), 100, side: 80)]
    }
    #expect(try ids(&tracker, frames).last == [1])
  }

  @Test(
    "An object that is nearly out of the frame ends at once, one that is mostly out when it is missed for four frames")
  func leaving() throws {
    var tracker = try ObjectTracker()
    // A tenth of a box is the limit; boxes are 100 wide.
    _ = try tracker.update(with: [seen(-91, 50), seen(-89, 300)], imageSize: size)
    #expect(tracker.tracks.count == 1)
    for (x, remains) in [(-72.0, false), (-68, true)] {
      tracker = try ObjectTracker()
      for _ in 0..<5 { _ = try tracker.update(with: [seen(x, 50)], imageSize: size) }
      for _ in 0..<3 { _ = try tracker.update(with: [], imageSize: size) }
      #expect(tracker.tracks.count == 1)
      _ = try tracker.update(with: [], imageSize: size)
      #expect(tracker.tracks.count == (remains ? 1 : 0), "at \(x)")
    }
  }

  @Test(
    "Predictions are reported for ten frames without a detector, within the frame, and again after the next detection")
  func predictions() throws {
    var tracker = try ObjectTracker()
    for _ in 0..<3 { _ = try tracker.update(with: [seen(-20, 50), seen(560, 400)], imageSize: size) }
    let boxes = try tracker.skip(imageSize: size).map(\.boundingBox).sorted { $0.minX < $1.minX }
    let expected = [CGRect(x: 0, y: 50, width: 80, height: 100), CGRect(x: 560, y: 400, width: 80, height: 80)]
    for (box, other) in zip(boxes, expected) {
      for (value, wanted) in [
        (box.minX, other.minX), (box.minY, other.minY), (box.width, other.width), (box.height, other.height),
      ] { #expect(abs(value - wanted) < 1) }
    }
    #expect(boxes.count == 2)
    #expect(try (2...10).allSatisfy { _ in try tracker.skip(imageSize: size).count == 2 })
    #expect(try tracker.skip(imageSize: size).isEmpty)
    #expect(try tracker.update(with: [seen(-20, 50), seen(560, 400)], imageSize: size).count == 2)
  }

  @Test("Ids are never given twice, not even after reset; reset begins as if new")
  func reset() throws {
    var tracker = try ObjectTracker()
    #expect(try ids(&tracker, [[seen(50, 50), seen(300, 300)]]) == [[1, 2]])
    _ = try tracker.update(with: [], imageSize: size, timestampInMilliseconds: 1000)
    tracker.reset()
    let objects = try tracker.update(with: [seen(50, 50)], imageSize: size, timestampInMilliseconds: 0)
    #expect(objects.map(\.trackingID) == [3])
  }

  @Test("A picture of two colours keeps the ids of objects that pass through each other")
  func crossing() throws {
    // Two squares meet, stop for a moment at one place, and turn back: places alone cannot tell them apart.
    func place(_ frame: Int) -> Double { frame < 30 ? 100 + 5 * Double(frame) : 250 - 5 * Double(frame - 30) }
    func frame(_ number: Int) throws -> (ImageBuffer, [ObjectObservation]) {
      let left = place(number)
      let right = 540 - left
      var bytes = [UInt8](repeating: 90, count: 640 * 480 * 3)
      for (x, color) in [(left, [220, 30, 30] as [UInt8]), (right, [30, 30, 220])] {
        for row in 200..<300 {
          for column in Int(x)..<Int(x) + 100 {
            for channel in 0..<3 { bytes[(row * 640 + column) * 3 + channel] = color[channel] }
          }
        }
      }
      return (
        try ImageBuffer(copying: bytes, width: 640, height: 480, format: .rgb), [seen(left, 200), seen(right, 200)]
      )
    }
    var tracker = try ObjectTracker()
    for number in 0..<60 {
      let (image, observations) = try frame(number)
      let objects = try tracker.update(with: observations, image: image)
      for object in objects where object.missedUpdates == 0 {
        // The red one is the first of the observations, in every frame in which it is seen.
        #expect(object.trackingID == (object.observationIndex ?? -2) + 1, "frame \(number)")
      }
    }
    #expect(tracker.tracks.count == 2)
  }

  @Test("The class is the one with most votes, and a change of class does not change the id")
  func classes() throws {
    var tracker = try ObjectTracker()
    var last: [TrackedObject] = []
    for frame in 0..<20 {
      last = try tracker.update(with: [seen(50, 50, kind: frame.isMultiple(of: 4) ? 17 : 16)], imageSize: size)
    }
    #expect(last.map(\.trackingID) == [1])
    #expect(last.first?.objectClass == ObjectClass(index: 16, name: "class 16"))
  }

  @Test("Score and box are smoothed; an object that is missed is less sure")
  func smoothing() throws {
    var tracker = try ObjectTracker()
    _ = try tracker.update(with: [seen(50, 50, score: 0.5)], imageSize: size)
    let seenTwice = try tracker.update(with: [seen(50, 50, score: 1)], imageSize: size)
    #expect(abs((seenTwice.first?.score ?? 0) - 0.6) < 1e-6)
    #expect(seenTwice.first?.boundingBox == CGRect(x: 50, y: 50, width: 100, height: 100))
    let missed = try tracker.update(with: [], imageSize: size)
    #expect(abs((missed.first?.score ?? 0) - 0.54) < 1e-6)
    #expect(missed.first?.missedUpdates == 1)
    #expect(missed.first?.observationIndex == nil)
  }

  @Test("Boxes are cut off at the picture's edge, and what leaves is forgotten")
  func edges() throws {
    var tracker = try ObjectTracker()
    let first = try tracker.update(with: [seen(-40, 400)], imageSize: size)
    #expect(first.first?.boundingBox == CGRect(x: 0, y: 400, width: 60, height: 80))
    var out = try ObjectTracker()
    for frame in 0..<14 {
      _ = try out.update(with: [seen(200 - 20 * Double(frame), 100)], imageSize: size)
    }
    for _ in 0..<8 { _ = try out.update(with: [], imageSize: size) }
    #expect(out.tracks.isEmpty)
    // Without a size nothing is cut and nothing leaves.
    #expect(try tracker.update(with: [seen(-40, 400)]).first?.boundingBox.minX == -40)
  }

  @Test("At ten frames a second objects keep their ids as they do at twenty-five", arguments: [40, 100])
  func frameRates(step: Int) throws {
    var tracker = try ObjectTracker()
    var seenIDs: Set<Int> = []
    for time in stride(from: 0, to: 4000, by: step) {
      let seconds = Double(time) / 1000
      // Behind something from 1.5 to 2.2 s.
      let hidden = (1500..<2200).contains(time)
      let observations = [seen(20 + 90 * seconds, 100), seen(500 - 90 * seconds, 300)]
      let objects = try tracker.update(
        with: hidden ? [observations[0]] : observations, imageSize: size, timestampInMilliseconds: time)
      seenIDs.formUnion(objects.map(\.trackingID))
    }
    #expect(seenIDs == [1, 2])
  }

  @Test("What is lost is forgotten after a second of video time, whatever the rate", arguments: [10, 40, 100, 500])
  func lostByTime(step: Int) throws {
    for (pause, id) in [(1000, 1), (1600, 2)] {
      var tracker = try ObjectTracker()
      var time = 0
      func show(_ observations: [ObjectObservation]) throws -> [Int] {
        defer { time += step }
        return try tracker.update(with: observations, imageSize: size, timestampInMilliseconds: time).map(\.trackingID)
      }
      for _ in 0..<4 { _ = try show([seen(200, 200)]) }
      for _ in 0..<pause / step { _ = try show([]) }
      var last: [Int] = []
      for _ in 0..<4 { last = try show([seen(200, 200)]) }
      #expect(last == [id], "after \(pause) ms at \(step) ms a frame")
    }
  }

  @Test("In frames without a detector objects go on as predicted and count as seen")
  func skipping() throws {
    var tracker = try ObjectTracker()
    for frame in 0..<30 {
      let x = 50 + 4 * Double(frame)
      let objects =
        frame.isMultiple(of: 3)
        ? try tracker.update(with: [seen(x, 100)], imageSize: size) : try tracker.skip(imageSize: size)
      #expect(objects.map(\.trackingID) == [1])
      if frame > 15 { #expect(abs((objects.first?.boundingBox.minX ?? 0) - x) < 3) }
    }
    for _ in 0..<40 { _ = try tracker.skip(imageSize: size) }
    #expect(tracker.tracks.isEmpty)
  }

  @Test("An object that comes later gets its number also where the detector skips many frames", arguments: [2, 4, 6])
  func newcomersWhileSkipping(stride: Int) throws {
    var tracker = try ObjectTracker()
    var ids: Set<Int> = []
    for frame in 0..<5 * stride {
      let seen = frame < stride ? [seen(50, 100)] : [seen(50, 100), seen(200, 100)]
      let objects =
        frame.isMultiple(of: stride)
        ? try tracker.update(with: seen, imageSize: size) : try tracker.skip(imageSize: size)
      ids.formUnion(objects.map(\.trackingID))
    }
    #expect(ids == [1, 2])
  }

  @Test("A low-score detection carries on an object also where the detector skips many frames")
  func lowScoresWhileSkipping() throws {
    var tracker = try ObjectTracker()
    for frame in 0..<20 {
      let score: Float = frame == 0 ? 0.9 : 0.3
      let objects =
        frame.isMultiple(of: 4)
        ? try tracker.update(with: [seen(50, 100, score: score)], imageSize: size) : try tracker.skip(imageSize: size)
      #expect(objects.map(\.trackingID) == [1])
    }
  }

  @Test("Boxes without area, numbers that are none and huge ones are harmless")
  func badObservations() throws {
    var tracker = try ObjectTracker()
    var bad = [seen(50, 50, side: 0), seen(.nan, 50), seen(50, .infinity), seen(50, 50, score: .nan)]
    bad += [seen(50, 50, side: -20), seen(1e300, 1e300, side: 1e300), seen(50, 50, score: -.infinity)]
    bad.append(seen(1e12, 1e12, side: 1e6))
    let image = try ImageBuffer(width: 64, height: 48, format: .rgb)
    for _ in 0..<5 {
      let objects = try tracker.update(with: bad + [seen(10, 10, side: 30)], image: image)
      #expect(objects.map(\.trackingID).count <= 1)
      #expect(objects.allSatisfy { $0.observationIndex == bad.count })
    }
  }

  @Test("Timestamps have to rise; a refused call changes nothing")
  func timestamps() throws {
    var tracker = try ObjectTracker()
    _ = try tracker.update(with: [seen(50, 50)], imageSize: size, timestampInMilliseconds: 100)
    for time in [100, 99, Int.min] {
      #expect(throws: TasksError.self) {
        try tracker.update(with: [], imageSize: size, timestampInMilliseconds: time)
      }
    }
    // Time in which nobody looked is none in which the object was missed.
    let next = try tracker.update(with: [seen(50, 50)], imageSize: size, timestampInMilliseconds: Int.max)
    #expect(next.map(\.trackingID) == [1])
    // The clock has run out, and without a timestamp the tracker still goes on.
    #expect(try tracker.update(with: [], imageSize: size).map(\.trackingID) == [1])
    #expect(try tracker.update(with: [], imageSize: size).isEmpty)
  }

  @Test("Any number of objects is followed; at most as many as asked for are reported, the surest")
  func manyObjects() throws {
    var options = ObjectTrackerOptions()
    var tracker = try ObjectTracker(options: options)
    let crowd = (0..<200).map { (index: Int) -> ObjectObservation in
      let (column, row) = (Double(index % 20), Double(index / 20))
      return seen(column * 30, row * 45, side: 28, score: 0.5 + Float(index) / 500)
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3 {
      #expect(try tracker.update(with: crowd.shuffled(using: &random), imageSize: size).count == 200)
    }
    options.maxObjects = 5
    var few = try ObjectTracker(options: options)
    let best = try few.update(with: crowd, imageSize: size)
    #expect(best.compactMap(\.observationIndex) == [199, 198, 197, 196, 195])
  }

  @Test("A setting outside its range is refused by name")
  func badSettings() {
    let changes: [(name: String, change: (inout ObjectTrackerOptions) -> Void)] = [
      ("minScore", { $0.minScore = -0.1 }), ("highScore", { $0.highScore = 1.5 }),
      ("highScore", { $0.highScore = 0.1 }), ("matchOverlap", { $0.matchOverlap = .nan }),
      ("lostFrameLimit", { $0.lostFrameLimit = -1 }), ("lostReach", { $0.lostReach = .infinity }),
      ("confirmationUpdates", { $0.confirmationUpdates = 0 }), ("coastedUpdateLimit", { $0.coastedUpdateLimit = -1 }),
      ("maxObjects", { $0.maxObjects = 0 }),
    ]
    for (name, change) in changes {
      var options = ObjectTrackerOptions()
      change(&options)
      let error = #expect(throws: TasksError.self) { try ObjectTracker(options: options) }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains(name) == true)
    }
  }

  @Test("Boxes in fractions of the frame are refused, and nothing has changed")
  func normalizedBoxes() throws {
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ObjectObservation {
      ObjectObservation(boundingBox: CGRect(x: x, y: y, width: width, height: height), score: 0.9)
    }
    var tracker = try ObjectTracker()
    let fractions = [box(0.1, 0.2, 0.3, 0.4), box(0, 0, 1, 1), box(0, 0, 0, 0)]
    let error = #expect(throws: TasksError.self) {
      try tracker.update(with: fractions, imageSize: size, timestampInMilliseconds: 100)
    }
    #expect(error?.code == .invalidArgumentError)
    let reason =
      "such as x 0.1, y 0.2, width 0.3, height 0.4, in a frame of 640 x 480 pixels. ObjectTracker takes boxes in pixels"
    #expect(error?.message.contains(reason) == true)
    let image = try ImageBuffer(width: 64, height: 48, format: .rgb)
    #expect(throws: TasksError.self) { try tracker.update(with: fractions, image: image) }
    // The refused frame's time does not count, and boxes that may be pixels pass, as do boxes that are none.
    let allowed = [
      [box(0, 0, 1, 1)], [box(0.1, 0.1, 0.5, 0.5), box(5, 5, 9, 9)], [], [box(0, 0, 0, 0)], [box(.nan, 0, 0.5, 1)],
    ]
    for (index, list) in allowed.enumerated() {
      #expect(throws: Never.self) {
        try tracker.update(with: list, imageSize: size, timestampInMilliseconds: 50 + index)
      }
    }
    #expect(throws: Never.self) { try tracker.update(with: fractions) }
    // A size that is no whole number of pixels is said as it is.
    for width in [Double.infinity, 1e300, 9.3e18, 2.5] {
      let error = #expect(throws: TasksError.self) {
        try tracker.update(with: fractions, imageSize: CGSize(width: width, height: .nan))
      }
      #expect(error?.message.contains("in a frame of \(width) x nan pixels") == true, "\(error?.message ?? "")")
    }
  }
}
