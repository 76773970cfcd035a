import VisionErrors

/// Samples turned regions of a picture into tensors of one size, with the bytes that MediaPipe's CPU path gets.
///
/// Source: OpenCV's `warpPerspective` with fixed-point bilinear interpolation, as MediaPipe's image-to-tensor step calls it:
/// positions rounded to 1/32 pixel (half to even), integer weights, the result rounded to 8 bits before normalization, two by
/// two taps however much the picture is shrunk.
package struct RegionSampler: Sendable {
  /// The tensor's width in pixels.
  package let width: Int
  /// The tensor's height in pixels.
  package let height: Int
  package let border: BorderMode

  package init(width: Int, height: Int, border: BorderMode) {
    self.width = width
    self.height = height
    self.border = border
  }

  /// Samples into a float tensor, height x width x 3 (RGB).
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without area or a tensor of another size.
  package func sample(
    _ region: ImageRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<Float>,
    normalization: ByteNormalization
  ) throws {
    let target = try validated(region, tensor)
    normalization.table.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      run(region, image, FloatWriter(tensor: target, table: table))
    }
  }

  /// Samples into a byte tensor, height x width x 3 (RGB).
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without area or a tensor of another size.
  package func sample(
    _ region: ImageRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<UInt8>
  ) throws {
    run(region, image, ByteWriter(tensor: try validated(region, tensor)))
  }

  private func validated<Element>(
    _ region: ImageRegion, _ tensor: UnsafeMutableBufferPointer<Element>
  ) throws -> UnsafeMutablePointer<Element> {
    guard region.isSampleable else {
      throw TasksError.invalidArgument("A region of \(region.width) x \(region.height) pixels cannot be sampled.")
    }
    guard let target = tensor.baseAddress, tensor.count == width * height * 3 else {
      throw TasksError.invalidArgument(
        "A tensor of \(tensor.count) elements cannot hold a \(width) x \(height) RGB sample (\(width * height * 3)).")
    }
    return target
  }

  private func run(_ region: ImageRegion, _ image: ImageBuffer, _ writer: some SampleWriter) {
    let positions = SamplePositions(region: region, tensorWidth: width, tensorHeight: height)
    image.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress else { return }
      let source = SampleSource(
        pixels: pixels, width: image.width, height: image.height, bytesPerRow: image.bytesPerRow)
      switch image.format {
      case .rgb: sampleRows(positions, source, RGBReader.self, writer)
      case .rgba: sampleRows(positions, source, RGBAReader.self, writer)
      case .bgra: sampleRows(positions, source, BGRAReader.self, writer)
      case .gray: sampleRows(positions, source, GrayReader.self, writer)
      }
    }
  }

  /// Walks the tensor in blocks of a row: first the block's positions, then its pixels.
  @inline(__always)
  private func sampleRows<Reader: PixelReader>(
    _ positions: SamplePositions, _ source: SampleSource, _ reader: Reader.Type, _ writer: some SampleWriter
  ) {
    withUnsafeTemporaryAllocation(of: SIMD2<Int32>.self, capacity: positions.capacity) { block in
      guard let block = block.baseAddress else { return }
      for y in 0..<height {
        for start in stride(from: 0, to: width, by: positions.blockWidth) {
          let count = min(positions.blockWidth, width - start)
          positions.fill(block, row: y, start: start, count: count)
          source.interpolate(block, count: count, reader, border, writer, firstPixel: y &* width &+ start)
        }
      }
    }
  }
}
