/// Which of a subject's landmarks are keypoints for labelling tools.
package enum KeypointChoice: String, CaseIterable, Sendable, Codable {
  /// All landmarks.
  case all
  /// COCO's 17 keypoints of a body, and COCO-WholeBody's 68 of a face and 21 of a hand.
  case coco
}

/// The keypoints of an object: their names, and the lines between them.
package struct KeypointLayout: Sendable, Hashable {
  package let names: [String]
  /// Pairs of keypoints, counted from 0.
  package let lines: [[Int]]
  /// The landmark of each keypoint.
  package let landmarks: [Int]

  package init(names: [String], lines: [[Int]] = [], landmarks: [Int]? = nil) {
    (self.names, self.lines) = (names, lines)
    self.landmarks = landmarks ?? Array(names.indices)
  }

  /// The keypoint that each one becomes in a mirrored image, by the names; nil where no name has a side.
  package var mirrored: [Int]? {
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    let mirrored = names.enumerated().map { index, name in
      ["left", "right"].lazy.compactMap { side in
        let other = side == "left" ? "right" : "left"
        return name.contains(side) ? places[name.replacing(side, with: other)] : nil
      }.first ?? index
    }
    return mirrored == Array(names.indices) ? nil : mirrored
  }

  /// The keypoints of a figure; those of an unknown one are numbered.
  init(_ topology: LandmarkTopology, _ choice: KeypointChoice) {
    switch (topology.name, choice) {
    case ("pose", .all): self.init(names: Self.poseNames, lines: topology.boneLines)
    case ("pose", .coco):
      self.init(
        names: COCOKeypoints.names, lines: COCOKeypoints.skeleton.map { $0.map { $0 - 1 } },
        landmarks: COCOKeypoints.poseLandmarks)
    case ("hand", _): self.init(names: Self.handNames, lines: topology.boneLines)
    case ("face", .coco):
      self.init(names: WholeBodyFace.names, lines: WholeBodyFace.lines, landmarks: WholeBodyFace.landmarks)
    default: self.init(names: (0..<topology.landmarkCount).map { "\($0)" }, lines: topology.boneLines)
    }
  }

  /// MediaPipe's names of its 33 body landmarks.
  private static let poseNames =
    [
      "nose", "left_eye_inner", "left_eye", "left_eye_outer", "right_eye_inner", "right_eye", "right_eye_outer",
      "left_ear", "right_ear", "mouth_left", "mouth_right",
    ]
    + [
      "shoulder", "elbow", "wrist", "pinky", "index", "thumb", "hip", "knee", "ankle", "heel", "foot_index",
    ].flatMap { ["left_" + $0, "right_" + $0] }

  /// MediaPipe's names of its 21 hand landmarks, which stand in COCO-WholeBody's order.
  private static let handNames =
    ["wrist", "thumb_cmc", "thumb_mcp", "thumb_ip", "thumb_tip"]
    + ["index_finger", "middle_finger", "ring_finger", "pinky"].flatMap { finger in
      ["mcp", "pip", "dip", "tip"].map { "\(finger)_\($0)" }
    }
}

extension LandmarkTopology {
  /// The lines as labelling tools draw them: each once, without the mesh of a face.
  fileprivate var boneLines: [[Int]] {
    var known: Set<[Int]> = []
    return lines.filter { groups[$0.group].style != .mesh }.map { [$0.start, $0.end] }
      .filter { known.insert($0.sorted()).inserted }
  }
}

/// The 68 points of a face in the order of COCO-WholeBody, which is that of iBUG's 300-W: the jaw, the brows, the nose,
/// the eyes and the lips, from left to right in the image of a face that looks into the camera.
///
/// Points at about equal steps along MediaPipe's contours.
enum WholeBodyFace {
  static let names = (0..<68).map { "face-\($0)" }

  static let landmarks = [
    // The jaw, from ear to ear.
    127, 234, 132, 58, 136, 150, 149, 148, 152, 377, 378, 379, 365, 288, 361, 454, 356,
    // The right and the left brow.
    70, 63, 105, 66, 107, 336, 296, 334, 293, 300,
    // The bridge of the nose and its base.
    168, 197, 5, 4, 98, 97, 2, 326, 327,
    // The right and the left eye.
    33, 160, 158, 133, 153, 144, 362, 385, 387, 263, 373, 380,
    // The outer and the inner lips.
    61, 40, 37, 0, 267, 270, 291, 321, 405, 17, 181, 91, 78, 81, 13, 311, 308, 402, 14, 178,
  ]

  static let lines =
    [0...16, 17...21, 22...26, 27...30, 31...35].flatMap { chain($0) }
    + [36...41, 42...47, 48...59, 60...67].flatMap { chain($0) + [[$0.upperBound, $0.lowerBound]] }

  private static func chain(_ points: ClosedRange<Int>) -> [[Int]] { points.dropLast().map { [$0, $0 + 1] } }
}

/// COCO's 17 keypoints of a person, and where they are among MediaPipe's 33 landmarks.
package enum COCOKeypoints {
  /// The names in COCO's order. Left is the person's left.
  package static let names = [
    "nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder", "right_shoulder", "left_elbow",
    "right_elbow", "left_wrist", "right_wrist", "left_hip", "right_hip", "left_knee", "right_knee", "left_ankle",
    "right_ankle",
  ]

  /// The index of each keypoint in the 33 landmarks of a pose.
  package static let poseLandmarks = [0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]

  /// COCO's skeleton: pairs of keypoints, counted from 1.
  package static let skeleton = [
    [16, 14], [14, 12], [17, 15], [15, 13], [12, 13], [6, 12], [7, 13], [6, 7], [6, 8], [7, 9], [8, 10], [9, 11],
    [2, 3], [1, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7],
  ]

  /// How much annotators differ on each keypoint, in units of the square root of the person's area: pycocotools'
  /// `kpt_oks_sigmas`.
  package static let sigmas: [Double] = [
    0.26, 0.25, 0.25, 0.35, 0.35, 0.79, 0.79, 0.72, 0.72, 0.62, 0.62, 1.07, 1.07, 0.87, 0.87, 0.89, 0.89,
  ].map { $0 / 10 }

  /// The score of a person as COCO's results need one, which pose models do not give: the mean visibility of the given
  /// landmarks, 1 without visibilities.
  package static func score(of landmarks: some Collection<NormalizedLandmark>) -> Double {
    let values = landmarks.compactMap { $0.visibility?.doubleValue }.filter(\.isFinite)
    return values.isEmpty ? 1 : values.reduce(0, +) / Double(values.count)
  }
}
