internal import CFFmpeg
import Foundation
import VisionCore
import VisionImaging

/// PNG files through FFmpeg's encoder.
enum PNGEncoder {
  /// A whole file with the image's own channels.
  static func encode(_ image: ImageBuffer) throws -> Data {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let encoder = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw TasksError(.unimplementedError, "FFmpeg has no PNG encoder here; write a JPEG instead.")
    }
    var context = avcodec_alloc_context3(encoder)
    defer { avcodec_free_context(&context) }
    guard let context else { throw FFmpegError.outOfMemory("the PNG encoder") }
    let format =
      switch image.format {
      case .rgb: AV_PIX_FMT_RGB24
      case .rgba, .bgra: AV_PIX_FMT_RGBA
      case .gray: AV_PIX_FMT_GRAY8
      }
    context.pointee.width = Int32(image.width)
    context.pointee.height = Int32(image.height)
    context.pointee.pix_fmt = format
    context.pointee.time_base = AVRational(num: 1, den: 1)
    // Lets each row choose the filter that packs it best, as PNG writers do; FFmpeg's default is no filter.
    av_opt_set(context, "pred", "mixed", AV_OPT_SEARCH_CHILDREN)
    try check(avcodec_open2(context, encoder, nil))
    let frame = try FFmpegFrame()
    frame.pointer.pointee.width = Int32(image.width)
    frame.pointer.pointee.height = Int32(image.height)
    frame.pointer.pointee.format = format.rawValue
    try check(av_frame_get_buffer(frame.pointer, 0))
    if let (plane, bytesPerRow) = frame.plane(0) { copy(image, to: plane, bytesPerRow: bytesPerRow) }
    try check(avcodec_send_frame(context, frame.pointer))
    try check(avcodec_send_frame(context, nil))
    let packet = try FFmpegPacket()
    try check(avcodec_receive_packet(context, packet.pointer))
    return Data(packet.bytes)
  }

  private static func copy(_ image: ImageBuffer, to plane: UnsafeMutableRawPointer, bytesPerRow: Int) {
    if image.format == .bgra {
      image.copyPixels(to: plane, bytesPerRow: bytesPerRow, as: .rgba)
      return
    }
    image.withUnsafeBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<image.height {
        (plane + y * bytesPerRow).copyMemory(
          from: base + y * image.bytesPerRow, byteCount: image.width * image.format.bytesPerPixel)
      }
    }
  }

  private static func check(_ status: Int32) throws {
    guard status >= 0 else {
      throw TasksError.internalFailure("FFmpeg's PNG encoder failed: \(FFmpegError.text(status)).")
    }
  }
}
