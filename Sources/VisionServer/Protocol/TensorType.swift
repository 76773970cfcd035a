import VisionResults

/// The two inputs of every model, of which a request has one.
package enum InputSpec {
  /// Image files: JPEG, PNG and the others that the command reads.
  package static let images = TensorSpec("images", .bytes, [-1])
  /// RGB pixels: images, rows, columns, channels.
  package static let pixels = TensorSpec("pixels", .uint8, [-1, -1, -1, 3])
  package static let all = [images, pixels]
}
