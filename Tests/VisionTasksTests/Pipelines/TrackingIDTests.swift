import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@testable import VisionTasks

@Suite("IDs that last for people, hands and faces", .needs(.shared))
struct TrackingIDTests {
  /// A frame's IDs and the horizontal places of their landmarks, in fractions of the image.
  private struct Sighting {
    let id: Int
    let x: Float
  }

  private func sightings(_ ids: [Int?], _ landmarks: [[NormalizedLandmark]]) throws -> [Sighting] {
    try #require(ids.count == landmarks.count)
    return zip(ids, landmarks).compactMap { id, points in
      id.map { Sighting(id: $0, x: points.map(\.x).reduce(0, +) / Float(points.count)) }
    }
  }

  /// Checks that IDs stand in one order from left to right in all frames: the camera moves, the subjects do not.
  private func check(_ frames: [[Sighting]], of name: String, atMost count: Int) {
    var order: Set<[Int]> = []
    for frame in frames {
      let ids = frame.sorted { $0.x < $1.x }.map(\.id)
      for (index, left) in ids.enumerated() { for right in ids[(index + 1)...] { order.insert([left, right]) } }
    }
    let swapped = order.filter { order.contains([$0[1], $0[0]]) }
    let ids = Set(frames.joined().map(\.id))
    print("\(name): IDs \(ids.sorted()) in \(frames.count) frames, sightings \(frames.map(\.count).reduce(0, +))")
    #expect(swapped.isEmpty && !ids.isEmpty && ids.count <= count, "\(name): \(swapped)")
  }

  private func frames(_ file: String, _ result: (MPImage, Int) throws -> [Sighting]) throws -> [[Sighting]] {
    let reader = try VideoReader(contentsOfFile: SharedFolder.path("media/\(file)"))
    var frames: [[Sighting]] = []
    while let frame = try reader.next() {
      frames.append(try result(MPImage(imageBuffer: frame.image), frame.timestampInMilliseconds))
    }
    return frames
  }

  private func poseTask(_ count: Int) throws -> PoseLandmarker {
    let options = PoseLandmarkerOptions(modelPath: try SharedFolder.path("models/pose_landmarker_lite.task"))
    (options.runningMode, options.numPoses, options.shouldOutputTrackingIDs) = (.video, count, true)
    return try PoseLandmarker(options: options)
  }

  private func handTask(_ count: Int) throws -> HandLandmarker {
    let options = HandLandmarkerOptions(modelPath: try SharedFolder.path("models/hand_landmarker.task"))
    (options.runningMode, options.numHands, options.shouldOutputTrackingIDs) = (.video, count, true)
    return try HandLandmarker(options: options)
  }

  @Test("People and hands under a moving camera keep their IDs", arguments: ["trio_pan.mp4", "walkers_pan.mp4"])
  func pans(file: String) throws {
    let poses = try poseTask(3)
    check(
      try frames(file) {
        let result = try poses.detect(videoFrame: $0, timestampInMilliseconds: $1)
        return try sightings(result.trackingIDs, result.landmarks)
      }, of: "\(file), people", atMost: 3)
    guard file == "trio_pan.mp4" else { return }
    let hands = try handTask(4)
    check(
      try frames(file) {
        let result = try hands.detect(videoFrame: $0, timestampInMilliseconds: $1)
        return try sightings(result.trackingIDs, result.landmarks)
      }, of: "\(file), hands", atMost: 4)
  }

  @Test("A face under a moving camera keeps its ID, also when it leaves and comes back")
  func face() throws {
    let options = FaceLandmarkerOptions(modelPath: try SharedFolder.path("models/face_landmarker.task"))
    (options.runningMode, options.numFaces, options.shouldOutputTrackingIDs) = (.video, 2, true)
    let faces = try FaceLandmarker(options: options)
    check(
      try frames("face_pan.mp4") {
        let result = try faces.detect(videoFrame: $0, timestampInMilliseconds: $1)
        return try sightings(result.trackingIDs, result.faceLandmarks)
      }, of: "face_pan.mp4, landmarks", atMost: 1)
  }

  /// A part of an image, to be set into frames.
  private struct Sprite {
    let rows: [[UInt8]]

    init(_ file: String, x: Range<Int>, y: Range<Int>) throws {
      let image = try ImageFile.read(contentsOfFile: SharedFolder.path("media/\(file)"))
      let step = image.format.bytesPerPixel
      rows = image.withUnsafeBytes { bytes in
        y.map { row in
          x.flatMap { column in (0..<3).map { bytes[row * image.bytesPerRow + column * step + $0] } }
        }
      }
    }
  }

  /// Moves two sprites through each other, the first one in front, and checks that each keeps its ID wherever they are apart.
  private func cross(
    _ front: Sprite, _ back: Sprite, width: Int, of name: String,
    _ result: (MPImage, Int) throws -> [Sighting]
  ) throws {
    let (frameCount, height) = (60, max(front.rows.count, back.rows.count))
    func place(_ sprite: Sprite, _ share: Double) -> Int { Int(share * Double(width - sprite.rows[0].count / 3)) }
    var owners: [Int: Int] = [:]
    var (apart, swaps) = (0, 0)
    for number in 0..<frameCount {
      let share = Double(number) / Double(frameCount - 1)
      let places = [place(front, share), place(back, 1 - share)]
      var bytes = [UInt8](repeating: 235, count: width * height * 3)
      for (sprite, x) in [(back, places[1]), (front, places[0])] {
        for (row, pixels) in sprite.rows.enumerated() {
          let start = (row * width + x) * 3
          bytes.replaceSubrange(start..<start + pixels.count, with: pixels)
        }
      }
      let image = try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
      let centers = zip(places, [front, back]).map { Double($0 + $1.rows[0].count / 6) / Double(width) }
      guard abs(centers[0] - centers[1]) * Double(width) > 60 else {
        _ = try result(MPImage(imageBuffer: image), 40 * number)
        continue
      }
      for sighting in try result(MPImage(imageBuffer: image), 40 * number) {
        let x = Double(sighting.x)
        let owner = abs(x - centers[0]) < abs(x - centers[1]) ? 0 : 1
        apart += 1
        if owners[sighting.id, default: owner] != owner { swaps += 1 }
        owners[sighting.id] = owners[sighting.id] ?? owner
      }
    }
    print("\(name): \(apart) sightings of two who are apart, \(swaps) of another's ID, IDs \(owners.keys.sorted())")
    #expect(swaps == 0 && apart > frameCount && Set(owners.values) == [0, 1] && owners.count == 2)
  }

  @Test("Two people who walk through each other keep their IDs")
  func crossingPeople() throws {
    let poses = try poseTask(2)
    try cross(
      Sprite("two_walkers.png", x: 195..<315, y: 80..<420), Sprite("tennis.png", x: 140..<320, y: 60..<360),
      width: 640, of: "a walker and a tennis player"
    ) {
      let result = try poses.detect(videoFrame: $0, timestampInMilliseconds: $1)
      return try sightings(result.trackingIDs, result.landmarks)
    }
  }

  @Test("Two faces that pass each other keep their IDs")
  func crossingFaces() throws {
    let options = FaceLandmarkerOptions(modelPath: try SharedFolder.path("models/face_landmarker.task"))
    (options.runningMode, options.numFaces, options.shouldOutputTrackingIDs) = (.video, 2, true)
    let faces = try FaceLandmarker(options: options)
    let detection = FaceDetectorOptions(modelPath: try SharedFolder.path("models/blaze_face_short_range.tflite"))
    (detection.runningMode, detection.shouldOutputTrackingIDs) = (.video, true)
    let detector = try FaceDetector(options: detection)
    let sprites = try [0, 320].map { try Sprite("face_four.png", x: $0..<$0 + 320, y: 0..<320) }
    try cross(sprites[0], sprites[1], width: 800, of: "two faces, landmarks") {
      let result = try faces.detect(videoFrame: $0, timestampInMilliseconds: $1)
      return try sightings(result.trackingIDs, result.faceLandmarks)
    }
    try cross(sprites[0], sprites[1], width: 800, of: "two faces, boxes") { image, time in
      let result = try detector.detect(videoFrame: image, timestampInMilliseconds: time)
      return zip(result.trackingIDs, result.detections).compactMap { id, face in
        id.map { Sighting(id: $0, x: Float(face.boundingBox.midX) / Float(image.width)) }
      }
    }
  }

  @Test("A task gives IDs on request only, and not in image mode; after a reset they begin at 1 again")
  func requests() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))
    let hands = try handTask(2)
    let first = try hands.detect(videoFrame: image, timestampInMilliseconds: 0)
    #expect(first.trackingIDs == [1])
    let copy = try JSONDecoder().decode(HandLandmarkerResult.self, from: JSONEncoder().encode(first))
    #expect(copy == first && copy.trackingIDs == [1])
    hands.reset()
    #expect(try hands.detect(videoFrame: image, timestampInMilliseconds: 0).trackingIDs == [1])
    for mode in [RunningMode.image, .video] {
      let options = HandLandmarkerOptions(modelPath: try SharedFolder.path("models/hand_landmarker.task"))
      (options.runningMode, options.shouldOutputTrackingIDs) = (mode, mode == .image)
      let task = try HandLandmarker(options: options)
      let result =
        try mode == .image ? task.detect(image: image) : task.detect(videoFrame: image, timestampInMilliseconds: 0)
      #expect(result.trackingIDs == [] && result.landmarks.count == 1)
      #expect(try !String(decoding: JSONEncoder().encode(result), as: UTF8.self).contains("trackingIds"))
    }
  }
}
