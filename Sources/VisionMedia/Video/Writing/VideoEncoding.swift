/// How a video is compressed: how hard the encoder works, how faithful the image is, how many threads it takes.
///
/// The defaults were chosen by measurement on a 1280 x 720 video with drawn hands: at the same fidelity `.ultrafast` takes
/// half of the time and makes files 1.2 times as large, `.veryfast` takes 1.6 times as long and saves a seventh.
public struct VideoEncoding: Sendable, Hashable {
  /// How hard the encoder searches for a short way to say the same, quickest first.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow
  }

  /// The qualities there are; a lower number is a better image.
  public static let qualities = 0...51

  /// How hard the encoder works; `.superfast` by default. Other encoders than libx264 have no such choice.
  public var preset: Preset
  /// The constant rate factor of x264, or with the preset `.ultrafast` its constant quantizer, 0...51, lower is better; 21
  /// by default. Other encoders get a bit rate that comes near it.
  public var quality: Int
  /// How many threads encode; 0, the default, stands for one a processor core, four at most.
  public var threads: Int

  /// Makes a choice; a writer refuses values outside of their ranges.
  public init(preset: Preset = .superfast, quality: Int = 21, threads: Int = 0) {
    self.preset = preset
    self.quality = quality
    self.threads = threads
  }
}
