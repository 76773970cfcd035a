/// The 21 landmarks of a hand; the raw value is the position in a result's list.
///
/// Every finger runs from its root to its tip: metacarpophalangeal (MCP), proximal (PIP) and distal (DIP) interphalangeal
/// joint. The thumb has a carpometacarpal joint (CMC) and only one interphalangeal joint (IP).
public enum HandLandmark: UInt, Sendable, CaseIterable {
  /// The wrist.
  case wrist = 0
  /// The thumb's root.
  case thumbCMC = 1
  /// The thumb's second joint.
  case thumbMCP = 2
  /// The thumb's last joint.
  case thumbIP = 3
  /// The thumb's tip.
  case thumbTIP = 4
  /// The index finger's root.
  case indexFingerMCP = 5
  /// The index finger's middle joint.
  case indexFingerPIP = 6
  /// The index finger's last joint.
  case indexFingerDIP = 7
  /// The index finger's tip.
  case indexFingerTIP = 8
  /// The middle finger's root.
  case middleFingerMCP = 9
  /// The middle finger's middle joint.
  case middleFingerPIP = 10
  /// The middle finger's last joint.
  case middleFingerDIP = 11
  /// The middle finger's tip.
  case middleFingerTIP = 12
  /// The ring finger's root.
  case ringFingerMCP = 13
  /// The ring finger's middle joint.
  case ringFingerPIP = 14
  /// The ring finger's last joint.
  case ringFingerDIP = 15
  /// The ring finger's tip.
  case ringFingerTIP = 16
  /// The little finger's root.
  case pinkyMCP = 17
  /// The little finger's middle joint.
  case pinkyPIP = 18
  /// The little finger's last joint.
  case pinkyDIP = 19
  /// The little finger's tip.
  case pinkyTIP = 20
}
