extension ImageBuffer {
  /// The image rotated upright; the image itself when it is stored upright.
  package func upright(from orientation: ImageOrientation) throws -> ImageBuffer {
    if orientation == .up { return self }
    let swaps = PixelRotation.swapsAxes(orientation)
    var result = try ImageBuffer(width: swaps ? height : width, height: swaps ? width : height, format: format)
    let resultRow = result.bytesPerRow
    withUnsafeBytes { source in
      result.withUnsafeMutableBytes { destination in
        guard let from = source.baseAddress, let to = destination.baseAddress else { return }
        PixelRotation.turn(
          from: from, bytesPerRow: bytesPerRow, width: width, height: height, bytesPerPixel: format.bytesPerPixel,
          orientation: orientation, to: to, bytesPerRow: resultRow)
      }
    }
    return result
  }
}
