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
