internal import CFFmpeg

/// The conversion matrix between RGB and YUV.
enum YUVMatrix {
  /// ITU-R BT.601, for standard definition.
  case bt601
  /// ITU-R BT.709, for high definition.
  case bt709

  /// The matrix that players assume for a frame size without tags.
  init(width: Int, height: Int) {
    self = max(width, height) >= 1280 || min(width, height) >= 720 ? .bt709 : .bt601
  }

  /// The weights of red and blue in luma; green has the rest.
  var lumaWeights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    }
  }

  /// FFmpeg's name, for tags and for its scaler.
  var colorSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    }
  }
}
