import Foundation
import VisionCore

/// The options of a `Camera`. A driver chooses the nearest supported values; the camera's `width`, `height` and
/// `frameRate` are the actual ones.
public struct CameraOptions: Sendable, Hashable {
  /// The width and height in pixels, 1...65535 each; nil for the camera's own choice, the default.
  public var size: (width: Int, height: Int)? {
    get { width.flatMap { width in height.map { (width, $0) } } }
    set { (width, height) = (newValue?.width, newValue?.height) }
  }
  /// The frame rate, more than 0 and at most 1000; nil for the camera's own choice, the default.
  public var frameRate: Double?
  /// The pixel format that the camera sends, by FFmpeg's name, such as "mjpeg" or "yuyv422"; nil for its own choice,
  /// the default. Many cameras reach their full rate at large sizes only with "mjpeg".
  public var pixelFormat: String?
  /// The seconds within which the camera has to be open; more than 0. Default 10.
  public var openTimeout: TimeInterval = 10
  /// The seconds within which each frame has to come; more than 0. Default 10.
  public var readTimeout: TimeInterval = 10

  private var width: Int?
  private var height: Int?

  /// The camera's defaults.
  public init() {}

  /// Checks the ranges.
  func check() throws {
    if let size, !(1...65_535).contains(size.width) || !(1...65_535).contains(size.height) {
      throw TasksError.invalidArgument(
        "A camera's size of \(size.width) x \(size.height) pixels is not allowed; give 1...65535 for each.")
    }
    if let frameRate, !(frameRate > 0 && frameRate <= 1000) {
      throw TasksError.invalidArgument(
        "frameRate is \(frameRate.plainText) frames a second; give more than 0 and at most 1000.")
    }
    for (name, value) in [("openTimeout", openTimeout), ("readTimeout", readTimeout)]
    where !(value > 0 && value <= 86_400) {
      throw TasksError.invalidArgument("\(name) is \(value.plainText) seconds; give more than 0 and at most 86400.")
    }
  }

  /// The options in FFmpeg's names, for a device format.
  func settings(forFormat format: String) -> [String: String] {
    var settings: [String: String] = [:]
    if let size { settings["video_size"] = "\(size.width)x\(size.height)" }
    if let frameRate { settings["framerate"] = "\(frameRate)" }
    if let pixelFormat { settings[format == "v4l2" ? "input_format" : "pixel_format"] = pixelFormat }
    return settings
  }
}
