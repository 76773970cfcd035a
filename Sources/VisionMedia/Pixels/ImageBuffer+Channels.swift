import VisionImaging

extension ImageBuffer {
  /// The same image in another pixel format. Gray becomes equal channels, missing alpha becomes 255; conversion to gray
  /// is not supported.
  package func converted(to target: PixelFormat) throws -> ImageBuffer {
    guard target != format, target != .gray else { return self }
    var result = try ImageBuffer(width: width, height: height, format: target)
    let resultRow = result.bytesPerRow
    result.withUnsafeMutableBytes { destination in
      if let address = destination.baseAddress { copyPixels(to: address, bytesPerRow: resultRow, as: target) }
    }
    return result
  }

  /// Writes the pixels in another order of channels; see `converted(to:)`.
  func copyPixels(to destination: UnsafeMutableRawPointer, bytesPerRow destinationRow: Int, as target: PixelFormat) {
    let (red, green, blue, alpha) = format.channelOffsets
    let (targetRed, targetGreen, targetBlue, targetAlpha) = target.channelOffsets
    let (step, targetStep) = (format.bytesPerPixel, target.bytesPerPixel)
    withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      for y in 0..<height {
        var from = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
        var to = (destination + y * destinationRow).assumingMemoryBound(to: UInt8.self)
        for _ in 0..<width {
          to[targetRed] = from[red]
          to[targetGreen] = from[green]
          to[targetBlue] = from[blue]
          if let targetAlpha { to[targetAlpha] = alpha.map { from[$0] } ?? 255 }
          from += step
          to += targetStep
        }
      }
    }
  }
}

extension PixelFormat {
  /// The byte offset of each channel.
  fileprivate var channelOffsets: (red: Int, green: Int, blue: Int, alpha: Int?) {
    switch self {
    case .rgb: (0, 1, 2, nil)
    case .rgba: (0, 1, 2, 3)
    case .bgra: (2, 1, 0, 3)
    case .gray: (0, 0, 0, nil)
    }
  }
}
