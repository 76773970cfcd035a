import VisionCore

/// The fields of the TensorFlow Lite schema's tables, as far as they are read or written.
/// Source: `schema.fbs`, version 3.
package enum TFLiteSchema {
  package static let identifier = "TFL3"
  /// The version of the schema that the runtime reads.
  package static let version = 3

  package enum Model: Int, FlatBufferSlot {
    case version, operatorCodes, subgraphs, description, buffers, metadata = 6, signatures
  }
  package enum Subgraph: Int, FlatBufferSlot { case tensors, inputs, outputs, operators, name }
  package enum Tensor: Int, FlatBufferSlot {
    case shape, type, buffer, name, quantization, isVariable, sparsity, shapeSignature
  }
  package enum Quantization: Int, FlatBufferSlot { case scale = 2, zeroPoint, detailsType, dimension = 6 }
  package enum Sparsity: Int, FlatBufferSlot { case traversalOrder, blockMap, dimensions }
  package enum SparsityDimension: Int, FlatBufferSlot {
    case format, denseSize, startsType, starts, columnsType, columns

    package static let denseFormat: Int8 = 0
    package static let compressedFormat: Int8 = 1
    /// The field of a vector of starts or columns.
    package static let values = 0
  }
  package enum Operator: Int, FlatBufferSlot {
    case code, inputs, outputs, optionsType, options, customOptions
    case intermediates = 8, largeCustomOptionsOffset, secondOptionsType = 11
  }
  package enum Concatenation: Int, FlatBufferSlot { case axis, activation }
  package enum Convolution: Int, FlatBufferSlot {
    case padding, strideWidth, strideHeight, activation, dilationWidth, dilationHeight
  }
  package enum DepthwiseConvolution: Int, FlatBufferSlot {
    case padding, strideWidth, strideHeight, multiplier, activation, dilationWidth, dilationHeight
  }
  package enum Addition: Int, FlatBufferSlot { case activation }
  package enum FullyConnected: Int, FlatBufferSlot {
    case activation, weightsFormat, keepsDimensions

    package static let optionsType: UInt8 = 8
  }
  package enum Softmax: Int, FlatBufferSlot {
    case beta

    package static let optionsType: UInt8 = 9
  }
  package enum Pooling: Int, FlatBufferSlot {
    case padding, strideWidth, strideHeight, windowWidth, windowHeight, activation
  }
  package enum Resizing: Int, FlatBufferSlot { case height, width, alignsCorners, halvesPixels }
  package enum StridedSlice: Int, FlatBufferSlot {
    case beginMask, endMask, ellipsisMask, newAxisMask, shrinkMask, offset
  }
  package enum OperatorCode: Int, FlatBufferSlot { case shortBuiltinCode, customCode, version, builtinCode }
  package enum Signature: Int, FlatBufferSlot { case inputs, outputs, key, subgraph = 4 }
  package enum SignatureTensor: Int, FlatBufferSlot { case name, tensor }
  package enum Metadata: Int, FlatBufferSlot { case name, buffer }
  /// `offset` is the position of the data after the flatbuffer; 0 and 1 for data within it.
  package enum Buffer: Int, FlatBufferSlot { case data, offset }
}

extension FlatBuffer {
  package convenience init(model data: ModelData) throws(TasksError) {
    try self.init(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model")
  }
}
