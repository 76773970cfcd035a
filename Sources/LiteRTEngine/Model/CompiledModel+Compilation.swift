internal import CLiteRT
import Foundation
import VisionCore

extension CompiledModel {
  /// Compiles on the CPU with XNNPACK. One compilation at a time: LiteRT promises no more for an environment.
  static func compile(
    _ model: LiteRtModel, name: String, options: CompiledModelOptions, operators: [CustomOperatorBinding],
    library: RuntimeLibrary
  ) throws -> LiteRtCompiledModel? {
    let functions = library.functions
    var handle: LiteRtOptions?
    try RuntimeStatus.check(functions.CreateOptions(&handle), "making options for model \(name)")
    let settings = try RuntimeStatus.unwrap(handle, "making options for model \(name)")
    defer { functions.DestroyOptions(settings) }
    let cpu: Int32 = 1
    try RuntimeStatus.check(
      functions.SetOptionsHardwareAccelerators(settings, cpu), "choosing the CPU for model \(name)")
    try addXNNPACKOptions(options.xnnpackText, to: settings, name: name, functions: functions)
    for binding in operators { try binding.add(to: settings, functions: functions) }
    return try CompilationGate.shared.enter {
      var compiled: LiteRtCompiledModel?
      try RuntimeStatus.check(
        functions.CreateCompiledModel(library.environment, model, settings, &compiled), "compiling model \(name)")
      return compiled
    }
  }

  /// LiteRT owns the text from then on and frees it.
  private static func addXNNPACKOptions(
    _ text: String, to settings: LiteRtOptions, name: String, functions: LiteRtFunctions
  ) throws {
    let payload = strdup(text)
    var opaque: LiteRtOpaqueOptions?
    let status = functions.CreateOpaqueOptions("xnnpack", payload, { free($0) }, &opaque)
    if status != 0 { free(payload) }
    try RuntimeStatus.check(status, "making CPU options for model \(name)")
    try RuntimeStatus.check(
      functions.AddOpaqueOptions(settings, try RuntimeStatus.unwrap(opaque, "making CPU options for model \(name)")),
      "adding CPU options for model \(name)")
  }
}

/// Lets one compilation in at a time, and hides LiteRT's notice at the first one where that was asked for.
package final class CompilationGate: Sendable {
  package static let shared = CompilationGate()
  private let state = Locked((hidesNotice: false, hasCompiled: false))

  /// Hides the line that LiteRT prints at the first compilation by pointing the process's standard error at the null device
  /// meanwhile. For programs that own their standard error.
  package func hideFirstNotice() { state.withLock { $0.hidesNotice = true } }

  func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    try state.withLock { state in
      defer { state.hasCompiled = true }
      return try state.hidesNotice && !state.hasCompiled ? RuntimeLog.withoutStandardError(body) : body()
    }
  }
}
