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

let fuzzers: KeyValuePairs = [
  "VisionModels": ["BundleFuzz", "FlexBufferFuzz", "ModelFuzz"],
  "LiteRTEngine": ["GraphFuzz"],
  "VisionPerception": ["TrackerFuzz"],
  "VisionTasks": ["SnapshotFuzz"],
  "VisionEvaluation": ["LabelFuzz"],
  "VisionMedia": ["PNGFuzz", "JPEGFuzz", "ImageFuzz", "StructureFuzz", "TarFuzz", "ContainerFuzz"],
]
for (module, names) in fuzzers {
  for name in names { fuzzer(name, on: .byName(name: module), sanitizers: "fuzzer,address") }
}

for target in package.targets where target.type == .test {
  target.linkerSettings = [.unsafeFlags(linker + ["-sanitize=address"])]
}
