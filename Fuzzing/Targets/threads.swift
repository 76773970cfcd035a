// The package manager's thread sanitizer, for code with threads of its own. The fuzzers of the page and of the server are here, because this
// build has their libraries, which take minutes to compile, and their readers have no pointers: pictures are read by VisionMedia, which has
// fuzzers of its own.

// Optimized they take a minute more to compile, and little of a frame's time is theirs.
for target in modules where ["VisionMedia", "VisionPerception"].contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-Onone"])]
}

/// Of several options of this kind the compiler heeds the last, and these come after the package manager's.
let sanitizers = "fuzzer,thread"
for target in modules where ["VisionHTTP", "VisionServer", "VisionStudio"].contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=\(sanitizers)"])]
}

// PageFuzz has connections that go nowhere, for the routes.
fuzzer(
  "PageFuzz", on: "VisionStudio", and: [.product(name: "NIOEmbedded", package: "swift-nio")], sanitizers: sanitizers)
fuzzer("SettingsFuzz", on: "VisionStudio", sanitizers: sanitizers)
fuzzer("InferFuzz", on: "VisionServer", sanitizers: sanitizers)
fuzzer("MultipartFuzz", on: "VisionServer", sanitizers: sanitizers)

for target in package.targets where target.type == .test {
  target.linkerSettings = [.unsafeFlags(linker)]
}
