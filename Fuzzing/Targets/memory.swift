// The sanitizers of addresses and of undefined behaviour, for readers of bytes and code with pointers.
for target in modules {
  var sanitizers = ["-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"]
  if target.name == "CVisionConvolution" {
    // KernelFuzz has its own build of the kernels, so that these need no counters.
    sanitizers[1] = "-fsanitize=address,undefined"
    sanitizers += ["-DVISION_ROLLED", "-Wno-pass-failed"]
  }
  target.cSettings = [.unsafeFlags(sanitizers)]
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
}

let fuzzed: KeyValuePairs = [
  "BundleFuzz": "VisionModels", "FlexBufferFuzz": "VisionModels", "ModelFuzz": "VisionModels", "GraphFuzz": "LiteRTEngine",
  "TrackerFuzz": "VisionPerception", "SnapshotFuzz": "VisionTasks", "LabelFuzz": "VisionEvaluation", "PNGFuzz": "VisionMedia",
  "JPEGFuzz": "VisionMedia", "ImageFuzz": "VisionMedia", "StructureFuzz": "VisionMedia", "TarFuzz": "VisionMedia",
  "ContainerFuzz": "VisionMedia",
]
for (name, module) in fuzzed { fuzzer(name, on: .byName(name: module), sanitizers: "fuzzer,address") }

for target in package.targets where target.type == .test {
  target.linkerSettings = [.unsafeFlags(linker + ["-sanitize=address"])]
}
keepOnly(fuzzed.map(\.key) + package.targets.filter { $0.type == .test }.map(\.name))
