import VisionImaging

/// Masks of the image's size.
package struct MasksPart: Sendable {
  /// The key in JSON, where the masks' files are named.
  package let key: String
  /// The masks, one per subject.
  package let masks: [Mask]

  package init(key: String, _ masks: [Mask]) {
    self.key = key
    self.masks = masks
  }
}
