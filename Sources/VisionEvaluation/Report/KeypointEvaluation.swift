import Foundation
import VisionCore
import VisionResults

/// Average precision of keypoints by their similarity to labels, and how many of them are correct.
struct KeypointEvaluation {
  private let labels: LabelSet
  private let answers: [ImageAnswer?]
  private let layout: Layout

  init(_ labels: LabelSet, _ answers: [ImageAnswer?], _ landmarks: LandmarksFormat?) throws {
    (self.labels, self.answers) = (labels, answers)
    let used = labels.images.lazy.flatMap(\.objects).first { $0.keypoints != nil }
    let names = used.map { labels.categories[$0.category].keypoints } ?? []
    let isPose = landmarks?.topology == .pose
    let found = answers.lazy.compactMap { $0?.objects.first?.keypoints.count }.first ?? (isPose ? 33 : 21)
    let count = used?.keypoints?.count ?? found
    layout = try Layout(labelCount: count, names: names, landmarkCount: found, isPose: isPose)
  }

  /// Which landmark each labelled keypoint is.
  private struct Layout {
    let names: [String]
    let landmarks: [Int]
    let sigmas: [Double]
    /// Both shoulders and both hips; nil where they are not known.
    let torso: [Int]?
    let bones: [[Int]]

    init(labelCount: Int, names: [String], landmarkCount: Int, isPose: Bool) throws {
      let known = names.count == labelCount ? names.map { COCOKeypoints.names.firstIndex(of: $0.lowercased()) } : []
      if isPose, labelCount == 17 {
        // By name, in whatever order; without names in COCO's.
        let order = known.count == 17 && !known.contains(nil) ? known.compactMap { $0 } : Array(0..<17)
        self.names = order.map { COCOKeypoints.names[$0] }
        landmarks = order.map { COCOKeypoints.poseLandmarks[$0] }
        sigmas = order.map { COCOKeypoints.sigmas[$0] }
        torso = ["left_shoulder", "right_shoulder", "left_hip", "right_hip"].compactMap(self.names.firstIndex)
        bones = COCOKeypoints.skeleton.map { $0.compactMap { order.firstIndex(of: $0 - 1) } }
      } else if labelCount == landmarkCount, labelCount > 0 {
        self.names = names.count == labelCount ? names : (0..<labelCount).map { "\($0)" }
        landmarks = Array(0..<labelCount)
        // As ultralytics takes for keypoints that are not COCO's.
        sigmas = Array(repeating: 1 / Double(labelCount), count: labelCount)
        torso = isPose ? [11, 12, 23, 24] : nil
        let topology: LandmarkTopology = isPose ? .pose : .hand
        bones = topology.lines.map { [$0.start, $0.end] }
      } else {
        throw TasksError.invalidArgument(
          "The labels have \(labelCount) keypoints, and the task's results \(landmarkCount); the numbers have to be equal"
            + (isPose ? ", or the labels' 17, which are COCO's." : "."))
      }
    }
  }

  func results() -> (EvaluationReport, [ImageCase]) {
    // Landmarks have one class; where labels have several with keypoints, each person's own is taken.
    let categories = Set(labels.images.lazy.flatMap(\.objects).filter { $0.keypoints != nil }.map(\.category)).sorted()
    let similarity = KeypointSimilarity(sigmas: layout.sigmas)
    let parameters = PrecisionRecall.Parameters.keypoints
    var groups: [MatchGroup] = []
    var cases: [ImageCase] = []
    var accuracy = KeypointAccuracy(count: layout.landmarks.count, torso: layout.torso)
    for (place, image) in labels.images.enumerated() {
      let found = (answers[place]?.objects ?? []).map { object in
        ImageAnswer.Object(
          category: object.category, score: object.score, box: object.box,
          keypoints: layout.landmarks.map { object.keypoints.indices.contains($0) ? object.keypoints[$0] : .zero })
      }
      let expected = image.objects.filter {
        categories.contains($0.category) && $0.keypoints?.count == layout.landmarks.count
      }
      var imageCase = ImageCase(image: place)
      if !expected.isEmpty || !found.isEmpty {
        let group = MatchGroup(
          labels: expected.map {
            let labelled = $0.keypointCount ?? $0.keypoints?.count { $0.isLabelled } ?? 0
            return MatchGroup.Label(
              area: $0.area ?? $0.box.area, isCrowd: $0.isCrowd, isIgnored: $0.isCrowd || labelled == 0)
          },
          // The area of the keypoints, as pycocotools' loadRes takes it.
          found: found.map { MatchGroup.Found(score: $0.score, area: LabelBox(around: $0.keypoints)?.area ?? 0) },
          limit: parameters.counts.last ?? 0
        ) { similarity.of(found[$0].keypoints, to: expected[$1]) }
        groups.append(group)
        accuracy.add(group, expected: expected, found: found)
        let name = categories.first.map { labels.categories[$0].name } ?? ""
        imageCase.add(group, expected: expected, found: found, name: name) { 1 - ($0 ?? 0) }
      }
      cases.append(imageCase)
    }
    return (report(PrecisionRecall([groups], parameters), accuracy), cases)
  }

  private func report(_ values: PrecisionRecall, _ accuracy: KeypointAccuracy) -> EvaluationReport {
    let metrics: [EvaluationReport.Metric] = [
      .init("AP", "precision, mean of OKS 0.50 to 0.95", values.mean(.precision)),
      .init("AP50", "precision at OKS 0.50", values.mean(.precision, threshold: 0)),
      .init("AP75", "precision at OKS 0.75", values.mean(.precision, threshold: 5)),
      .init("AP_medium", "precision, 32² to 96² pixels", values.mean(.precision, area: 1)),
      .init("AP_large", "precision, above 96² pixels", values.mean(.precision, area: 2)),
      .init("AR", "recall, mean of OKS 0.50 to 0.95", values.mean(.recall)),
      .init("AR50", "recall at OKS 0.50", values.mean(.recall, threshold: 0)),
      .init("AR75", "recall at OKS 0.75", values.mean(.recall, threshold: 5)),
      .init("AR_medium", "recall, 32² to 96² pixels", values.mean(.recall, area: 1)),
      .init("AR_large", "recall, above 96² pixels", values.mean(.recall, area: 2)),
    ]
    let rows = layout.names.indices.map { index in
      EvaluationReport.Row(
        name: layout.names[index], labelCount: accuracy.labelled[index], metrics: accuracy.metrics(of: index))
    }
    return EvaluationReport(
      content: .keypoints, metrics: metrics + accuracy.metrics(of: nil), classes: [],
      keypoints: rows.filter { $0.labelCount > 0 }, curve: values.meanCurve, bones: layout.bones)
  }
}

/// The percentage of correct keypoints (PCK): those no farther from their label than a part of the object's size.
struct KeypointAccuracy {
  /// Parts of the longer side of the object's box (Yang and Ramanan 2013).
  private static let boxParts = [0.05, 0.1, 0.2]
  /// The part of the torso, from the middle of the shoulders to that of the hips, as BlazePose's paper takes it.
  private static let torsoPart = 0.2

  private(set) var labelled: [Int]
  private let torso: [Int]?
  /// For each keypoint, by part.
  private var correct: [[Int]]
  private var torsoLabelled, torsoCorrect: [Int]

  init(count: Int, torso: [Int]?) {
    // Labels may have fewer keypoints than the body that they are compared with.
    self.torso = torso.flatMap { $0.count == 4 && $0.allSatisfy((0..<count).contains) ? $0 : nil }
    labelled = Array(repeating: 0, count: count)
    correct = Array(repeating: Array(repeating: 0, count: Self.boxParts.count), count: count)
    (torsoLabelled, torsoCorrect) = (labelled, labelled)
  }

  /// Adds an image's objects. Each has at most one result, the most similar pairs first; without one all of its
  /// keypoints are wrong. Crowds do not count.
  mutating func add(_ group: MatchGroup, expected: [LabelledObject], found: [ImageAnswer.Object]) {
    let counted = expected.indices.filter { !group.labels[$0].isIgnored }
    var pairs = counted.flatMap { label in group.found.indices.map { (label, $0, group.similarity($0, label)) } }
      .filter { $0.2 > 0 }
    pairs.sort { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
    var results: [Int: Int] = [:]
    var taken: Set<Int> = []
    for (label, result, _) in pairs where results[label] == nil && taken.insert(result).inserted {
      results[label] = result
    }
    for label in counted { add(expected[label], results[label].map { found[group.order[$0]].keypoints }) }
  }

  private mutating func add(_ object: LabelledObject, _ found: [SIMD2<Double>]?) {
    let points = object.keypoints ?? []
    let size = max(object.box.width, object.box.height)
    let torsoLength = torso.flatMap { torso -> Double? in
      guard torso.allSatisfy({ points[$0].isLabelled }) else { return nil }
      let ends = torso.map { points[$0].position }
      let middle = ends[0] + ends[1] - ends[2] - ends[3]
      return (middle * middle).sum().squareRoot() / 2
    }
    for (index, point) in points.enumerated() where point.isLabelled {
      labelled[index] += 1
      let distance = found.map { (($0[index] - point.position) * ($0[index] - point.position)).sum().squareRoot() }
      for (place, part) in Self.boxParts.enumerated() {
        if let distance, distance <= part * size { correct[index][place] += 1 }
      }
      guard let torsoLength else { continue }
      torsoLabelled[index] += 1
      if let distance, distance <= Self.torsoPart * torsoLength { torsoCorrect[index] += 1 }
    }
  }

  /// The part of a keypoint's labels, or of all, that are met.
  func metrics(of keypoint: Int?) -> [EvaluationReport.Metric] {
    func part(_ correct: [Int], of labelled: [Int]) -> Double? {
      let indices = keypoint.map { $0..<$0 + 1 } ?? labelled.indices
      let all = labelled[indices].reduce(0, +)
      return all > 0 ? Double(correct[indices].reduce(0, +)) / Double(all) : nil
    }
    let boxes = Self.boxParts.enumerated().map { place, value in
      EvaluationReport.Metric(
        "PCK_\(value.plainText)", "keypoints within \(value.plainText) of the box's longer side",
        part(correct.map { $0[place] }, of: labelled))
    }
    guard torso != nil else { return boxes }
    return boxes + [
      .init("PCK_torso_0.2", "keypoints within 0.2 of the torso's length", part(torsoCorrect, of: torsoLabelled))
    ]
  }
}
