/// Draws the frame rate in a corner of the image, on a dark background.
public struct FrameRateAnnotator: Annotator {
  /// A corner of an image.
  public enum Corner: Sendable, Hashable, CaseIterable {
    /// At the left of the upper edge.
    case topLeft
    /// At the right of the upper edge.
    case topRight
    /// At the left of the lower edge.
    case bottomLeft
    /// At the right of the lower edge.
    case bottomRight

    var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// The corner.
  public var corner: Corner
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(corner: Corner = .topLeft, style: AnnotationStyle? = nil) { (self.corner, self.style) = (corner, style) }

  /// Draws a line for each rate, from the image's edge inwards. An image without room for letters is unchanged.
  ///
  /// - Parameters:
  ///   - rates: The rates, from a `FrameRateMeter`.
  ///   - canvas: The image to draw on.
  public func draw(_ rates: [FrameRate], on canvas: borrowing ImageCanvas) {
    CornerText(corner: corner, style: style).draw(rates.map(\.text), on: canvas)
  }
}

/// Lines of text in a corner, from the image's edge inwards, on a dark background.
struct CornerText {
  /// The maximum number of lines per classifier head.
  static let maxLines = 5

  var corner = FrameRateAnnotator.Corner.topLeft
  /// Line and text sizes; nil chooses sizes that fit each image.
  var style: AnnotationStyle?

  func draw(_ lines: [String], on canvas: borrowing ImageCanvas) {
    let style = AnnotationStyle(style, on: canvas)
    var used = 0.0
    for line in lines where !line.isEmpty {
      guard let label = Label(line, fontSize: style.fontSize * 0.85, on: canvas) else { continue }
      let margin = min(label.height * 0.3, (canvas.size.x - label.width) / 2)
      let offset = used + margin
      guard offset + label.height <= canvas.size.y else { return }
      let place = DrawingBox(
        minX: corner.isLeft ? margin : canvas.size.x - margin - label.width,
        minY: corner.isTop ? offset : canvas.size.y - offset - label.height, width: label.width, height: label.height)
      label.draw(in: place, on: canvas)
      used = offset + label.height
    }
  }
}

/// A frame rate, and the processing time of a frame.
public struct FrameRate: Sendable, Hashable {
  /// Frames a second.
  public var framesPerSecond: Double
  /// The processing time of a frame in milliseconds; nil when unknown.
  public var millisecondsPerFrame: Double?

  /// Makes a frame rate.
  public init(framesPerSecond: Double, millisecondsPerFrame: Double? = nil) {
    (self.framesPerSecond, self.millisecondsPerFrame) = (framesPerSecond, millisecondsPerFrame)
  }

  /// The text, such as "28.4 frames/s · 35 ms"; one decimal below 100 frames a second and below 10 ms. Values that are
  /// not finite are skipped.
  public var text: String {
    func number(_ value: Double, decimalBelow limit: Double) -> String {
      String(format: value < limit ? "%.1f" : "%.0f", value)
    }
    var parts: [String] = []
    if framesPerSecond.isFinite { parts.append(number(framesPerSecond, decimalBelow: 99.95) + " frames/s") }
    if let time = millisecondsPerFrame, time.isFinite { parts.append(number(time, decimalBelow: 9.95) + " ms") }
    return parts.joined(separator: " · ")
  }
}

/// Measures the frame rate as the mean over a window, one second by default.
///
/// It reads no clock; the caller passes the time:
///
/// ```swift
/// let start = ProcessInfo.processInfo.systemUptime
/// let result = try recognizer.recognize(videoFrame: frame, timestampInMilliseconds: time)
/// let end = ProcessInfo.processInfo.systemUptime
/// meter.add(frameAtSeconds: end, workInSeconds: end - start)
/// ```
public struct FrameRateMeter: Sendable {
  /// The maximum number of remembered frames, whatever the window.
  public static let maximumFrames = 1024

  /// The window of the mean, in seconds.
  public let window: Double

  private var frames: [(time: Double, work: Double?)] = []

  /// Makes one without frames.
  ///
  /// - Parameter window: The window of the mean in seconds; a number that is not above 0 counts as 1. At lower frame
  ///   rates it extends to the previous frame.
  public init(window: Double = 1) { self.window = window > 0 ? window : 1 }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - seconds: The time at which it was finished, on any monotonic clock. A time before the last frame's starts
  ///     over, one that is not finite is ignored.
  ///   - work: Its processing time in seconds; nil when unknown.
  public mutating func add(frameAtSeconds seconds: Double, workInSeconds work: Double? = nil) {
    guard seconds.isFinite else { return }
    if let last = frames.last, seconds < last.time { frames.removeAll() }
    frames.append((seconds, work.flatMap { $0.isFinite ? $0 : nil }))
    // Keeps the frame at the start of the window: the mean is over intervals between frames.
    let old = frames.dropFirst().prefix { $0.time <= seconds - window }.count
    frames.removeFirst(max(old, frames.count - Self.maximumFrames))
  }

  /// The mean over the window; nil before the second frame.
  public var frameRate: FrameRate? {
    guard let first = frames.first, let last = frames.last, last.time > first.time else { return nil }
    let rate = Double(frames.count - 1) / (last.time - first.time)
    // The first frame only marks the start of the window.
    let work = frames.dropFirst().compactMap(\.work)
    let mean = work.isEmpty ? nil : work.reduce(0, +) / Double(work.count) * 1000
    return FrameRate(framesPerSecond: rate, millisecondsPerFrame: mean)
  }
}
