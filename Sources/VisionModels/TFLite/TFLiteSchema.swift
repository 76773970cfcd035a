import VisionCore

/// Slots of the TensorFlow Lite schema's tables, as far as they are read. Source: `schema.fbs`, version 3.
package enum TFLiteSchema {
  package static let identifier = "TFL3"

  /// The version of the schema that the runtime reads.
  package static let version = 3

  package enum Model {
    package static let version = 0
    package static let operatorCodes = 1
    package static let subgraphs = 2
    package static let buffers = 4
    package static let metadata = 6
    package static let signatures = 7
  }

  package enum Subgraph {
    package static let tensors = 0
    package static let inputs = 1
    package static let outputs = 2
    package static let operators = 3
  }

  package enum Tensor {
    package static let shape = 0
    package static let type = 1
    package static let buffer = 2
    package static let name = 3
    package static let quantization = 4
    package static let isVariable = 5
    package static let sparsity = 6
    package static let shapeSignature = 7
  }

  package enum Quantization {
    package static let scale = 2
    package static let zeroPoint = 3
    package static let detailsType = 4
    package static let dimension = 6
  }

  package enum Sparsity {
    package static let traversalOrder = 0
    package static let blockMap = 1
    package static let dimensions = 2
    /// Field of a dimension.
    package static let format = 0
    package static let denseSize = 1
    package static let startsType = 2
    package static let starts = 3
    package static let columnsType = 4
    package static let columns = 5
    /// Field of a vector of either kind.
    package static let values = 0

    package static let denseFormat: Int8 = 0
    package static let compressedFormat: Int8 = 1
  }

  package enum Operator {
    package static let code = 0
    package static let inputs = 1
    package static let outputs = 2
    package static let optionsType = 3
    package static let options = 4
    package static let customOptions = 5
    package static let intermediates = 8
    package static let largeCustomOptionsOffset = 9
    package static let secondOptionsType = 11
  }

  package enum Concatenation {
    package static let axis = 0
    package static let activation = 1
  }

  package enum Convolution {
    package static let padding = 0
    package static let strideWidth = 1
    package static let strideHeight = 2
    package static let activation = 3
    package static let dilationWidth = 4
    package static let dilationHeight = 5
  }

  /// Padding and strides as of `Convolution`.
  package enum DepthwiseConvolution {
    package static let multiplier = 3
    package static let activation = 4
    package static let dilationWidth = 5
    package static let dilationHeight = 6
  }

  package enum Addition {
    package static let activation = 0
  }

  package enum FullyConnected {
    package static let activation = 0
    package static let weightsFormat = 1
    package static let keepsDimensions = 2
  }

  package enum Pooling {
    package static let padding = 0
    package static let strideWidth = 1
    package static let strideHeight = 2
    package static let windowWidth = 3
    package static let windowHeight = 4
    package static let activation = 5
  }

  package enum StridedSlice {
    package static let beginMask = 0
    package static let endMask = 1
    package static let ellipsisMask = 2
    package static let newAxisMask = 3
    package static let shrinkMask = 4
    package static let offset = 5
  }

  package enum OperatorCode {
    package static let shortBuiltinCode = 0
    package static let customCode = 1
    package static let version = 2
    package static let builtinCode = 3
  }

  package enum Signature {
    package static let inputs = 0
    package static let outputs = 1
    package static let key = 2
    package static let subgraph = 4
  }

  package enum SignatureTensor {
    package static let name = 0
    package static let tensor = 1
  }

  package enum Metadata {
    package static let name = 0
    package static let buffer = 1
  }

  package enum Buffer {
    package static let data = 0
    /// The position of the data after the flatbuffer; 0 and 1 for data within it.
    package static let offset = 1
  }
}

extension FlatBuffer {
  /// A TensorFlow Lite model.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for other bytes.
  package init(model data: ModelData) throws(TasksError) {
    try self.init(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model")
  }
}
