import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCatalog
import VisionImaging
import VisionMedia
import VisionPerception

@Suite(
  "Poses in videos, each frame given MediaPipe's own state",
  .needs(.shared))
struct PoseFedGoldenTests {
  /// What MediaPipe's pipeline was given on each frame and what it made of it.
  struct Fed: Decodable, Sendable, CustomTestStringConvertible {
    struct Detection: Decodable {
      let keypoints: [[Float]]
      let roi: [Float]
    }

    struct Pose: Decodable {
      let roi: [Float]
      let cropSha256: String
      let found: Bool
      let cropLandmarks: [[Float]]?
      let rawLandmarks: [[Float]]?
      let rawWorldLandmarks: [[Float]]?
      let nextRoi: [Float]?
      let landmarks: [[Float]]?
      let worldLandmarks: [[Float]]?
    }

    struct Frame: Decodable {
      let frame: Int
      let timestampMs: Int
      let detectorRan: Bool
      let detectorInputSha256: String?
      let detections: [Detection]?
      let poses: [Pose]
    }

    let `case`: String
    let media: String
    let model: RecordedModel
    let options: PoseGolden.Options
    let blackFrames: [Int]?
    let smoothed: Bool
    let frames: [Frame]

    var testDescription: String { `case` }
  }

  static func all() throws -> [Fed] {
    let folder = URL(filePath: try SharedFolder.path("golden/fed"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.contains(".pose-") }.sorted().map { name in
      try JSONDecoder().decode(Fed.self, from: Data(contentsOf: folder.appending(path: name)))
    }
  }

  /// The largest differences of a clip.
  private struct Worst {
    var landmarks: Float = 0
    var world: Float = 0
    var certainty: Float = 0
    var rects: Float = 0
    var smoothed: Float = 0
    /// Landmarks of crops that are not the recorded ones.
    var otherCrops: Float = 0
    var crops = 0
    var equalCrops = 0
  }

  @Test("Crops to the byte, regions, association, landmarks before and after smoothing", arguments: try all())
  func fed(fed: Fed) throws {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/\(fed.model.file)")
    options.runningMode = .video
    options.numPoses = fed.options.numPoses ?? 1
    let pipeline = try PosePipeline(options: options)
    let reader = try VideoReader(contentsOfFile: SharedFolder.path("media/\(fed.media)"))
    var smoother = PoseSmoother()
    var previous: [RotatedRegion] = []
    var worst = Worst()
    for expected in fed.frames {
      let image = try picture(
        #require(try reader.next()).image, isBlack: fed.blackFrames?.contains(expected.frame) == true)
      let place = "\(fed.case) frame \(expected.frame)"
      try checkDetector(expected, image, &worst, place)

      #expect(expected.detectorRan == (previous.count < options.numPoses), "\(place)")
      var rects = previous + (expected.detections ?? []).map { rect($0.roi) }
      rects.associate(threshold: 0.5)
      #expect(Array(rects.prefix(options.numPoses)) == expected.poses.map { rect($0.roi) }, "\(place): association")

      for pose in expected.poses {
        let region = rect(pose.roi).pixels(in: image.size)
        #expect(
          try digest(of: region, in: image, size: 256, border: .replicate) == pose.cropSha256, "\(place): crop")
        worst.crops += 1
        let isEqual = try fastDigest(of: region, in: image, size: 256) == pose.cropSha256
        if isEqual { worst.equalCrops += 1 }
        try pipeline.findPoses(in: Frame(image: image), rects: [rect(pose.roi)])
        #expect(pipeline.foundPoses.count == (pose.found ? 1 : 0), "\(place): presence")
        guard let found = pipeline.foundPoses.first else { continue }
        if isEqual { try compare(found, pose, &worst) } else { try compareOther(found, pose, &worst) }
      }
      if fed.smoothed { try checkSmoothing(expected, &smoother, image.size, &worst) }
      previous = expected.poses.compactMap { $0.nextRoi.map(rect) }
    }
    print(
      "\(fed.case): \(worst.equalCrops) of \(worst.crops) crops are those of today's MediaPipe too; landmarks \(worst.landmarks), world \(worst.world), "
        + "visibility and presence \(worst.certainty), regions \(worst.rects), smoothed \(worst.smoothed); "
        + "landmarks of other crops \(worst.otherCrops)")
    #expect(worst.equalCrops >= 5)
    // Crops of MediaPipe 0.10.21 and ours differ in some samples; the largest measured is 0.0113.
    #expect(worst.otherCrops <= 0.03)
    #expect(worst.landmarks <= 1e-5)
    #expect(worst.world <= 1e-5)
    #expect(worst.certainty <= 1e-5)
    #expect(worst.rects <= 1e-5)
    #expect(worst.smoothed <= 1e-6)
  }

  private func checkDetector(_ expected: Fed.Frame, _ image: ImageBuffer, _ worst: inout Worst, _ place: String) throws
  {
    guard expected.detectorRan else { return }
    let region = RotatedRegion(coveringImageOf: image.size).pixels(in: image.size)
      .letterboxed(tensorWidth: 224, tensorHeight: 224)
    #expect(
      try digest(of: region, in: image, size: 224, border: .zero) == expected.detectorInputSha256,
      "\(place): detector crop")
    for detection in expected.detections ?? [] {
      let points = detection.keypoints.map { SIMD2($0[0], $0[1]) }
      let ours = PoseRegions.rect(center: points[0], scalePoint: points[1], in: image.size)
      worst.rects = max(worst.rects, difference(ours, rect(detection.roi)))
    }
  }

  private func compare(_ found: Pose, _ expected: Fed.Pose, _ worst: inout Worst) throws {
    let raw = try #require(expected.rawLandmarks)
    let crop = try #require(expected.cropLandmarks)
    let world = try #require(expected.rawWorldLandmarks)
    for index in 0..<33 {
      worst.landmarks = max(worst.landmarks, difference(found.landmarks[index], raw[index]))
      worst.world = max(worst.world, difference(found.worldLandmarks[index], world[index]))
      worst.certainty = max(
        worst.certainty, abs(found.visibility[index] - crop[index][3]), abs(found.presence[index] - crop[index][4]))
    }
    worst.rects = max(worst.rects, difference(found.nextRect, rect(try #require(expected.nextRoi))))
  }

  /// Landmarks of a crop in which some samples between two pixels are the other one than in the recording.
  private func compareOther(_ found: Pose, _ expected: Fed.Pose, _ worst: inout Worst) throws {
    for (ours, theirs) in zip(found.landmarks, try #require(expected.rawLandmarks)) {
      worst.otherCrops = max(worst.otherCrops, abs(ours.x - theirs[0]), abs(ours.y - theirs[1]))
    }
  }

  /// The filters alone: they are given the recorded raw values.
  private func checkSmoothing(
    _ expected: Fed.Frame, _ smoother: inout PoseSmoother, _ size: ImageSize, _ worst: inout Worst
  ) throws {
    guard let given = expected.poses.first(where: \.found) else { return smoother.resetPositions() }
    let crop = try #require(given.cropLandmarks)
    var pose = Pose()
    pose.landmarks = try #require(given.rawLandmarks).prefix(33).map { SIMD3($0[0], $0[1], $0[2]) }
    pose.worldLandmarks = try #require(given.rawWorldLandmarks).map { SIMD3($0[0], $0[1], $0[2]) }
    pose.visibility = crop.prefix(33).map { $0[3] }
    pose.worldVisibility = pose.visibility
    pose.nextRect = rect(try #require(given.nextRoi))
    smoother.smooth(
      &pose, objectScale: pose.nextRect.meanSide(in: size), timestampInMilliseconds: expected.timestampMs, in: size)
    let landmarks = try #require(given.landmarks)
    let world = try #require(given.worldLandmarks)
    for index in 0..<33 {
      worst.smoothed = max(
        worst.smoothed, difference(pose.landmarks[index], landmarks[index]),
        difference(pose.worldLandmarks[index], world[index]), abs(pose.visibility[index] - landmarks[index][3]),
        abs(pose.worldVisibility[index] - world[index][3]))
    }
  }

  private func picture(_ image: ImageBuffer, isBlack: Bool) throws -> ImageBuffer {
    guard isBlack else { return image }
    return try ImageBuffer(
      copying: [UInt8](repeating: 0, count: image.width * image.height * 3), width: image.width, height: image.height,
      format: .rgb)
  }

  private func rect(_ values: [Float]) -> RotatedRegion {
    RotatedRegion(xCenter: values[0], yCenter: values[1], width: values[2], height: values[3], rotation: values[4])
  }

  private func difference(_ a: RotatedRegion, _ b: RotatedRegion) -> Float {
    max(
      abs(a.xCenter - b.xCenter), abs(a.yCenter - b.yCenter), abs(a.width - b.width), abs(a.height - b.height),
      abs(a.rotation - b.rotation))
  }

  private func difference(_ ours: SIMD3<Float>, _ theirs: [Float]) -> Float {
    max(abs(ours.x - theirs[0]), abs(ours.y - theirs[1]), abs(ours.z - theirs[2]))
  }

  /// The hash of a region's pixels. The recordings are MediaPipe 0.10.21's, which computes the right corners another way than
  /// 1.2.2 and we, so the plain sampler takes them; RegionSamplerTests compares it with the fast one.
  private func digest(
    of region: RotatedRegion, in image: ImageBuffer, size: Int, border: BorderMode
  ) throws -> String {
    let sampler = ReferenceSampler(width: size, height: size, border: border, rightCorners: .mirrored)
    return try SHA256Digest.hexadecimal(of: sampler.sample(region, of: image))
  }

  /// The hash of the pixels that our pipeline samples.
  private func fastDigest(of region: RotatedRegion, in image: ImageBuffer, size: Int) throws -> String {
    var bytes = [UInt8](repeating: 0, count: size * size * 3)
    try bytes.withUnsafeMutableBufferPointer {
      try RegionSampler(width: size, height: size, border: .replicate).sample(region, of: image, into: $0)
    }
    return try SHA256Digest.hexadecimal(of: bytes)
  }
}
