/// What a test needs and a machine can be given. `VISION_TEST_REQUIRE` makes its absence a failure; see `RequiredNeeds`.
package enum TestNeed: String, CaseIterable, Sendable {
  case shared, unpublished, models, command, programs, modules, chromium, ffmpeg, ffprobe, cameras, openssl, strace,
    compiler, pip

  /// The one sentence that a skipped or failed test says.
  package var sentence: String {
    switch self {
    case .shared: "Needs models and results: what `scripts/test` puts together, or the folder in VISION_SHARED."
    case .unpublished: "Needs files that the checkout may not contain: the folder `shared` beside it."
    case .models: "Needs the models of Tests/Goldens in `shared` or, by `vision models fetch`, in the cache."
    case .command: "Needs the built command `vision` beside the test bundle."
    case .programs: "Needs the package's example or helper program beside the test bundle."
    case .modules: "Needs the build's modules beside the test bundle."
    case .chromium: "Needs Chromium (Debian's package chromium)."
    case .ffmpeg: "Needs the command ffmpeg."
    case .ffprobe: "Needs the command ffprobe."
    case .cameras: "Needs FFmpeg's libavdevice."
    case .openssl: "Needs the command openssl."
    case .strace: "Needs strace, and the right to trace."
    case .compiler: "Needs a compiler for C."
    case .pip: "Needs a Python package index, and VISION_TEST_PIP=1."
    }
  }
}
