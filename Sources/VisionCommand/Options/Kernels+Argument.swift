import ArgumentParser
import MediaPipeTasksVision

/// The values of `--kernels`.
extension Kernels: ExpressibleByArgument {}
