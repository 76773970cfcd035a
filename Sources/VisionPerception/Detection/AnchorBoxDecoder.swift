import Foundation
import VisionCore
import VisionImaging
import VisionModels

/// Decodes single boxes and keypoints of a detector with raw outputs and anchors of any size. Source: MediaPipe's
/// `TensorsToDetectionsCalculator` as the object detector sets it: y before x, sizes as logarithms where the metadata
/// says so.
package struct AnchorBoxDecoder: Sendable {
  package let count, valuesPerBox, keypointCount: Int
  /// Whether no finite numbers give a negative size.
  package let sizesArePositive: Bool

  private let anchors: [DetectorAnchor]
  private let scale: SIMD4<Float>
  private let keypointOffset: Int
  private let hasExponentialSize: Bool

  /// - Throws: `TasksError` with `invalidArgumentError` when the size of the model's box output does not fit or a scale
  ///   is 0.
  package init(_ metadata: RawDetectorMetadata, valueCount: Int) throws {
    let count = metadata.anchors.count
    let valuesPerBox = count > 0 ? valueCount / count : 0
    guard count > 0, valuesPerBox >= 4, valuesPerBox * count == valueCount,
      metadata.boxCount == 0 || metadata.boxCount == count,
      metadata.valuesPerBox == 0 || metadata.valuesPerBox == valuesPerBox
    else {
      throw TasksError.invalidArgument(
        "The model's box output has \(valueCount.counted("number")) for \(count.counted("anchor")); the metadata promises "
          + "\(metadata.boxCount.counted("box", plural: "boxes")) of \(metadata.valuesPerBox.counted("number")).")
    }
    let keypoints = metadata.keypointCount
    guard
      keypoints == 0
        || (metadata.valuesPerKeypoint == 2 && keypoints > 0 && 4 + 2 * keypoints == valuesPerBox
          && metadata.keypointOffset >= 0 && metadata.keypointOffset + 2 * keypoints <= valuesPerBox)
    else {
      throw TasksError.invalidArgument(
        "The metadata promises \(keypoints) keypoints of \(metadata.valuesPerKeypoint) numbers in a box of \(valuesPerBox); "
          + "a box is four numbers and two for each keypoint.")
    }
    let scale = SIMD4(metadata.yScale, metadata.xScale, metadata.heightScale, metadata.widthScale)
    guard all((scale .> 0) .| (scale .< 0)) else {
      throw TasksError.invalidArgument("The metadata scales boxes by \(scale) (y, x, height, width); 0 is not allowed.")
    }
    (self.count, self.valuesPerBox, keypointCount, self.scale) = (count, valuesPerBox, keypoints, scale)
    (anchors, keypointOffset) = (metadata.anchors, metadata.keypointOffset)
    hasExponentialSize = metadata.hasExponentialSize
    sizesArePositive = hasExponentialSize && anchors.allSatisfy { $0.width >= 0 && $0.height >= 0 }
  }

  /// The box `index` in fractions of the input, from its `valuesPerBox` raw values; of a negative or NaN size as there.
  package func box(_ index: Int, from row: UnsafeBufferPointer<Float>) -> NormalizedBox {
    let anchor = anchors[index]
    var values = SIMD4(row[0], row[1], row[2], row[3]) / scale
    if hasExponentialSize {
      values[2] = exp(values[2])
      values[3] = exp(values[3])
    }
    return NormalizedBox(
      xCenter: values[1] * anchor.width + anchor.xCenter, yCenter: values[0] * anchor.height + anchor.yCenter,
      width: values[3] * anchor.width, height: values[2] * anchor.height)
  }

  package func keypoint(_ keypoint: Int, ofBox index: Int, from row: UnsafeBufferPointer<Float>) -> SIMD2<Float> {
    let anchor = anchors[index]
    let start = keypointOffset + 2 * keypoint
    return SIMD2(
      row[start + 1] / scale[1] * anchor.width + anchor.xCenter, row[start] / scale[0] * anchor.height + anchor.yCenter)
  }
}
