/// The 21 landmarks of a hand. The raw value is the index in a result's list.
///
/// The landmarks of a finger run from base to tip: metacarpophalangeal (MCP), proximal (PIP) and distal (DIP)
/// interphalangeal joint. The thumb has a carpometacarpal joint (CMC) and only one interphalangeal joint (IP).
public enum HandLandmark: UInt, Sendable, CaseIterable {
  /// The wrist.
  case wrist = 0
  /// The thumb's base.
  case thumbCMC = 1
  /// The thumb's second joint.
  case thumbMCP = 2
  /// The thumb's last joint.
  case thumbIP = 3
  /// The thumb's tip.
  case thumbTIP = 4
  /// The index finger's base.
  case indexFingerMCP = 5
  /// The index finger's middle joint.
  case indexFingerPIP = 6
  /// The index finger's last joint.
  case indexFingerDIP = 7
  /// The index finger's tip.
  case indexFingerTIP = 8
  /// The middle finger's base.
  case middleFingerMCP = 9
  /// The middle finger's middle joint.
  case middleFingerPIP = 10
  /// The middle finger's last joint.
  case middleFingerDIP = 11
  /// The middle finger's tip.
  case middleFingerTIP = 12
  /// The ring finger's base.
  case ringFingerMCP = 13
  /// The ring finger's middle joint.
  case ringFingerPIP = 14
  /// The ring finger's last joint.
  case ringFingerDIP = 15
  /// The ring finger's tip.
  case ringFingerTIP = 16
  /// The little finger's base.
  case pinkyMCP = 17
  /// The little finger's middle joint.
  case pinkyPIP = 18
  /// The little finger's last joint.
  case pinkyDIP = 19
  /// The little finger's tip.
  case pinkyTIP = 20
}

extension HandLandmarker {
  /// The connections of the palm.
  public static let handPalmConnections = LandmarkTopology.hand.connections(of: "palm")

  /// The connections of the thumb.
  public static let handThumbConnections = LandmarkTopology.hand.connections(of: "thumb")

  /// The connections of the index finger.
  public static let handIndexFingerConnections = LandmarkTopology.hand.connections(of: "index finger")

  /// The connections of the middle finger.
  public static let handMiddleFingerConnections = LandmarkTopology.hand.connections(of: "middle finger")

  /// The connections of the ring finger.
  public static let handRingFingerConnections = LandmarkTopology.hand.connections(of: "ring finger")

  /// The connections of the little finger.
  public static let handPinkyConnections = LandmarkTopology.hand.connections(of: "pinky")

  /// All connections of the hand: the palm, then the fingers from the thumb to the little finger.
  public static let handConnections = LandmarkTopology.hand.connections
}
