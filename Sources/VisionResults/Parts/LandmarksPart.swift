import Foundation
import VisionCore
import VisionImaging

package struct LandmarksFormat: PartFormat, Hashable {
  private let kind = "landmarks"
  package let key: String
  /// The key of the world landmarks in JSON; nil for a model without them.
  let worldKey: String?
  let scoresKey: String?
  package let subject: OutputFormat.Subject
  package let topology: LandmarkTopology
  /// The name of the first landmark, which a description shows for subjects without categories.
  let firstLandmark: String
  /// Whether there is at most one subject, whose landmarks JSON has without a list of subjects.
  package let isSingle: Bool
  /// The landmarks that are not drawn where the part with a key has some of its own: a body's hand beside the hand.
  fileprivate let replaced: [String: [Int]]

  package init(
    key: String = "landmarks", worldKey: String? = "worldLandmarks", scoresKey: String? = nil,
    subject: OutputFormat.Subject, topology: LandmarkTopology, firstLandmark: String, isSingle: Bool = false,
    replaced: [String: [Int]] = [:]
  ) {
    (self.key, self.worldKey, self.scoresKey, self.isSingle) = (key, worldKey, scoresKey, isSingle)
    (self.subject, self.topology, self.firstLandmark, self.replaced) = (subject, topology, firstLandmark, replaced)
  }

  package static let hand = LandmarksFormat(subject: .hand, topology: .hand, firstLandmark: "wrist")
  package static let pose = LandmarksFormat(subject: .person, topology: .pose, firstLandmark: "nose")
  package static let face = LandmarksFormat(
    key: "faceLandmarks", worldKey: nil, scoresKey: "faceScores", subject: .face, topology: .face,
    firstLandmark: "upper lip")

  private enum CodingKeys: CodingKey { case kind, key, scoresKey, subject, topology, isSingle, replaced }

  package func decode(from json: OutputDecoder) throws -> LandmarksPart {
    func lists<Point: Decodable>(_ key: String) throws -> [[Point]] {
      guard isSingle else { return try json.container.decode([[Point]].self, forKey: AnyCodingKey(key)) }
      let points = try json.container.decode([Point].self, forKey: AnyCodingKey(key))
      return points.isEmpty ? [] : [points]
    }
    let landmarks: [[NormalizedLandmark]] = try lists(key)
    let worldLandmarks: [[Landmark]] = try worldKey.map { try lists($0) } ?? []
    if worldKey != nil { try json.check(worldLandmarks.count, landmarks.count) }
    // Results that were made without scores have none.
    let scores = try json.numbers(forKey: scoresKey) ?? []
    if !scores.isEmpty { try json.check(scores.count, landmarks.count) }
    let trackingIDs = try json.container.decodeIfPresent([Int?].self, forKey: LandmarksPart.trackingKey)
    if let trackingIDs { try json.check(trackingIDs.count, landmarks.count) }
    return LandmarksPart(
      self, landmarks: landmarks, worldLandmarks: worldLandmarks, scores: scores, trackingIDs: trackingIDs)
  }

  package func labels(_ choice: KeypointChoice) -> LabelFormat? {
    LabelFormat(classNames: [subject.one], layout: KeypointLayout(topology, choice))
  }

  /// The names of the tensors: of parts with other keys than `landmarks`, they begin as the key does.
  private var prefix: String { String(TensorSpec.name(of: key).dropLast("landmarks".count)) }
  private var landmarksTensor: String { TensorSpec.name(of: key) }
  /// Whether the model gives each landmark's visibility and presence. Hands have had the tensors, all 0, since the
  /// first server.
  private var hasVisibility: Bool { topology == .pose || key == "landmarks" }

  package var tensors: [TensorSpec] {
    let count = topology.landmarkCount
    return [TensorSpec(landmarksTensor, .float32, [-1, -1, count, 3])]
      + (worldKey.map { [TensorSpec(TensorSpec.name(of: $0), .float32, [-1, -1, count, 3])] } ?? [])
      + (hasVisibility ? ["visibility", "presence"].map { TensorSpec(prefix + $0, .float32, [-1, -1, count]) } : [])
      + (scoresKey.map { [TensorSpec(TensorSpec.name(of: $0), .float32, [-1, -1])] } ?? [])
  }

  package func tensors(of parts: [LandmarksPart], for request: TensorRequest) -> [OutputTensor] {
    let points = parts.map(\.landmarks)
    let count = points.joined().map(\.count).max() ?? topology.landmarkCount
    var tensors = [Self.positions(landmarksTensor, points, count)]
    if let worldKey {
      tensors.append(Self.positions(TensorSpec.name(of: worldKey), parts.map(\.worldLandmarks), count))
    }
    if hasVisibility {
      tensors += [("visibility", \NormalizedLandmark.visibility), ("presence", \.presence)].map { name, score in
        .floats(prefix + name, points.map { $0.map { $0.map { $0[keyPath: score]?.floatValue ?? 0 } } }, row: [count])
      }
    }
    if let scoresKey { tensors.append(.floats(TensorSpec.name(of: scoresKey), parts.map { $0.scores.map { [$0] } })) }
    return tensors
  }

  private static func positions(_ name: String, _ images: [[[some LandmarkPoint]]], _ count: Int) -> OutputTensor {
    .floats(name, images.map { $0.map { $0.flatMap { [$0.x, $0.y, $0.z] } } }, row: [count, 3])
  }
}

/// The landmarks of subjects: hands, people, faces.
package struct LandmarksPart: OutputPart {
  static let trackingKey: AnyCodingKey = "trackingIds"
  /// Maximum number of listed landmarks in the text output, as in the guides.
  private static let shownLandmarks = 2

  package let format: LandmarksFormat
  package let landmarks: [[NormalizedLandmark]]
  /// The world landmarks of each subject, in metres.
  package let worldLandmarks: [[Landmark]]
  /// The score of each subject; empty for a model without them.
  package var scores: [Float] { comparableScores.map(\.value) }
  private let comparableScores: [JSONNumber<Float>]
  /// The tracking ID of each subject, nil for one without; nil where subjects are not tracked.
  package let trackingIDs: [Int?]?

  package init(
    _ format: LandmarksFormat, landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]] = [],
    scores: [Float] = [], trackingIDs: [Int?]? = nil
  ) {
    (self.format, self.landmarks, self.worldLandmarks) = (format, landmarks, worldLandmarks)
    (comparableScores, self.trackingIDs) = (scores.comparable, trackingIDs)
  }

  package var count: Int { landmarks.count }

  /// The part as it is drawn among others: without the landmarks that another part shows better, which are not a
  /// number.
  package func shown(among parts: [any OutputPart]) -> LandmarksPart {
    let shown = parts.compactMap { ($0 as? LandmarksPart).flatMap { $0.count > 0 ? $0.format.key : nil } }
    let hidden = Set(shown.flatMap { format.replaced[$0] ?? [] })
    guard !hidden.isEmpty else { return self }
    let nowhere = NormalizedLandmark(x: .nan, y: .nan, z: .nan, visibility: nil, presence: nil)
    let landmarks = landmarks.map { $0.enumerated().map { hidden.contains($0) ? nowhere : $1 } }
    return LandmarksPart(format, landmarks: landmarks, scores: scores, trackingIDs: trackingIDs)
  }

  package func trackingID(of subject: Int) -> Int? {
    trackingIDs.flatMap { $0.indices.contains(subject) ? $0[subject] : nil }
  }

  package func encode(to json: inout OutputEncoder) throws {
    try json.encode(landmarks, forKey: format.key, isSingle: format.isSingle, empty: [])
    if let key = format.worldKey {
      try json.encode(worldLandmarks, forKey: key, isSingle: format.isSingle, empty: [])
    }
    if let key = format.scoresKey { try json.container.encode(comparableScores, forKey: AnyCodingKey(key)) }
    if let trackingIDs { try json.container.encode(trackingIDs, forKey: Self.trackingKey) }
  }

  package func lines(_ text: OutputText) -> [String] {
    if format.isSingle, landmarks.isEmpty { return [] }
    return lines(of: landmarks, format.key, text) + (format.worldKey.map { lines(of: worldLandmarks, $0, text) } ?? [])
  }

  /// The landmarks of every subject, with headlines if there are several or a subject has a score or an ID.
  private func lines(of subjects: [[some LandmarkPoint]], _ key: String, _ text: OutputText) -> [String] {
    let words = key.words(separatedBy: " ")
    var lines = ["  \(key.prefix(1).uppercased())\(key.dropFirst()):"]
    for (number, points) in subjects.enumerated() {
      let score = scores.indices.contains(number) ? ", score \(OutputText.score(scores[number]))" : ""
      if subjects.count > 1 || !score.isEmpty || trackingID(of: number) != nil {
        lines.append("    \(format.subject.title) #\(trackingID(of: number) ?? number)\(score):")
      }
      let shown = text.shown(points.count, atMost: Self.shownLandmarks)
      for (index, point) in points.prefix(shown).enumerated() {
        lines.append("    Landmark #\(index):")
        lines += Self.fields(point)
      }
      if shown < points.count { lines.append("    ... (\(points.count) \(words) for a \(format.subject.one))") }
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

  /// A row for each landmark, and for each blendshape of a face. The subject is `subject.one`, such as `hand`, the
  /// number its index in the frame. x, y and z are in fractions of the image, world coordinates in metres.
  package func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable? {
    func best(_ key: String, of subject: Int) -> ResultCategory? {
      categories.first { $0.format.key == key }?.best(of: subject)
    }
    let blendshapes = categories.first { $0.format.label == .bars }
    let hasIDs = isTracked || trackingIDs != nil
    let columns =
      ["subject", "number"] + (hasIDs ? ["tracking_id"] : []) + [
        "handedness", "gesture", "gesture_score", "landmark", "x", "y", "z", "visibility", "presence", "world_x",
        "world_y", "world_z",
      ] + (blendshapes == nil ? [] : ["blendshape", "blendshape_score"])
    func row(_ fields: [String], last: [String] = []) -> [String] {
      fields + Array(repeating: "", count: columns.count - fields.count - last.count) + last
    }
    let rows = landmarks.indices.flatMap { number in
      let gesture = best("gestures", of: number)
      let id = hasIDs ? [trackingID(of: number).map { "\($0)" } ?? ""] : []
      let start = [format.subject.one, "\(number)"] + id
      let kinds = [
        best("handedness", of: number)?.categoryName ?? "", gesture?.categoryName ?? "",
        gesture.map { "\($0.score)" } ?? "",
      ]
      let points = landmarks[number].enumerated().map { index, landmark in
        let place = ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
        let scores = [landmark.visibility, landmark.presence].map { $0.map { "\($0.floatValue)" } ?? "" }
        return row(start + kinds + ["\(index)"] + place + scores + worldFields(number, index))
      }
      guard let blendshapes, format.topology == .face, blendshapes.lists.indices.contains(number) else { return points }
      return points + blendshapes.lists[number].map { row(start, last: [$0.categoryName ?? "", "\($0.score)"]) }
    }
    return OutputTable(columns: columns, rows: rows)
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
      let id = trackingID(of: number).map { "#\($0) " } ?? ""
      let best = categories.labels(of: number).map(\.category.description)
      if !best.isEmpty { return id + best.joined(separator: ", ") }
      if categories.contains(where: { $0.format.label != .none }) { return id + "no categories" }
      return id + (points.first.map { "\(format.firstLandmark) at \($0)" } ?? "no landmarks")
    }
  }
}
