extension HandLandmarker {
  /// The lines of the palm.
  public static let handPalmConnections = connections(
    (.wrist, .thumbCMC), (.wrist, .indexFingerMCP), (.middleFingerMCP, .ringFingerMCP), (.ringFingerMCP, .pinkyMCP),
    (.indexFingerMCP, .middleFingerMCP), (.wrist, .pinkyMCP))

  /// The lines of the thumb.
  public static let handThumbConnections = connections(
    (.thumbCMC, .thumbMCP), (.thumbMCP, .thumbIP), (.thumbIP, .thumbTIP))

  /// The lines of the index finger.
  public static let handIndexFingerConnections = connections(
    (.indexFingerMCP, .indexFingerPIP), (.indexFingerPIP, .indexFingerDIP), (.indexFingerDIP, .indexFingerTIP))

  /// The lines of the middle finger.
  public static let handMiddleFingerConnections = connections(
    (.middleFingerMCP, .middleFingerPIP), (.middleFingerPIP, .middleFingerDIP), (.middleFingerDIP, .middleFingerTIP))

  /// The lines of the ring finger.
  public static let handRingFingerConnections = connections(
    (.ringFingerMCP, .ringFingerPIP), (.ringFingerPIP, .ringFingerDIP), (.ringFingerDIP, .ringFingerTIP))

  /// The lines of the little finger.
  public static let handPinkyConnections = connections(
    (.pinkyMCP, .pinkyPIP), (.pinkyPIP, .pinkyDIP), (.pinkyDIP, .pinkyTIP))

  /// All lines of the hand: the palm, then the fingers from the thumb to the little finger.
  public static let handConnections =
    handPalmConnections + handThumbConnections + handIndexFingerConnections + handMiddleFingerConnections
    + handRingFingerConnections + handPinkyConnections

  private static func connections(_ pairs: (HandLandmark, HandLandmark)...) -> [Connection] {
    pairs.map { Connection(start: $0.rawValue, end: $1.rawValue) }
  }
}
