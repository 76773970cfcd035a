/// Slots of the TensorFlow Lite schema's tables, as far as they are read. Source: `schema.fbs`, version 3.
enum TFLiteSchema {
  static let identifier = "TFL3"

  /// The version of the schema that the runtime reads.
  static let version = 3

  enum Model {
    static let version = 0
    static let operatorCodes = 1
    static let subgraphs = 2
    static let buffers = 4
    static let metadata = 6
    static let signatures = 7
  }

  enum Subgraph {
    static let tensors = 0
    static let inputs = 1
    static let outputs = 2
    static let operators = 3
  }

  enum Tensor {
    static let shape = 0
    static let type = 1
    static let buffer = 2
    static let name = 3
    static let quantization = 4
    static let isVariable = 5
    static let sparsity = 6
    static let shapeSignature = 7
  }

  enum Quantization {
    static let scale = 2
    static let zeroPoint = 3
    static let detailsType = 4
    static let dimension = 6
  }

  enum Sparsity {
    static let traversalOrder = 0
    static let blockMap = 1
    static let dimensions = 2
    /// Of a dimension.
    static let format = 0
    static let denseSize = 1
    static let startsType = 2
    static let starts = 3
    static let columnsType = 4
    static let columns = 5
    /// Of a vector of either.
    static let values = 0

    static let denseFormat: Int8 = 0
    static let compressedFormat: Int8 = 1
  }

  enum Operator {
    static let code = 0
    static let inputs = 1
    static let outputs = 2
    static let optionsType = 3
    static let options = 4
    static let customOptions = 5
    static let intermediates = 8
    static let largeCustomOptionsOffset = 9
    static let secondOptionsType = 11
  }

  enum Concatenation {
    static let axis = 0
    static let activation = 1
  }

  enum Convolution {
    static let padding = 0
    static let strideWidth = 1
    static let strideHeight = 2
    static let activation = 3
    static let dilationWidth = 4
    static let dilationHeight = 5
  }

  /// Padding and strides as of `Convolution`.
  enum DepthwiseConvolution {
    static let multiplier = 3
    static let activation = 4
    static let dilationWidth = 5
    static let dilationHeight = 6
  }

  enum Addition {
    static let activation = 0
  }

  enum FullyConnected {
    static let activation = 0
    static let weightsFormat = 1
    static let keepsDimensions = 2
  }

  enum Pooling {
    static let padding = 0
    static let strideWidth = 1
    static let strideHeight = 2
    static let windowWidth = 3
    static let windowHeight = 4
    static let activation = 5
  }

  enum StridedSlice {
    static let beginMask = 0
    static let endMask = 1
    static let ellipsisMask = 2
    static let newAxisMask = 3
    static let shrinkMask = 4
    static let offset = 5
  }

  enum OperatorCode {
    static let shortBuiltinCode = 0
    static let customCode = 1
    static let version = 2
    static let builtinCode = 3
  }

  enum Signature {
    static let inputs = 0
    static let outputs = 1
    static let key = 2
    static let subgraph = 4
  }

  enum SignatureTensor {
    static let name = 0
    static let tensor = 1
  }

  enum Metadata {
    static let name = 0
    static let buffer = 1
  }

  enum Buffer {
    static let data = 0
    /// Where the data stands after the flatbuffer; 0 and 1 for data within it.
    static let offset = 1
  }
}
