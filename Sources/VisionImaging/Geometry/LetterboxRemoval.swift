/// Maps points in fractions of a square letterboxed tensor to fractions of the image.
///
/// Source: MediaPipe's `DetectionLetterboxRemovalCalculator`, which is wrong for rotated images; the rotation is undone
/// here.
package struct LetterboxRemoval: Sendable {
  private let padding: SIMD2<Float>
  private let region: ImageRegion
  private let size: ImageSize

  /// The region is that of the image before letterboxing.
  package init(of region: ImageRegion, in size: ImageSize) {
    let aspect = region.height / region.width
    padding = 1 > aspect ? SIMD2(0, (1 - aspect) / 2) : SIMD2((1 - 1 / aspect) / 2, 0)
    self.region = region
    self.size = size
  }

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    let inRegion = (point - padding) / (1 - (padding + padding))
    guard region.rotation != 0 else { return inRegion }
    let (cosine, sine) = region.rotation.cosineAndSine
    let offset = (inRegion - 0.5) * SIMD2(region.width, region.height)
    return SIMD2(
      (region.xCenter + cosine * offset.x - sine * offset.y) / size.width,
      (region.yCenter + sine * offset.x + cosine * offset.y) / size.height)
  }
}
