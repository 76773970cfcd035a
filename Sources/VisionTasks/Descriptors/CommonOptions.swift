import LiteRTEngine

/// Options that are no task's own.
package enum CommonOptions {
  /// The number of threads.
  package static let threads = OptionDescriptor(
    property: "threadCount", holder: .baseOptions, place: .everywhere, flagName: "threads", group: "Speed",
    label: "Threads", help: "The threads of one inference.",
    details: "Left alone, it is the number that was measured to be best for the task.",
    kind: .integer(IntegerRange(allowed: 1...BaseOptions.threadCounts.upperBound, offered: 1...8, served: 64)),
    swiftDefault: nil, initial: nil, initialUnless: nil, unsetText: "automatic", excludes: nil, needs: nil)

  /// The convolution kernels.
  package static let kernels = OptionDescriptor(
    property: "kernels", holder: .baseOptions, place: .everywhere, flagName: "kernels", group: "Speed",
    label: "Kernels", help: "Convolution kernels: this package's where they are faster, LiteRT's, or this package's.",
    details: "", kind: .choice(Kernels.allCases.map(\.rawValue)), swiftDefault: .text(Kernels.automatic.rawValue),
    initial: .text(Kernels.automatic.rawValue), initialUnless: nil, unsetText: nil, excludes: nil, needs: nil)

  /// The rotation that makes inputs upright.
  package static let rotation = OptionDescriptor(
    property: "orientation", holder: .program, place: .everywhere, flagName: "rotation", group: "Input",
    label: "Rotation",
    help:
      "Clockwise rotation that makes the image upright, after the file's own orientation; coordinates refer to the image before this rotation.",
    details: "", kind: .choice(["0", "90", "180", "270"]), swiftDefault: nil, initial: .text("0"), initialUnless: nil,
    unsetText: nil, excludes: nil, needs: nil)

  /// The number of frames after which a video ends.
  package static let maxFrames = OptionDescriptor(
    property: "", holder: .program, place: .everywhere, flagName: "max-frames", group: "Input",
    label: "Maximum frames", help: "Maximum number of frames per input.", details: "Only for videos.",
    kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...Int(Int32.max), served: Int(Int32.max))),
    swiftDefault: nil, initial: nil, initialUnless: nil, unsetText: "all", excludes: nil, needs: nil)
}
