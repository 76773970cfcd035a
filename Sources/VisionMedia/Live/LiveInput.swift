internal import CFFmpeg
import Foundation

/// An address or device in FFmpeg's terms.
struct LiveInput {
  /// What FFmpeg opens.
  var address: String
  /// The device's format; nil to tell the format by the contents.
  var format: UnsafePointer<AVInputFormat>?
  /// FFmpeg's options by their names; those that the format does not know are passed over.
  var options: [String: String] = [:]
  /// The seconds within which it has to be open, with the size of its images known.
  var openTimeout: TimeInterval
  /// The seconds within which each piece has to come.
  var readTimeout: TimeInterval
  /// Whether a read that finds nothing returns at once, for devices whose own wait nothing can end.
  var polls = false
}
