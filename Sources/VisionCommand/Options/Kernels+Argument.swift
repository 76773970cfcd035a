import ArgumentParser
import VisionTasks

/// The values of `--kernels`.
extension Kernels: ExpressibleByArgument {}
