import VisionResults

extension HandLandmarker {
  /// The lines of the palm.
  public static let handPalmConnections = LandmarkTopology.hand.connections(of: "palm")

  /// The lines of the thumb.
  public static let handThumbConnections = LandmarkTopology.hand.connections(of: "thumb")

  /// The lines of the index finger.
  public static let handIndexFingerConnections = LandmarkTopology.hand.connections(of: "index finger")

  /// The lines of the middle finger.
  public static let handMiddleFingerConnections = LandmarkTopology.hand.connections(of: "middle finger")

  /// The lines of the ring finger.
  public static let handRingFingerConnections = LandmarkTopology.hand.connections(of: "ring finger")

  /// The lines of the little finger.
  public static let handPinkyConnections = LandmarkTopology.hand.connections(of: "pinky")

  /// All lines of the hand: the palm, then the fingers from the thumb to the little finger.
  public static let handConnections = LandmarkTopology.hand.connections
}
