import Foundation
import VisionImaging

/// The landmarks of a kind of subject.
package struct LandmarksFormat: PartFormat, Hashable {
  private let kind = "landmarks"
  /// The key in JSON.
  package let key = "landmarks"
  /// The name of the subjects, also in CSV.
  package let subject: OutputFormat.Subject
  /// The connections between landmarks.
  package let topology: LandmarkTopology
  /// The name of the first landmark, which a description shows for subjects without categories.
  let firstLandmark: String

  /// MediaPipe's 21 hand landmarks.
  package static let hand = LandmarksFormat(subject: .hand, topology: .hand, firstLandmark: "wrist")
  /// MediaPipe's 33 body landmarks.
  package static let pose = LandmarksFormat(subject: .person, topology: .pose, firstLandmark: "nose")

  private enum CodingKeys: CodingKey { case kind, key, topology }

  package func decode(from json: OutputDecoder) throws -> LandmarksPart {
    let landmarks = try json.container.decode([[NormalizedLandmark]].self, forKey: OutputKey(key))
    let worldLandmarks = try json.container.decode([[Landmark]].self, forKey: LandmarksPart.worldKey)
    try json.check(worldLandmarks.count, landmarks.count)
    return LandmarksPart(self, landmarks: landmarks, worldLandmarks: worldLandmarks)
  }

  private enum Tensor {
    static let landmarks = "landmarks"
    static let worldLandmarks = "world_landmarks"
    static let visibility = "visibility"
    static let presence = "presence"
  }

  package var tensors: [TensorSpec] {
    let count = topology.landmarkCount
    return [
      TensorSpec(Tensor.landmarks, .float32, [-1, -1, count, 3]),
      TensorSpec(Tensor.worldLandmarks, .float32, [-1, -1, count, 3]),
      TensorSpec(Tensor.visibility, .float32, [-1, -1, count]), TensorSpec(Tensor.presence, .float32, [-1, -1, count]),
    ]
  }

  package func tensors(of parts: [LandmarksPart], for request: TensorRequest) -> [OutputTensor] {
    let points = parts.map(\.landmarks)
    let world = parts.map(\.worldLandmarks)
    let count = points.joined().map(\.count).max() ?? topology.landmarkCount
    return [
      .floats(Tensor.landmarks, points.map { $0.map { $0.flatMap { [$0.x, $0.y, $0.z] } } }, row: [count, 3]),
      .floats(Tensor.worldLandmarks, world.map { $0.map { $0.flatMap { [$0.x, $0.y, $0.z] } } }, row: [count, 3]),
      .floats(Tensor.visibility, points.map { $0.map { $0.map { $0.visibility?.floatValue ?? 0 } } }, row: [count]),
      .floats(Tensor.presence, points.map { $0.map { $0.map { $0.presence?.floatValue ?? 0 } } }, row: [count]),
    ]
  }
}

/// The landmarks of subjects: hands, people.
package struct LandmarksPart: OutputPart {
  static let worldKey: OutputKey = "worldLandmarks"
  /// Maximum number of listed landmarks in the text output, as in the guides.
  private static let shownLandmarks = 2

  package let format: LandmarksFormat
  /// The landmarks of each subject, in fractions of the image.
  package let landmarks: [[NormalizedLandmark]]
  /// The world landmarks of each subject, in meters.
  package let worldLandmarks: [[Landmark]]

  package init(_ format: LandmarksFormat, landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]]) {
    (self.format, self.landmarks, self.worldLandmarks) = (format, landmarks, worldLandmarks)
  }

  package var count: Int { landmarks.count }

  package func encode(to json: inout OutputEncoder) throws {
    try json.container.encode(landmarks, forKey: OutputKey(format.key))
    try json.container.encode(worldLandmarks, forKey: Self.worldKey)
  }

  package func lines(_ text: OutputText) -> [String] {
    lines(of: landmarks, "Landmarks", "landmarks", text)
      + lines(of: worldLandmarks, "WorldLandmarks", "world landmarks", text)
  }

  /// The landmarks of every subject, with headlines if there are several.
  private func lines(
    of subjects: [[some LandmarkPoint]], _ title: String, _ kind: String, _ text: OutputText
  ) -> [String] {
    var lines = ["  \(title):"]
    for (number, points) in subjects.enumerated() {
      if subjects.count > 1 { lines.append("    \(text.subject.title) #\(number):") }
      let shown = text.shown(points.count, atMost: Self.shownLandmarks)
      for (index, point) in points.prefix(shown).enumerated() {
        lines.append("    Landmark #\(index):")
        lines += Self.fields(point)
      }
      if shown < points.count { lines.append("    ... (\(points.count) \(kind) for a \(text.subject.one))") }
    }
    return lines
  }

  /// The fields of a landmark; visibility and presence only where the model gives them, as in the guides.
  private static func fields(_ point: some LandmarkPoint) -> [String] {
    let values: [(String, Float?)] = [
      ("x", point.x), ("y", point.y), ("z", point.z), ("visibility", point.visibility?.floatValue),
      ("presence", point.presence?.floatValue),
    ]
    return values.compactMap { name, value in value.map { OutputText.field(name, OutputText.coordinate($0)) } }
  }

  private static let columns = [
    "subject", "number", "handedness", "gesture", "gesture_score", "landmark", "x", "y", "z", "visibility", "presence",
    "world_x", "world_y", "world_z",
  ]

  /// A row for each landmark. The subject is `hand` or `person`, the number its index in the frame. x, y and z are in fractions of
  /// the image, world coordinates in meters.
  package func table(_ categories: [CategoriesPart]) -> OutputTable? {
    func best(_ key: String, of subject: Int) -> ResultCategory? {
      categories.first { $0.format.key == key }?.best(of: subject)
    }
    return OutputTable(
      columns: Self.columns,
      rows: landmarks.indices.flatMap { number in
        let gesture = best("gestures", of: number)
        let start = [
          format.subject.one, "\(number)", best("handedness", of: number)?.categoryName ?? "",
          gesture?.categoryName ?? "", gesture.map { "\($0.score)" } ?? "",
        ]
        return landmarks[number].enumerated().map { index, landmark in
          let place = ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
          let scores = [landmark.visibility, landmark.presence].map { $0.map { "\($0.floatValue)" } ?? "" }
          return start + ["\(index)"] + place + scores + worldFields(number, index)
        }
      })
  }

  private func worldFields(_ number: Int, _ index: Int) -> [String] {
    guard worldLandmarks.indices.contains(number), worldLandmarks[number].indices.contains(index) else {
      return ["", "", ""]
    }
    let landmark = worldLandmarks[number][index]
    return ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
  }

  package func summaries(_ categories: [CategoriesPart]) -> [String] {
    landmarks.enumerated().map { number, points in
      if categories.isEmpty { return points.first.map { "\(format.firstLandmark) at \($0)" } ?? "no landmarks" }
      let best = categories.labels(of: number).map(\.category.description)
      return best.isEmpty ? "no categories" : best.joined(separator: ", ")
    }
  }
}
