import CVisionFeatures
import Foundation

/// The machine of a measurement.
package struct MachineDescription: Codable, Hashable, Sendable {
  package let processor: String
  package let cores: Int
  /// The vector instruction sets for float32 and int8 arithmetic, and the one for matrices if there is one.
  package let vectorInstructions: [String]
  /// Such as `Linux x86_64`.
  package let system: String

  package static var current: MachineDescription {
    var names = utsname()
    uname(&names)
    let machine = text(&names.machine)
    return MachineDescription(
      processor: processorName ?? machine, cores: ProcessResources.current.processors, vectorInstructions: instructions,
      system: "\(text(&names.sysname)) \(machine)")
  }

  /// For example `AMD EPYC (AVX-512, AVX-512 VNNI), 2 cores, Linux x86_64`.
  package var text: String {
    "\(processor) (\(vectorInstructions.joined(separator: ", "))), \(cores.counted("core")), \(system)"
  }

  /// Those that the kernels of this package use at most.
  private static var instructions: [String] {
    func has(_ feature: Int) -> Bool { vision_cpu_has(UInt32(feature)) }
    #if arch(x86_64)
      let avx2 = has(VISION_CPU_AVX2)
      return [
        has(VISION_CPU_AVX512) ? "AVX-512" : avx2 ? "AVX2 FMA" : "SSE2",
        has(VISION_CPU_AVX512_VNNI) ? "AVX-512 VNNI" : has(VISION_CPU_AVX_VNNI) ? "AVX-VNNI" : avx2 ? "AVX2" : "SSE2",
      ] + (has(VISION_CPU_AMX) ? ["AMX"] : [])
    #elseif arch(arm64)
      return ["NEON", has(VISION_CPU_DOT_PRODUCT) ? "NEON dot product" : "NEON"]
    #else
      return ["plain C", "plain C"]
    #endif
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

  /// The first `model name` in `/proc/cpuinfo`; nil if there is none, as on ARM. Virtual machines hide its number, and
  /// one name, such as `AMD EPYC`, stands for processors years apart: it gets the family and the model then.
  package static func processorName(inCPUInfo text: String) -> String? {
    let first = text.split(separator: "\n\n", maxSplits: 1).first ?? ""
    let entries = first.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map(\.trimmed)
    }
    func value(_ key: String) -> String? { entries.first { $0.count == 2 && $0[0] == key }?[1] }
    guard let name = value("model name") else { return nil }
    guard !name.contains(where: \.isNumber), let family = value("cpu family"), let model = value("model") else {
      return name
    }
    return "\(name), family \(family), model \(model)"
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
