import VisionImaging

/// Masks of the image's size.
package struct MasksPart: Sendable {
  /// The key of the masks' files in JSON.
  package let key: String
  /// The masks, one for each subject.
  package let masks: [Mask]

  package init(key: String, _ masks: [Mask]) {
    self.key = key
    self.masks = masks
  }
}
