import VisionImaging
import VisionResults

extension TaskOutput {
  /// The probability of each pixel to be the subject, of a segmenter's masks; nil for an output without such masks.
  ///
  /// With `names` these classes are the subject, otherwise all but the one named background, or the only one.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for the mask.
  package func foreground(keeping names: [String]?) throws -> Mask? {
    guard let part = parts.lazy.compactMap({ $0 as? MasksPart }).first(where: { $0.format.content == .classes }),
      let first = part.masks.first
    else { return nil }
    let segments = categories.first { $0.format.areSubjects }?.lists.first ?? []
    guard let names else {
      if part.masks.count == 1 { return first }
      // A class without a pixel is no segment, so without background all of the image is the subject.
      let background = segments.filter { $0.isBackground && part.masks.indices.contains($0.index) }
      return try Self.sum(of: background.map { part.masks[$0.index] }, like: first, isInverted: true)
    }
    let kept = segments.filter { segment in
      part.masks.indices.contains(segment.index)
        && [segment.categoryName, segment.displayName].contains { name in
          name.map { names.contains($0) } ?? false
        }
    }
    return try Self.sum(of: kept.map { part.masks[$0.index] }, like: first, isInverted: false)
  }

  /// The sum of masks, or what is left to 1.
  private static func sum(of masks: [Mask], like first: Mask, isInverted: Bool) throws -> Mask {
    if !isInverted, masks.count == 1 { return masks[0] }
    let (width, height) = (first.width, first.height)
    let pool = MaskPool(byteCount: width * height * MemoryLayout<Float>.stride, count: 0)
    return try Mask(width: width, height: height, in: pool) { (sum: UnsafeMutableBufferPointer<Float>) in
      sum.update(repeating: isInverted ? 1 : 0)
      let sign: Float = isInverted ? -1 : 1
      for mask in masks {
        mask.withUnsafeFloats { values in
          for place in 0..<min(sum.count, values.count) { sum[place] += sign * values[place] }
        }
      }
    }
  }
}
