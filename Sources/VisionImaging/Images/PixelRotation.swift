package enum PixelRotation {
  package static func swapsAxes(_ orientation: ImageOrientation) -> Bool { orientation.clockwiseDegrees % 180 != 0 }

  /// Writes the upright version of a plane of the given stored size, of which `bytesPerPixel` bytes stay together.
  package static func rotate(
    from source: UnsafeRawPointer, bytesPerRow sourceRow: Int, width: Int, height: Int, bytesPerPixel: Int,
    orientation: ImageOrientation, to destination: UnsafeMutableRawPointer, bytesPerRow destinationRow: Int
  ) {
    let (right, bottom) = ((width - 1) * bytesPerPixel, (height - 1) * sourceRow)
    // The stored position of the upright image's first pixel, and the strides to its neighbours in x and y.
    let (origin, stepX, stepY) =
      switch orientation {
      case .up: (0, bytesPerPixel, sourceRow)
      case .upMirrored: (right, -bytesPerPixel, sourceRow)
      case .down: (right + bottom, -bytesPerPixel, -sourceRow)
      case .downMirrored: (bottom, bytesPerPixel, -sourceRow)
      case .leftMirrored: (0, sourceRow, bytesPerPixel)
      case .right: (bottom, -sourceRow, bytesPerPixel)
      case .rightMirrored: (right + bottom, -sourceRow, -bytesPerPixel)
      case .left: (right, sourceRow, -bytesPerPixel)
      }
    let (columns, rows) = swapsAxes(orientation) ? (height, width) : (width, height)
    // Small tiles keep both sides in the cache when rows become columns.
    let side = 32
    for top in stride(from: 0, to: rows, by: side) {
      for left in stride(from: 0, to: columns, by: side) {
        let count = min(side, columns - left)
        for y in top..<min(top + side, rows) {
          copy(
            count, bytesPerPixel, from: source + origin + left * stepX + y * stepY, step: stepX,
            to: destination + y * destinationRow + left * bytesPerPixel)
        }
      }
    }
  }

  @inline(__always)
  private static func copy(
    _ count: Int, _ bytesPerPixel: Int, from source: UnsafeRawPointer, step: Int,
    to destination: UnsafeMutableRawPointer
  ) {
    switch bytesPerPixel {
    case 1:
      for i in 0..<count {
        let value = source.load(fromByteOffset: i * step, as: UInt8.self)
        destination.storeBytes(of: value, toByteOffset: i, as: UInt8.self)
      }
    case 4:
      for i in 0..<count {
        let pixel = source.loadUnaligned(fromByteOffset: i * step, as: UInt32.self)
        destination.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
      }
    case 16...:
      for i in 0..<count {
        (destination + i * bytesPerPixel).copyMemory(from: source + i * step, byteCount: bytesPerPixel)
      }
    default:
      for i in 0..<count {
        for byte in 0..<bytesPerPixel {
          let value = source.load(fromByteOffset: i * step + byte, as: UInt8.self)
          destination.storeBytes(of: value, toByteOffset: i * bytesPerPixel + byte, as: UInt8.self)
        }
      }
    }
  }
}

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
        PixelRotation.rotate(
          from: from, bytesPerRow: bytesPerRow, width: width, height: height, bytesPerPixel: format.bytesPerPixel,
          orientation: orientation, to: to, bytesPerRow: resultRow)
      }
    }
    return result
  }
}
