/// Slots of the TensorFlow Lite schema's tables, as far as the reference reads them. The reference has numbers of its own, so that a
/// wrong one in the package's readers shows as a difference. Source: `schema.fbs`, version 3.
enum GraphSlots {
  enum Model {
    static let operatorCodes = 1
    static let subgraphs = 2
    static let buffers = 4
  }

  enum Subgraph {
    static let tensors = 0
    static let inputs = 1
    static let outputs = 2
    static let operators = 3
  }

  enum Tensor {
    static let buffer = 2
    static let sparsity = 6
  }

  enum Operator {
    static let code = 0
    static let inputs = 1
    static let outputs = 2
    static let options = 4
    static let customOptions = 5
  }

  enum Buffer {
    static let data = 0
  }
}
