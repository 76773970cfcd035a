// The types of this module's API: errors, images, frames, masks and the results of tasks.
@_exported import Foundation
@_exported import VisionCore
@_exported import VisionImaging
@_exported import VisionResults

/// A source of video, detected by the text that names it.
///
/// | text | source |
/// | --- | --- |
/// | a path beginning with `/dev/video` or `/dev/v4l/` | a camera |
/// | `camera:` and a name or number, `camera:` alone for the default | a camera |
/// | `lavfi:` and a filter graph | FFmpeg's test images |
/// | `file:` and a path, or a `file://` address | a file |
/// | a scheme, `://` and more, such as `rtsp://host/path` | a stream |
/// | anything else | a file |
///
/// To open a file with a name like one of these, put `./` before it.
public enum MediaSource: Sendable, Hashable, CustomStringConvertible {
  /// A file with this path.
  case file(path: String)
  /// A stream with this address.
  case stream(address: String)
  /// A camera, named as for `Camera`.
  case camera(device: String)

  /// Classifies a text; nothing is opened.
  public init(_ text: String) {
    if ["/dev/video", "/dev/v4l/", CameraDevice.testSourcePrefix].contains(where: text.hasPrefix) {
      self = .camera(device: text)
    } else if text.hasPrefix("camera:") {
      let device = text.dropFirst("camera:".count)
      self = .camera(device: device.isEmpty ? Camera.defaultDevice : String(device))
    } else if text.lowercased().hasPrefix("file://"), let url = URL(string: text), url.isFileURL, !url.path.isEmpty {
      self = .file(path: url.path)
    } else if StreamAddress.scheme(of: text).map({ $0 != "file" }) == true {
      self = .stream(address: text)
    } else if text.hasPrefix("file:") {
      self = .file(path: String(text.dropFirst("file:".count)))
    } else {
      self = .file(path: text)
    }
  }

  /// The source as a text for messages: a path, a device, or an address as scheme, user and host, without password,
  /// path and query.
  public var description: String {
    switch self {
    case .file(let path): path
    case .stream(let address): "\(StreamAddress(shown: address))"
    case .camera(let device): device
    }
  }

  /// Opens the source with the default options.
  ///
  /// - Returns: A `VideoReader`, a `NetworkStream` or a `Camera`.
  /// - Throws: `TasksError`, as those do.
  public func open() throws -> any FrameSource { try open(Interruption()) }

  /// Opens the source as `open()`. Closing the interruption, from any thread, ends the wait for a stream or a camera
  /// with `cancelledError`, and later the reading.
  package func open(_ interruption: Interruption) throws -> any FrameSource {
    switch self {
    case .file(let path): try VideoReader(contentsOfFile: path)
    case .stream(let address): try NetworkStream(address: address, options: .init(), interruption: interruption)
    case .camera(let device): try Camera(device: device, options: .init(), interruption: interruption)
    }
  }
}
