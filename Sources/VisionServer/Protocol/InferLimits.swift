/// Limits on an inference request.
package struct InferLimits: Sendable {
  /// The maximum number of images.
  package var images: Int
  /// The maximum number of pixels of an image.
  package var pixels: Int
  /// The maximum size of the JSON, in bytes; 8 MB. Larger images are sent in binary form.
  package static let jsonBytes = 8_000_000
  /// The memory that decoding a byte of JSON takes, in bytes: elements of lists are kept as values before they are converted.
  static let memoryPerJSONByte = 40
  /// The maximum size of a response's masks, padded, in bytes.
  static let maskBytes = 256_000_000
  /// The same when they are sent in JSON, which takes seconds and a multiple of the memory.
  static let jsonMaskBytes = 16_000_000
  /// The memory that a byte of masks takes while a response is made: the tensor and the body.
  static let memoryPerMaskByte = 2
  /// The same in JSON: the encoder keeps a value of about 100 bytes for each number of 4 bytes.
  static let memoryPerJSONMaskByte = 25
  /// The maximum length of an ID or a name, in bytes.
  static let nameLength = 256
  /// The maximum number of classes in place of an output.
  static let classes = 10_000
  /// The maximum number of requested outputs.
  static let outputs = 64

  package init(images: Int, pixels: Int) {
    self.images = images
    self.pixels = pixels
  }
}
