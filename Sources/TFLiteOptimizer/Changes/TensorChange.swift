import VisionModels

/// What becomes of a tensor whose number stays.
struct TensorChange: Sendable, Hashable {
  /// The tensor's number.
  let tensor: Int32
  /// Its new extents; nil for those that it has.
  var extents: [Int]?
  /// Its new type; nil for the one that it has.
  var elementType: TensorElementType?
}
