import VisionResults

extension PoseLandmarker {
  /// The 35 lines between body landmarks that make up a skeleton.
  public static var poseLandmarks: [Connection] { LandmarkTopology.pose.connections }
}
