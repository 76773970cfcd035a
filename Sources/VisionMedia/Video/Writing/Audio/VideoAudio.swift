/// The outcome of a written video's sound.
public enum VideoAudio: Sendable, Hashable, CustomStringConvertible {
  /// There is no sound, or none was requested.
  case none
  /// The sound is the source's, not decoded.
  case copied(codec: String)
  /// Browsers do not play the source's sound from an MP4 file; it was compressed anew as AAC.
  case converted(codec: String)
  /// The video has no sound although the source has.
  case leftOut(reason: String)
  /// The video has the sound up to a place where the source's is damaged.
  case brokenOff(reason: String)

  /// A sentence for a person; empty when nothing is lost.
  public var note: String {
    switch self {
    case .none, .copied: ""
    case .converted(let codec): "The sound was converted from \(codec) to AAC."
    case .leftOut(let reason): "The sound was left out: \(reason)"
    case .brokenOff(let reason): "The sound breaks off: \(reason)"
    }
  }

  /// A short description of the case.
  public var description: String {
    switch self {
    case .none: "no sound"
    case .copied(let codec): "sound copied (\(codec))"
    case .converted, .leftOut, .brokenOff: note
    }
  }
}
