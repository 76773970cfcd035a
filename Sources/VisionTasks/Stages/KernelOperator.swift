import VisionRuntime

/// An operator of a model that is run by a kernel of this project.
protocol KernelOperator: CustomOperator {
  /// The multiply-adds of a run.
  var multiplyAdds: Int { get }
}
