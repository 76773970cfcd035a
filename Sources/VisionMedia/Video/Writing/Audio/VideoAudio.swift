/// The outcome of a written video's audio.
public enum VideoAudio: Sendable, Hashable, CustomStringConvertible {
  /// No audio in the source, or none requested.
  case none
  /// The source's audio was copied without transcoding.
  case copied(codec: String)
  /// The audio was transcoded to AAC, since browsers do not play its codec from an MP4 file.
  case converted(codec: String)
  /// The source's audio could not be written.
  case leftOut(reason: String)
  /// The audio ends early, where the source is damaged.
  case brokenOff(reason: String)

  /// A note for the user; empty when nothing is lost.
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
