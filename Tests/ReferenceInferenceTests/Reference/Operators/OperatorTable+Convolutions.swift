import VisionCore

extension OperatorTable {
  /// Convolutions and fully connected layers.
  static let convolutions: [String: Kernel] = [
    "CONV_2D": { call throws(TasksError) in [try Convolution.dense(call)] },
    "DEPTHWISE_CONV_2D": { call throws(TasksError) in [try Convolution.depthwise(call)] },
    "FULLY_CONNECTED": { call throws(TasksError) in [try Convolution.fullyConnected(call)] },
    "Convolution2DTransposeBias": { call throws(TasksError) in [try Convolution.transposed(call)] },
  ]
}
