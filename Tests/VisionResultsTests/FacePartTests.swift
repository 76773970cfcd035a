import Foundation
import Testing
import VisionTasks

@testable import VisionResults

/// A face with everything that a task can say of it, and one person's parts side by side.
private struct FaceOutput: TaskOutput {
  static let format = OutputFormat(
    task: "faces", title: "FaceResult", subject: .face,
    parts: [
      LandmarksFormat.face, CategoriesFormat.blendshapes, MatricesFormat.facialTransformation,
    ])

  var landmarks = 2
  var faces = 1
  var hasFurther = true
  var trackingIDs: [Int?]?

  static let scores: [Float] = (0..<52).map { Float($0) / 64 }

  var parts: [any OutputPart] {
    let points = (0..<landmarks).map {
      NormalizedLandmark(x: Float($0), y: 0.5, z: -0.25, visibility: nil, presence: nil)
    }
    let blendshapes = Self.scores.enumerated().map {
      ResultCategory(index: $0, score: $1, categoryName: "shape\($0)", displayName: nil)
    }
    let rows = (0..<4).map { row in (0..<4).map { Float(4 * row + $0) } }
    let further = hasFurther ? faces : 0
    return [
      LandmarksPart(
        .face, landmarks: Array(repeating: points, count: faces), scores: Array(repeating: 0.75, count: faces),
        trackingIDs: trackingIDs),
      CategoriesPart(.blendshapes, Array(repeating: blendshapes, count: further)),
      MatricesPart(.facialTransformation, Array(repeating: MatricesPart.Matrix(rows: rows), count: further)),
    ]
  }
}

extension FaceOutput: Decodable {
  init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let faces = try json.part(LandmarksFormat.face)
    let blendshapes = try json.part(CategoriesFormat.blendshapes)
    let matrices = try json.part(MatricesFormat.facialTransformation)
    self.init(
      landmarks: faces.landmarks.first?.count ?? 0, faces: faces.count, hasFurther: blendshapes.count > 0,
      trackingIDs: faces.trackingIDs)
    guard self.parts.map({ AnyHashable($0) }) == [AnyHashable(faces), AnyHashable(blendshapes), AnyHashable(matrices)]
    else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "other values")) }
  }
}

/// One person's parts, as of a holistic task.
private struct PersonOutput: TaskOutput {
  static let pose = LandmarksFormat(
    key: "poseLandmarks", worldKey: "poseWorldLandmarks", subject: .person, topology: .pose, firstLandmark: "nose",
    isSingle: true)
  static let hand = LandmarksFormat(
    key: "leftHandLandmarks", worldKey: "leftHandWorldLandmarks",
    subject: .init(one: "left hand", several: "left hands"),
    topology: .hand, firstLandmark: "wrist", isSingle: true)
  static let blendshapes = CategoriesFormat.blendshapes(isSingle: true)
  static let format = OutputFormat(
    task: "person", title: "PersonResult", subject: .person, parts: [pose, hand, blendshapes])

  private static let point = NormalizedLandmark(x: 0.5, y: 0.25, z: 0, visibility: 0.75, presence: 1)
  private static let worldPoint = Landmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
  private static let shape = ResultCategory(index: 9, score: 0.5, categoryName: "blink", displayName: nil)

  var parts: [any OutputPart] {
    [
      LandmarksPart(Self.pose, landmarks: [[Self.point]], worldLandmarks: [[Self.worldPoint]]),
      LandmarksPart(Self.hand, landmarks: [], worldLandmarks: []), CategoriesPart(Self.blendshapes, [[Self.shape]]),
    ]
  }
}

@Suite("Faces and whole bodies as outputs")
struct FacePartTests {
  private func line(_ output: any TaskOutput) throws -> String {
    try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output).json()
  }

  @Test("A line has MediaPipe's names, and what was not asked for has no key")
  func json() throws {
    let full = try line(FaceOutput(landmarks: 1))
    #expect(
      full.contains(#""faceLandmarks":[[[0,0.5,-0.25]]],"faceScores":[0.75],"facialTransformationMatrixes":[[0,1,2,"#))
    #expect(full.contains(#""faceBlendshapes":[[{"categoryName":"shape0","index":0,"score":0},"#))
    #expect(
      try line(FaceOutput(landmarks: 1, hasFurther: false, trackingIDs: [7])) == """
        {"faceLandmarks":[[[0,0.5,-0.25]]],"faceScores":[0.75],"frame":0,"task":"faces","timestampMs":null,\
        "trackingIds":[7]}
        """)
  }

  @Test("Every value comes back from a line", arguments: [0, 1, 3], [true, false])
  func reading(faces: Int, hasFurther: Bool) throws {
    let output = FaceOutput(
      faces: faces, hasFurther: hasFurther, trackingIDs: Array((0..<faces).map { $0 == 1 ? nil : $0 }))
    _ = try JSONDecoder().decode(FaceOutput.self, from: Data(line(output).utf8))
  }

  @Test("The parts of one person are lists without a list of people")
  func person() throws {
    #expect(
      try line(PersonOutput()) == """
        {"faceBlendshapes":[{"categoryName":"blink","index":9,"score":0.5}],"frame":0,"leftHandLandmarks":[],\
        "leftHandWorldLandmarks":[],"poseLandmarks":[[0.5,0.25,0,0.75,1]],"poseWorldLandmarks":[[1,2,3]],\
        "task":"person","timestampMs":null}
        """)
    let table = OutputTable(PersonOutput())
    #expect(table.columns.suffix(2) == ["blendshape", "blendshape_score"])
    #expect(table.rows.map { $0[0] } == ["person"] && table.rows.allSatisfy { $0.count == table.columns.count })
    let names = PersonOutput.format.parts.flatMap(\.tensors).map(\.name)
    #expect(
      names.prefix(6) == [
        "pose_landmarks", "pose_world_landmarks", "pose_visibility", "pose_presence", "left_hand_landmarks",
        "left_hand_world_landmarks",
      ])
  }

  @Test("The text lists the highest blendshapes, best first, and all in the model's order when asked for")
  func text() {
    let text = FaceOutput(landmarks: 3).lines(listsAll: false)
    #expect(text[1...2] == ["  FaceLandmarks:", "    Face #0, score 0.75000:"])
    #expect(text.contains("    ... (3 face landmarks for a face)"))
    #expect(text.contains("      shape51            : 0.79688") && !text.contains { $0.contains("shape41 ") })
    #expect(text.contains("      ... (52 categories for a face)"))
    let all = FaceOutput(landmarks: 3).lines(listsAll: true).filter { $0.contains(" shape") }
    #expect(all.count == 52 && all[0] == "      shape0             : 0.00000")
    #expect(FaceOutput(landmarks: 1, hasFurther: false).lines(listsAll: false).count == 7)
    #expect(FaceOutput(faces: 0).lines(listsAll: false) == ["FaceResult: no faces"])
  }

  @Test("CSV has a row for each landmark and each blendshape, with the columns of every other frame")
  func rows() {
    let table = OutputTable(FaceOutput(trackingIDs: [4]))
    #expect(table.rows.count == 2 + 52 && table.rows.allSatisfy { $0.count == table.columns.count })
    #expect(table.rows[1].prefix(3) == ["face", "0", "4"] && table.rows[2].suffix(2) == ["shape0", "0.0"])
    #expect(OutputTable(FaceOutput(faces: 0, trackingIDs: [])).columns == table.columns)
  }

  @Test("The tensors of a face are those of its description")
  func tensors() throws {
    let request = TensorRequest(sizes: [(1, 1)], reserve: { _ in }) { _ in true }
    let outputs = [FaceOutput(landmarks: 478).parts]
    let tensors = try FaceOutput.format.parts.enumerated().flatMap {
      try $1.tensors(ofPart: $0, in: outputs, for: request)
    }
    let shapes = Dictionary(uniqueKeysWithValues: tensors.map { ($0.name, $0.shape) })
    #expect(shapes["face_landmarks"] == [1, 1, 478, 3] && shapes["face_scores"] == [1, 1])
    #expect(shapes["face_blendshapes_scores"] == [1, 1, 52])
    #expect(shapes["facial_transformation_matrixes"] == [1, 1, 4, 4])
    #expect(FaceOutput.format.parts.flatMap(\.tensors).map(\.name) == tensors.map(\.name))
  }
}

@Suite("Detected faces as outputs")
struct FaceBoxTests {
  private static let face = Detection(
    categories: [ResultCategory(index: 0, score: 0.5, categoryName: nil, displayName: nil)],
    boundingBox: CGRect(x: 1, y: 2, width: 3, height: 4),
    keypoints: (0..<6).map { NormalizedKeypoint(location: CGPoint(x: 0.25, y: Double($0) / 8), label: nil, score: 0) })
  private static let result = FaceDetectorResult(detections: [face], timestampInMilliseconds: 0)

  @Test("Text and rows name the six points")
  func text() {
    let lines = Self.result.lines(listsAll: false)
    #expect(
      lines.prefix(5) == [
        "FaceDetectorResult:", " Face #0:", "  Box: (x: 1, y: 2, w: 3, h: 4)", "  Score: 0.50000",
        "      right eye    : 0.250000, 0.000000",
      ])
    #expect(lines.count == 10 && "\(Self.result)" == "1 face: face 0.50 at (1, 2, 3, 4)")
    let table = OutputTable(Self.result)
    #expect(table.columns.prefix(7) == ["face", "x", "y", "width", "height", "score", "right_eye_x"])
    #expect(table.rows[0].count == 18 && table.rows[0].suffix(2) == ["0.25", "0.625"])
  }

  @Test("COCO's annotations have keypoints in pixels, and the category has their names")
  func coco() throws {
    let size = FrameSize(width: 64, height: 80)
    let objects = Self.result.format.labels(of: Self.result.parts, size, .all)
    let frame = LabelFrame(image: "a.png", name: "a.png", size: size)
    let text = try LabelFiles.write(COCOLabels.self, Self.result.format, [(objects, frame)])[""] ?? ""
    #expect(text.contains(#""keypoints":[16,0,2,16,10,2,16,20,2,"#) && text.contains(#""num_keypoints":6"#))
    let names = #""right_eye","left_eye","nose_tip","mouth","right_ear","left_ear""#
    #expect(text.contains(#"{"id":1,"keypoints":[\#(names)],"name":"face","skeleton":[],"#))
  }

  @Test("Tensors are boxes, scores and keypoints; the kind of object needs none")
  func tensors() throws {
    let request = TensorRequest(sizes: [(1, 1)], reserve: { _ in }) { _ in true }
    let tensors = BoxesFormat.faces.tensors(of: [BoxesPart(.faces, [OutputBox(Self.face)])], for: request)
    #expect(tensors.map(\.name) == ["boxes", "scores", "keypoints"] && tensors[2].shape == [1, 1, 6, 2])
    #expect(BoxesFormat.faces.tensors.map(\.name) == tensors.map(\.name))
  }
}
