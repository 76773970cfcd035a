/// What stands where a region reaches beyond the image; decided tap by tap.
package enum BorderMode: Sendable, Hashable {
  /// Black.
  case zero
  /// The nearest pixel of the edge.
  case replicate
}
