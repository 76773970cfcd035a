// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The person that `HolisticLandmarker` detected in one image: the pose, the face and both hands.
///
/// Landmarks are in fractions of the stored image's width and height. What was not found is an empty list; without a
/// pose everything is empty.
public final class HolisticLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 478 landmarks of the face, without visibility and presence.
  public let faceLandmarks: [NormalizedLandmark]
  /// The 52 blendshapes of the face in the model's order, each with a score of 0...1; nil without a face and when they
  /// were not requested.
  public let faceBlendshapes: Classifications?
  /// The 33 landmarks of the body, with visibility and presence.
  public let poseLandmarks: [NormalizedLandmark]
  /// The 33 world landmarks of the body, in metres; the origin is the midpoint of the hips.
  public let poseWorldLandmarks: [Landmark]
  /// The probability of each pixel that it belongs to the person, 0...1; nil without a pose and when masks were not
  /// requested.
  public let poseSegmentationMask: Mask?
  /// The 21 landmarks of the left hand, the person's own left; see `HandLandmark`.
  public let leftHandLandmarks: [NormalizedLandmark]
  /// The 21 world landmarks of the left hand, in metres. The origin is that of the pose, and the wrists of both
  /// coincide.
  public let leftHandWorldLandmarks: [Landmark]
  /// The 21 landmarks of the right hand.
  public let rightHandLandmarks: [NormalizedLandmark]
  /// The 21 world landmarks of the right hand, in metres, as those of the left one.
  public let rightHandWorldLandmarks: [Landmark]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - faceLandmarks: The landmarks of the face, in fractions of the image.
  ///   - faceBlendshapes: The blendshapes of the face.
  ///   - poseLandmarks: The landmarks of the body, in fractions of the image.
  ///   - poseWorldLandmarks: The world landmarks of the body, in metres.
  ///   - poseSegmentationMask: The mask of the person.
  ///   - leftHandLandmarks: The landmarks of the left hand, in fractions of the image.
  ///   - leftHandWorldLandmarks: The world landmarks of the left hand, in metres.
  ///   - rightHandLandmarks: The landmarks of the right hand, in fractions of the image.
  ///   - rightHandWorldLandmarks: The world landmarks of the right hand, in metres.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    faceLandmarks: [NormalizedLandmark], faceBlendshapes: Classifications?, poseLandmarks: [NormalizedLandmark],
    poseWorldLandmarks: [Landmark], poseSegmentationMask: Mask?, leftHandLandmarks: [NormalizedLandmark],
    leftHandWorldLandmarks: [Landmark], rightHandLandmarks: [NormalizedLandmark], rightHandWorldLandmarks: [Landmark],
    timestampInMilliseconds: Int
  ) {
    (self.faceLandmarks, self.faceBlendshapes) = (faceLandmarks, faceBlendshapes)
    (self.poseLandmarks, self.poseWorldLandmarks) = (poseLandmarks, poseWorldLandmarks)
    self.poseSegmentationMask = poseSegmentationMask
    (self.leftHandLandmarks, self.leftHandWorldLandmarks) = (leftHandLandmarks, leftHandWorldLandmarks)
    (self.rightHandLandmarks, self.rightHandWorldLandmarks) = (rightHandLandmarks, rightHandWorldLandmarks)
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HolisticLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "holistic", title: "HolisticLandmarkerResult", subject: .person,
    parts: [
      LandmarksFormat.holisticFace, LandmarksFormat.holisticPose, LandmarksFormat.leftHand, LandmarksFormat.rightHand,
      CategoriesFormat.blendshapes(isSingle: true), MasksFormat.pose,
    ])

  package var parts: [any OutputPart] {
    [
      LandmarksPart(.holisticFace, landmarks: Self.list(faceLandmarks)),
      LandmarksPart(
        .holisticPose, landmarks: Self.list(poseLandmarks), worldLandmarks: Self.list(poseWorldLandmarks)),
      LandmarksPart(
        .leftHand, landmarks: Self.list(leftHandLandmarks), worldLandmarks: Self.list(leftHandWorldLandmarks)),
      LandmarksPart(
        .rightHand, landmarks: Self.list(rightHandLandmarks), worldLandmarks: Self.list(rightHandWorldLandmarks)),
      CategoriesPart(.blendshapes(isSingle: true), faceBlendshapes.map { [$0.categories] } ?? []),
      MasksPart(.pose, poseSegmentationMask.map { [$0] } ?? []),
    ]
  }

  /// The landmarks of the only subject as those of several; none for an empty list.
  private static func list<Point>(_ points: [Point]) -> [[Point]] { points.isEmpty ? [] : [points] }
}

extension LandmarksFormat {
  fileprivate static let holisticFace = LandmarksFormat(
    key: "faceLandmarks", worldKey: nil, subject: .face, topology: .face, firstLandmark: "upper lip", isSingle: true)
  fileprivate static let holisticPose = LandmarksFormat(
    key: "poseLandmarks", worldKey: "poseWorldLandmarks", subject: .person, topology: .pose, firstLandmark: "nose",
    isSingle: true,
    replaced: [
      "faceLandmarks": Array(0...10), "leftHandLandmarks": [17, 19, 21], "rightHandLandmarks": [18, 20, 22],
    ])
  fileprivate static let leftHand = hand("left")
  fileprivate static let rightHand = hand("right")

  private static func hand(_ side: String) -> LandmarksFormat {
    LandmarksFormat(
      key: side + "HandLandmarks", worldKey: side + "HandWorldLandmarks",
      subject: OutputFormat.Subject(one: side + " hand", several: side + " hands"), topology: .hand,
      firstLandmark: "wrist", isSingle: true)
  }
}

extension MasksFormat {
  fileprivate static let pose = MasksFormat(
    key: "poseSegmentationMask", option: "outputPoseSegmentationMasks", isSingle: true)
}

extension HolisticLandmarkerResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision holistic --json` writes without
  /// `--segmentation-masks`.
  ///
  /// - Throws: `DecodingError` for a missing list, landmarks without world landmarks or the reverse, and a mask whose
  ///   size does not match its values.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let (face, pose) = (try json.part(LandmarksFormat.holisticFace), try json.part(LandmarksFormat.holisticPose))
    let (left, right) = (try json.part(LandmarksFormat.leftHand), try json.part(LandmarksFormat.rightHand))
    let blendshapes = try json.part(CategoriesFormat.blendshapes(isSingle: true)).lists.first
    self.init(
      faceLandmarks: face.landmarks.first ?? [],
      faceBlendshapes: blendshapes.map { Classifications(headIndex: 0, categories: $0) },
      poseLandmarks: pose.landmarks.first ?? [], poseWorldLandmarks: pose.worldLandmarks.first ?? [],
      poseSegmentationMask: try json.part(MasksFormat.pose).masks.first,
      leftHandLandmarks: left.landmarks.first ?? [], leftHandWorldLandmarks: left.worldLandmarks.first ?? [],
      rightHandLandmarks: right.landmarks.first ?? [], rightHandWorldLandmarks: right.worldLandmarks.first ?? [],
      timestampInMilliseconds: json.time ?? 0)
    json.complete(self)
  }
}
