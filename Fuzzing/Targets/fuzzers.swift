// Programs that try random bytes on everything that reads bytes from strangers. scripts/lib/sanitized-build.sh adds this file to the package's
// manifest, and after it that of a kind of build, memory or threads, which has the programs and says what is instrumented.

/// The modules before the fuzzers' own.
let modules = package.targets.filter { $0.type == .regular }
/// The targets that are added here come too late for the manifest's own flags.
let optimized = ["-Xfrontend", "-O"]
/// gold, Swift's usual linker, cannot read what the sanitizers add.
let linker = ["-use-ld=lld"]
package.targets += [
  .target(name: "CFuzzer", path: "Fuzzing/Sources/CFuzzer"),
  .target(
    name: "FuzzSupport", dependencies: ["CFuzzer"], path: "Fuzzing/Sources/FuzzSupport",
    swiftSettings: [.unsafeFlags(optimized)]),
]

/// A program that tries inputs on modules of the package, with sanitizers of which libFuzzer's is one; `module` is the highest that it
/// imports.
@MainActor func fuzzer(
  _ name: String, on module: Target.Dependency, and others: [Target.Dependency] = [], sanitizers: String
) {
  let flags = ["-sanitize=\(sanitizers)"]
  package.targets.append(
    .executableTarget(
      name: name, dependencies: ["FuzzSupport", module] + others, path: "Fuzzing/Sources/\(name)",
      swiftSettings: [.unsafeFlags(optimized + ["-parse-as-library"] + flags)],
      // libFuzzer's own main function has to go.
      linkerSettings: [.unsafeFlags(linker + ["-Xlinker", "--gc-sections"] + flags)]))
}
