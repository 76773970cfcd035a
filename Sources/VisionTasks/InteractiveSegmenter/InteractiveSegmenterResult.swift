/// MediaPipe's newer name of the result.
public typealias InteractiveSegmenterLegacyResult = InteractiveSegmenterResult

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The masks that `InteractiveSegmenter` made of one image.
public final class InteractiveSegmenterResult: SegmenterResult, TaskOutput, @unchecked Sendable {
  package static let format = OutputFormat(
    task: "segment-point", title: "InteractiveSegmenterResult", subject: .segment, parts: partFormats)
}
