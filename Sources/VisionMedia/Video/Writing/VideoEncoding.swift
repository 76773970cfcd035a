internal import CFFmpeg

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

  /// For videos that are written beside inference, which competes for the processor: the fastest preset shortens the
  /// run, with files 1.2 times as large.
  package static let besideInference = VideoEncoding(preset: .ultrafast, quality: 23)

  /// Makes an encoding; `VideoWriter` rejects values out of range.
  public init(preset: Preset = .superfast, quality: Int = 21, threads: Int = 0) {
    (self.preset, self.quality, self.threads) = (preset, quality, threads)
  }
}

/// FFmpeg's encoders for H.264. B-frames are disabled. They would make files 20 % smaller, but a video with a variable
/// rate would no longer have its exact duration, which MP4 computes in decoding order.
enum H264Encoder {
  static let names = ["libx264", "h264_videotoolbox", "libopenh264"]

  /// Opens the first available encoder that accepts the video, whose values have been validated.
  static func open(
    width: Int, height: Int, matrix: YUVMatrix, frameRate: AVRational, timescale: Int32, pixelAspectRatio: AVRational,
    encoding: VideoEncoding, names: [String] = names
  ) throws -> FFmpegEncoder {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    var refusal: TasksError?
    for name in names {
      guard let codec = avcodec_find_encoder_by_name(name) else { continue }
      do throws(TasksError) {
        return try FFmpegEncoder(codec, name: "The video encoder") { reason in
          .invalidArgument("The encoder \(name) does not accept a video of \(width) x \(height) pixels: \(reason).")
        } configure: { context in
          context.pointee.width = Int32(clamping: width)
          context.pointee.height = Int32(clamping: height)
          context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
          context.pointee.time_base = AVRational(num: 1, den: timescale)
          context.pointee.framerate = frameRate
          context.pointee.sample_aspect_ratio = pixelAspectRatio
          // Images are sRGB, whose primaries are those of BT.709 for every matrix.
          context.pointee.color_range = AVCOL_RANGE_MPEG
          context.pointee.colorspace = matrix.colorSpace
          context.pointee.color_primaries = AVCOL_PRI_BT709
          context.pointee.color_trc = AVCOL_TRC_BT709
          context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
          Self.configure(context, name: name, encoding: encoding)
        }
      } catch { refusal = refusal ?? error }
    }
    throw refusal
      ?? TasksError.unimplemented(
        "FFmpeg has no encoder for H.264 here (\(names.joined(separator: ", "))); install one that was built with it.")
  }

  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, name: String, encoding: VideoEncoding
  ) {
    let cores = ProcessResources.current.processors
    context.pointee.thread_count = Int32(clamping: encoding.threads > 0 ? encoding.threads : min(cores, 4))
    context.pointee.max_b_frames = 0
    // MP4 stores the parameter sets once, in its index.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    // A player decodes from a key frame after seeking: at most four seconds of video.
    let rate = context.pointee.framerate
    context.pointee.gop_size = Int32(min(max((rate.value * 4).rounded(), 12), 250))
    if name == "libx264" {
      av_opt_set(context.pointee.priv_data, "preset", encoding.preset.rawValue, 0)
      // Rate control analyses frames at half size, which would take a quarter of the fastest preset's time.
      let scale = encoding.preset == .ultrafast ? "qp" : "crf"
      av_opt_set(context.pointee.priv_data, scale, String(encoding.quality), 0)
    } else {
      // 0.1 bit per pixel at quality 23, doubled every six steps, like x264's scale.
      let pixels = Double(context.pointee.width) * Double(context.pointee.height)
      let bits = pixels * rate.value * 0.1 * pow(2, Double(23 - encoding.quality) / 6)
      context.pointee.bit_rate = Int64(min(max(bits, 64_000), 400_000_000))
    }
  }
}
