/// MediaPipe's newer name of the options.
public typealias InteractiveSegmenterLegacyOptions = InteractiveSegmenterOptions

/// The options of `InteractiveSegmenter`.
public final class InteractiveSegmenterOptions: SegmenterOptions, DescribedOptions {
  /// The point of images that come without one, in fractions of the stored image; nil by default. MediaPipe has no such
  /// option.
  public var point: CGPoint?

  /// The points of a scribble over the thing, for images that come without one, in fractions of the stored image; none
  /// by default. It takes the place of `point`. MediaPipe has no such option.
  public var scribble: [CGPoint] = []

  private var scribbleList: PointList {
    get { PointList(points: scribble) }
    set { scribble = newValue.points }
  }

  package static var liveStreamDelegate: Path<AnyObject?>? { nil }

  private static let group = "Thing"

  package static let table: [TaskOption<InteractiveSegmenterOptions>] =
    [
      TaskOption(
        "point", \.point, group: group, label: "Point",
        help:
          "A point of the thing, in fractions of the image's width and height before --rotation: 0.5,0.5 is the middle.",
        details: "Click the thing in the image.", initial: .text("0.5,0.5")),
      TaskOption(
        "scribble", \.scribbleList, group: group, label: "Scribble",
        help: "Points along a scribble over the thing, in place of one point: x,y,x,y and so on.",
        details: "Draw over the thing in the image.", unset: "none"),
    ] + TaskOption.masks(group: group)

  /// The points of images without points of their own.
  func points() throws -> [SIMD2<Double>] {
    let points = (scribble.isEmpty ? [point].compactMap { $0 } : scribble).map { SIMD2(Double($0.x), Double($0.y)) }
    try points.requireWithinImage(as: scribble.isEmpty ? "point" : "scribble")
    return points
  }
}

extension CGPoint: OptionProperty {
  package static var kind: OptionKind { .points(isOne: true) }
  package var optionValue: OptionValue? { .text("\(x),\(y)") }
  package static func from(_ value: OptionValue) -> CGPoint? { value.points.flatMap { $0.count == 1 ? $0[0] : nil } }
}

/// Points as the value of an option: Swift's arrays have names as such values.
package struct PointList: OptionProperty {
  let points: [CGPoint]

  package static var kind: OptionKind { .points(isOne: false) }
  package var optionValue: OptionValue? {
    points.isEmpty ? nil : .text(points.map { "\($0.x),\($0.y)" }.joined(separator: ","))
  }
  package static func from(_ value: OptionValue) -> PointList? { value.points.map { PointList(points: $0) } }
}
