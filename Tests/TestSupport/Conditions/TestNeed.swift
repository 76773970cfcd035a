import Foundation
import Testing

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
    case .chromium: "Needs Chromium (Debian's packages chromium-headless-shell and chromium)."
    case .ffmpeg: "Needs the command ffmpeg."
    case .ffprobe: "Needs the command ffprobe."
    case .cameras: "Needs FFmpeg's libavdevice."
    case .openssl: "Needs the command openssl."
    case .strace: "Needs strace, and the right to trace."
    case .compiler: "Needs a compiler for C."
    case .pip: "Needs a Python package index, and VISION_TEST_PIP=1."
    }
  }

  /// Whether this machine has it; of programs and cameras the test says so itself.
  package var isMet: Bool {
    switch self {
    case .programs, .cameras: true
    case .shared: SharedFolder.isPresent
    case .unpublished: SharedFolder.isWhole
    case .models: ModelFile.hasCore
    case .command: BuiltProgram.vision != nil
    case .modules: BuiltProgram.hasModule("MediaPipeTasksVision")
    case .chromium: SystemCommand.chromium != nil
    case .ffmpeg: SystemCommand.ffmpeg != nil
    case .ffprobe: SystemCommand.ffprobe != nil
    case .openssl: SystemCommand.openssl != nil
    case .strace: SystemCommand.canTrace
    case .compiler: SystemCommand.compiler != nil
    case .pip: ProcessInfo.processInfo.environment["VISION_TEST_PIP"] == "1"
    }
  }
}

/// What must not be missing here: CI says so with `VISION_TEST_REQUIRE`, so that nothing is skipped unnoticed.
///
/// The variable is a list of `TestNeed`s by name, separated by commas. `all` stands for every one and `-name` takes one out again, as in
/// `all,-pip`. Without the variable nothing is required, and a test that lacks something is skipped.
package struct RequiredNeeds: Sendable {
  /// A list with a name that is no need's.
  package struct UnknownName: Error, CustomStringConvertible {
    package let name: String

    package var description: String {
      let names = TestNeed.allCases.map(\.rawValue).joined(separator: ", ")
      return "VISION_TEST_REQUIRE names \"\(name)\"; allowed are all, \(names), each also with - before it."
    }
  }

  /// A need that is required and not met.
  package struct Unmet: Error, CustomStringConvertible {
    package let need: TestNeed

    package var description: String { "\(need.sentence) VISION_TEST_REQUIRE asks for it." }
  }

  private let needs: Set<TestNeed>

  /// Reads a list.
  ///
  /// - Throws: `UnknownName`.
  package init(_ list: String) throws {
    var needs: Set<TestNeed> = []
    for word in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let isTaken = word.hasPrefix("-")
      let name = String(isTaken ? word.dropFirst() : word)
      let named = name == "all" ? TestNeed.allCases : TestNeed(rawValue: name).map { [$0] } ?? []
      guard !named.isEmpty else { throw UnknownName(name: name) }
      if isTaken { needs.subtract(named) } else { needs.formUnion(named) }
    }
    self.needs = needs
  }

  /// Those of this process.
  package static let current = Result {
    try RequiredNeeds(ProcessInfo.processInfo.environment["VISION_TEST_REQUIRE"] ?? "")
  }

  /// Whether a test may run; false means that it is skipped.
  ///
  /// - Throws: `Unmet` when it must not be skipped.
  package func allows(_ need: TestNeed, isMet: Bool) throws -> Bool {
    if !isMet, needs.contains(need) { throw Unmet(need: need) }
    return isMet
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test without what it needs, or fails it where `VISION_TEST_REQUIRE` asks for that. `isMet` is what only the test's target
  /// can check.
  package static func needs(
    _ need: TestNeed, if isMet: @autoclosure @escaping @Sendable () -> Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(Comment(rawValue: need.sentence), sourceLocation: sourceLocation) {
      try RequiredNeeds.current.get().allows(need, isMet: need.isMet && isMet())
    }
  }

  /// Skips a test where a fact of the machine does not hold, which nothing makes a failure.
  package static func only(
    _ fact: MachineFact, if holds: @autoclosure @escaping @Sendable () -> Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(Comment(rawValue: fact.sentence), sourceLocation: sourceLocation) { fact.holds && holds() }
  }
}
