/// The value of pixels outside the image, for each tap.
package enum BorderMode: Sendable, Hashable {
  /// Black.
  case zero
  /// The nearest pixel of the edge.
  case replicate
}
