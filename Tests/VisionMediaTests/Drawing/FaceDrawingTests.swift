import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionMedia

@Suite("Faces drawn")
struct FaceDrawingTests {
  /// Landmarks on a grid, which is wide enough for a mesh. Without the types the compiler takes eight seconds.
  private static let grid: [SIMD2<Float>] = (0..<478).map { (index: Int) -> SIMD2<Float> in
    let place = SIMD2(Float(index % 22), Float(index / 22))
    return place * Float(0.6 / 21) + Float(0.2)
  }

  private func drawn(_ skeleton: LandmarkSkeleton, _ size: Int = 400) throws -> [UInt8] {
    var face = LandmarkAnnotation(landmarks: Self.grid)
    face.skeleton = skeleton
    return try LandmarkAnnotator().annotate(DrawingTests.flat(60, width: size, height: size), with: [face]).rgbBytes()
  }

  @Test("The mesh is thin and translucent, contours are bright, and nothing has dots")
  func styles() throws {
    let lines = LandmarkSkeleton.face.parts.map { LandmarkSkeleton(parts: [$0]) }
    let mesh = try drawn(lines[0])
    #expect(mesh.contains { $0 > 100 } && !mesh.contains { $0 > 215 || $0 < 60 })
    let lips = try drawn(lines[2])
    #expect(lips.contains { $0 > 240 } && lips.contains { $0 < 50 })
    let changed = stride(from: 0, to: lips.count, by: 3).filter { lips[$0] != 60 }.count
    #expect(changed < 400 * 400 / 8)
    #expect(LandmarkSkeleton.face.hasDots == false && LandmarkSkeleton.pose.hasDots)
  }

  @Test("The mesh of a face of few pixels is left out, which would hide it")
  func smallFace() throws {
    #expect(try drawn(LandmarkSkeleton(parts: [LandmarkSkeleton.face.parts[0]]), 60).allSatisfy { $0 == 60 })
  }

  @Test("A face's points are dots in its box")
  func keypoints() throws {
    let face = Detection(
      categories: [ResultCategory(index: 0, score: 0.5, categoryName: nil, displayName: nil)],
      boundingBox: CGRect(x: 40, y: 30, width: 80, height: 80),
      keypoints: [NormalizedKeypoint(location: CGPoint(x: 0.5, y: 0.5), label: nil, score: 0)])
    let result = FaceDetectorResult(detections: [face], timestampInMilliseconds: 0)
    let part = try #require(result.parts.first as? BoxesPart)
    #expect(part.annotations.map(\.label) == ["face 0.50"] && part.annotations[0].keypoints == [SIMD2(0.5, 0.5)])
    let image = try DrawingTests.flat(60, width: 160, height: 120)
    let bytes = try image.annotated(with: result).rgbBytes()
    let middle = 3 * (60 * 160 + 80)
    #expect(Array(bytes[middle..<middle + 3]) != [60, 60, 60])
  }

  private static let bars = (0..<52).map { BarAnnotation(label: "bar\($0)", value: Double($0) / 51) }

  @Test("Bars stand at the side that figures leave free, and nowhere without room")
  func bars() throws {
    let canvas = try ImageCanvas(DrawingTests.flat(60, width: 400, height: 300))
    func place(_ figures: [DrawingBox]) -> DrawingBox? { BarAnnotator().draw(Self.bars, on: canvas, avoiding: figures) }
    let left = try #require(place([]))
    #expect(left.maxX < 200 && left.maxY < 300)
    let right = try #require(place([left]))
    #expect(right.minX > 200)
    #expect(place([left, right]) == nil)
    let narrow = try ImageCanvas(DrawingTests.flat(60, width: 90, height: 300))
    #expect(BarAnnotator().draw(Self.bars, on: narrow, avoiding: []) == nil)
    #expect(BarAnnotator().draw([], on: canvas, avoiding: []) == nil)
    BarAnnotator(maxBars: -1).draw([BarAnnotation(label: "", value: .nan)], on: canvas)
  }

  /// MediaPipe's results of one image.
  private struct Golden: Decodable {
    struct Frame: Decodable {
      let landmarks: [[[Float]]]?
      let blendshapes: [[ResultCategory]]?
      let poseLandmarks: [[Float]]?
      let leftHandLandmarks: [[Float]]?
      let rightHandLandmarks: [[Float]]?
      let faceLandmarks: [[Float]]?
      let detections: [Detection]?
    }

    let media: String
    let frames: [Frame]
  }

  private static let body = LandmarksFormat(
    key: "poseLandmarks", subject: .person, topology: .pose, firstLandmark: "nose", isSingle: true,
    replaced: [
      "faceLandmarks": Array(0...10), "leftHandLandmarks": [17, 19, 21], "rightHandLandmarks": [18, 20, 22],
    ])
  private static let hands = ["leftHandLandmarks", "rightHandLandmarks"].map {
    LandmarksFormat(key: $0, subject: .hand, topology: .hand, firstLandmark: "wrist", isSingle: true)
  }

  private struct Picture: TaskOutput {
    static let format = OutputFormat(task: "face", title: "", subject: .face, parts: [])
    let parts: [any OutputPart]
  }

  /// Writes the drawings of recorded results into the folder that VISION_SCREENSHOTS names, to look at.
  @Test(
    "Recorded faces and people are drawn", .needs(.unpublished),
    arguments: [
      "face_close.face_n1", "face_four.face_n3", "face_business.face_n1", "rock_portrait.face_n3",
      "holistic/yoga.holistic", "holistic/tennis.holistic", "holistic/call_landscape.holistic",
      "face_four.facedet-short",
      "three_people.facedet-full",
    ])
  func recorded(name: String) throws {
    let golden: Golden = try #require(GoldenFolder.shared).decode(from: name + ".json")
    let frame = try #require(golden.frames.first)
    func points(_ lists: [[Float]]) -> [NormalizedLandmark] {
      lists.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0[2], visibility: nil, presence: nil) }
    }
    func part(_ lists: [[Float]]?, _ format: LandmarksFormat) -> LandmarksPart {
      LandmarksPart(format, landmarks: [lists ?? []].filter { !$0.isEmpty }.map(points))
    }
    let parts: [any OutputPart] = [
      LandmarksPart(.face, landmarks: (frame.landmarks ?? []).map(points)),
      CategoriesPart(.blendshapes, frame.blendshapes ?? []), part(frame.faceLandmarks, .face),
      part(frame.poseLandmarks, Self.body), part(frame.leftHandLandmarks, Self.hands[0]),
      part(frame.rightHandLandmarks, Self.hands[1]),
      BoxesPart(.faces, (frame.detections ?? []).map { OutputBox($0) }),
    ]
    let image = try ImageFile.read(contentsOfFile: SharedFolder.media(golden.media))
    let start = ContinuousClock.now
    let drawn = try Picture(parts: parts).drawn(on: image)
    print("\(name): drawn in \(ContinuousClock.now - start)")
    #expect(try drawn.packedBytes != ImageCanvas(image).finish().packedBytes)
    guard let folder = ProcessInfo.processInfo.environment["VISION_SCREENSHOTS"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try ImageFile.write(drawn, toFile: "\(folder)/\(name.replacing("/", with: "-")).png")
  }
}
