import CVisionPeak
import Foundation
import VisionCore

/// The machine of a measurement.
struct MachineDescription: Codable, Hashable, Sendable {
  /// The processor's name as reported by the system.
  let processor: String
  let cores: Int
  /// The vector instruction sets for float32 and int8 arithmetic.
  let vectorInstructions: [String]
  /// Such as `Linux x86_64`.
  let system: String

  /// This machine.
  static var current: MachineDescription {
    var names = utsname()
    uname(&names)
    let machine = text(&names.machine)
    return MachineDescription(
      processor: processorName ?? machine, cores: ProcessResources.current.processors,
      vectorInstructions: [VisionArithmeticFloat, VisionArithmeticByte].map {
        String(cString: vision_peak_instructions($0))
      },
      system: "\(text(&names.sysname)) \(machine)")
  }

  /// For example `AMD EPYC (AVX-512, AVX-512 VNNI), 2 cores, Linux x86_64`.
  var text: String {
    "\(processor) (\(vectorInstructions.joined(separator: ", "))), \(cores.counted("core")), \(system)"
  }

  private static var processorName: String? {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 256)
      var size = bytes.count
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return processorName(inCPUInfo: (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "")
    #endif
  }

  /// The first `model name` in `/proc/cpuinfo`; nil if there is none, as on ARM.
  static func processorName(inCPUInfo text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":", maxSplits: 1).last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The string in a field of `utsname`.
  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
