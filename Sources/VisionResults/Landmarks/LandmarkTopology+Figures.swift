extension LandmarkTopology {
  /// MediaPipe's 21 hand landmarks.
  package static let hand = LandmarkTopology(
    name: "hand",
    groups: [
      Group("palm", color: 0xECEFF4), Group("thumb", color: 0xFF6B6B), Group("index finger", color: 0xFFC145),
      Group("middle finger", color: 0x5AD469), Group("ring finger", color: 0x4DB8FF), Group("pinky", color: 0xC58BFF),
    ],
    runs: [
      ("palm", [(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)]),
      ("thumb", [(1, 2), (2, 3), (3, 4)]),
      ("index finger", [(5, 6), (6, 7), (7, 8)]),
      ("middle finger", [(9, 10), (10, 11), (11, 12)]),
      ("ring finger", [(13, 14), (14, 15), (15, 16)]),
      ("pinky", [(17, 18), (18, 19), (19, 20)]),
    ])

  /// MediaPipe's 33 body landmarks.
  package static let pose = LandmarkTopology(
    name: "pose",
    groups: [
      Group("face", color: 0xECEFF4), Group("torso", color: 0xFFC145), Group("left arm", color: 0x5AD469),
      Group("right arm", color: 0xFF6B6B), Group("left leg", color: 0x4DB8FF), Group("right leg", color: 0xC58BFF),
    ],
    runs: [
      ("face", [(0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10)]),
      ("torso", [(11, 12)]),
      ("left arm", [(11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19)]),
      ("right arm", [(12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20)]),
      ("torso", [(11, 23), (12, 24), (23, 24)]),
      ("left leg", [(23, 25)]), ("right leg", [(24, 26)]), ("left leg", [(25, 27)]), ("right leg", [(26, 28)]),
      ("left leg", [(27, 29)]), ("right leg", [(28, 30)]), ("left leg", [(29, 31)]), ("right leg", [(30, 32)]),
      ("left leg", [(27, 31)]), ("right leg", [(28, 32)]),
    ])
}
