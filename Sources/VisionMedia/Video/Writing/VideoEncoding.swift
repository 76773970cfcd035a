/// The compression of a video: preset, quality and number of threads.
///
/// The defaults were measured on a 1280 x 720 video with drawn hands: at equal quality `.ultrafast` takes half of the
/// time and makes files 1.2 times as large, `.veryfast` takes 1.6 times as long and saves a seventh.
public struct VideoEncoding: Sendable, Hashable {
  /// x264's presets, fastest first.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// The fastest, with the largest files: no CABAC, no deblocking.
    case ultrafast
    /// The default: twice the time of `ultrafast`, with smaller files.
    case superfast
    /// Slower than `superfast`, with smaller files.
    case veryfast
    /// Slower than `veryfast`, with smaller files.
    case faster
    /// Slower than `faster`, with smaller files.
    case fast
    /// x264's own default.
    case medium
    /// The slowest, with the smallest files.
    case slow
  }

  /// The allowed qualities; lower is better.
  public static let qualities = 0...51

  /// The preset; `.superfast` by default. Only libx264 uses it.
  public var preset: Preset
  /// The constant rate factor of x264, or with the preset `.ultrafast` its constant quantizer, 0...51, lower is better;
  /// 21 by default. Other encoders get an equivalent bit rate.
  public var quality: Int
  /// The number of encoding threads; 0, the default, means one for each processor core, at most four.
  public var threads: Int

  /// Makes an encoding; `VideoWriter` rejects values out of range.
  public init(preset: Preset = .superfast, quality: Int = 21, threads: Int = 0) {
    self.preset = preset
    self.quality = quality
    self.threads = threads
  }
}
