import Foundation

/// A fact of a machine that nobody installs: its processor, its user, its kernel. These are the skips that are right
/// everywhere; their sentences begin with "Only", by which `scripts/test` knows them.
package enum MachineFact: Sendable {
  case root, ordinaryUser, mounts, fullDevice, processFolder, systemCallFilter, landlock, fusedProducts, byteProducts
  case halfProducts, x86, loadedFFmpeg, libraryInHome, memoryGroup

  /// The one sentence that a skipped test says.
  package var sentence: String {
    switch self {
    case .root: "Only root can give a file to another user."
    case .ordinaryUser: "Only for users other than root, who may read everything."
    case .mounts: "Only where the kernel lets this user mount file systems."
    case .fullDevice: "Only where the system has /dev/full."
    case .memoryGroup: "Only where this user can make a control group with a limit of memory."
    case .processFolder: "Only where the system has /proc."
    case .systemCallFilter: "Only where the system has a filter of system calls."
    case .landlock: "Only where the kernel has Landlock."
    case .fusedProducts:
      "Only on processors with fused multiply-add, but not AMD's first Zen: XNNPACK rounds and adds as our kernels do."
    case .byteProducts: "Only on processors with AVX2, for which kernels of bytes are faster than the runtime's."
    case .halfProducts: "Only on processors that multiply 16-bit floats (AVX512-BF16, AVX512-FP16, Arm's BF16)."
    case .x86: "Only on x86-64: elsewhere XNNPACK interpolates with fused multiply-add."
    case .loadedFFmpeg: "Only where FFmpeg's libraries are loaded at run time; elsewhere they are linked."
    case .libraryInHome: "Only where the home folder's own cache has LiteRT: without variables no other is found."
    }
  }

  /// Whether it holds here, as far as this module can see; the other facts the test says itself.
  package var holds: Bool {
    switch self {
    case .root: geteuid() == 0
    case .ordinaryUser: geteuid() != 0
    case .mounts: SystemCommand.canMount
    case .fullDevice: FileManager.default.fileExists(atPath: "/dev/full")
    case .memoryGroup: MemoryGroup.isPossible
    case .processFolder: FileManager.default.fileExists(atPath: "/proc/self/fd")
    case .loadedFFmpeg: !FileManager.default.fileExists(atPath: "/usr/include/ffmpeg")
    case .fusedProducts: !Self.isFirstZen
    case .x86: Self.isX86
    case .systemCallFilter, .landlock, .byteProducts, .halfProducts, .libraryInHome: true
    }
  }

  private static let isX86: Bool = {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }()

  /// Whether XNNPACK has convolutions of its own for this processor, which add the products in another order: AMD's first Zen
  /// and Hygon's Dhyana. Source: `xnn_init_f32_gemm_config`, and the numbers of cpuinfo's `cpuinfo_x86_decode_uarch`.
  private static let isFirstZen: Bool = {
    let list = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    func value(_ key: String) -> String? {
      list.split(separator: "\n").first { $0.hasPrefix("\(key)\t") }?
        .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }
    switch (value("vendor_id"), value("cpu family"), value("model").flatMap { Int($0) }) {
    case ("AuthenticAMD", "23", let model?): return model < 0x30
    case ("HygonGenuine", "24", _): return true
    default: return false
    }
  }()
}

/// A control group with a limit of memory, for processes that a test starts; removed afterwards. Version 2 or 1 of the interface.
package final class MemoryGroup: Sendable {
  /// The file to which a process writes its number to join.
  package var processes: String { path + "/cgroup.procs" }
  private let path: String

  /// Whether this user can make such a group here.
  package static let isPossible = MemoryGroup(bytes: 1 << 30) != nil

  /// Makes a group; nil where that is not possible.
  package init?(bytes: Int) {
    let name = "/vision-tests-\(UUID().uuidString)"
    let places = [
      ("/sys/fs/cgroup/memory" + name, "/memory.limit_in_bytes"), ("/sys/fs/cgroup" + name, "/memory.max"),
    ]
    let made = places.first { folder, limit in
      guard mkdir(folder, 0o755) == 0 else { return false }
      if let file = FileHandle(forWritingAtPath: folder + limit),
        (try? file.write(contentsOf: Data("\(bytes)".utf8))) != nil
      {
        return true
      }
      rmdir(folder)
      return false
    }
    guard let made else { return nil }
    path = made.0
  }

  deinit {
    // The last process may not have left yet.
    for _ in 0..<100 where rmdir(path) != 0 { usleep(20_000) }
  }
}

#if os(Linux)
  package enum ThreadLimit {
    /// Lets no further thread be started in this process: no address space has room for such a stack. False where the C
    /// library has no such function.
    package static func forbidThreads() -> Bool {
      guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { return false }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, 1 << 47)
      let set = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<pthread_attr_t>) -> Int32).self)
      return set(&attributes) == 0
    }
  }
#endif
