import Foundation

/// What this process may use of its machine: the one answer for thread pools, budgets and defaults.
/// A container, a service manager or `taskset` gives a process a part of its machine. `ProcessInfo` tells the whole.
package struct ProcessResources: Codable, Sendable, Hashable {
  package enum Limit: String, Codable, Sendable, Hashable {
    case machine = "the machine"
    case affinity = "CPU affinity"
    case cgroup = "the control group"
  }

  /// The number of threads that can run at the same time, at least 1.
  package let processors: Int
  package let processorLimit: Limit
  package let memory: Int
  package let memoryLimit: Limit

  /// This process's resources, read on first use. A sandbox that hides `/proc` should come after that.
  package static let current = ProcessResources(
    machineProcessors: ProcessInfo.processInfo.processorCount, affinity: affinity,
    machineMemory: Int(clamping: ProcessInfo.processInfo.physicalMemory), groups: ControlGroups(root: ""))

  /// `affinity` is the number of the machine's processors that the process may run on; nil where it is unknown.
  package init(machineProcessors: Int, affinity: Int?, machineMemory: Int, groups: ControlGroups) {
    var (processors, processorLimit) = (max(machineProcessors, 1), Limit.machine)
    if let affinity, affinity > 0, affinity < processors { (processors, processorLimit) = (affinity, .affinity) }
    // A part of a processor is rounded up: one thread always runs.
    if let quota = groups.processors.map({ max(Int(min($0.rounded(.up), 1e6)), 1) }), quota < processors {
      (processors, processorLimit) = (quota, .cgroup)
    }
    (self.processors, self.processorLimit) = (processors, processorLimit)
    let group = groups.memory.map { $0 < machineMemory } ?? false
    (memory, memoryLimit) = group ? (groups.memory ?? machineMemory, .cgroup) : (machineMemory, .machine)
  }

  private static var affinity: Int? {
    #if os(Linux)
      // Swift's Glibc module does not declare it.
      guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
      let read = unsafeBitCast(symbol, to: (@convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32).self)
      // The kernel refuses a set that is smaller than its own: grown up to 65,536 processors.
      for count in [16, 128, 1024] {
        var words = [UInt](repeating: 0, count: count)
        let status = words.withUnsafeMutableBytes { read(getpid(), $0.count, $0.baseAddress) }
        if status == 0 { return words.reduce(0) { $0 + $1.nonzeroBitCount } }
      }
      return nil
    #else
      return ProcessInfo.processInfo.activeProcessorCount
    #endif
  }

  /// The maximum number of open files and connections, which `raiseDescriptors(to:)` may change.
  package static var descriptors: Int { Int(clamping: descriptorLimit.rlim_cur) }

  /// Raises the number of open files and connections as far as the system allows, and returns the number allowed now,
  /// which is more than `count` when it was already.
  package static func raiseDescriptors(to count: Int) -> Int {
    var limit = descriptorLimit
    let wanted = min(rlim_t(clamping: count), limit.rlim_max)
    guard wanted > limit.rlim_cur else { return descriptors }
    limit.rlim_cur = wanted
    // What the system refuses stays as it was, which the return value says.
    _ = setrlimit(descriptorResource, &limit)
    return descriptors
  }

  /// Gives memory that is free within the process back to the system, on another thread.
  package static func releaseFreeMemory() {
    #if os(Linux)
      // glibc's; Swift's Glibc module does not declare it. Other allocators need no such call.
      DispatchQueue.global(qos: .utility).async {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
      }
    #endif
  }

  private static var descriptorLimit: rlimit {
    var limit = rlimit()
    return getrlimit(descriptorResource, &limit) == 0 ? limit : rlimit(rlim_cur: 256, rlim_max: 256)
  }

  #if os(Linux)
    private static let descriptorResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptorResource = RLIMIT_NOFILE
  #endif
}

extension ProcessResources {
  /// For example `2 processors (CPU affinity), 512 MB of memory (the control group)`.
  package var text: String {
    "\(processors.counted("processor")) (\(processorLimit.rawValue)), \(memory.megabytes) of memory (\(memoryLimit.rawValue))"
  }
}

/// The limits of this process's control groups and of those around them, by version 2 or 1 of the interface.
package struct ControlGroups: Sendable, Hashable {
  /// The processor time in processors, such as 1.5; nil without a limit.
  package let processors: Double?
  /// The memory in bytes; nil without a limit.
  package let memory: Int?

  /// A system without control groups, or one that hides them, has no limits. `root` precedes `/proc` and `/sys` in
  /// paths; empty but for tests.
  package init(root: String) {
    let groups = Self.groups(root: root)
    let memories = ["memory.max", "memory.high", "memory.limit_in_bytes"]
    processors = groups.compactMap(Self.quota).min()
    memory = groups.flatMap { group in memories.compactMap { Self.text(group + "/" + $0).flatMap { Int($0) } } }
      .filter { $0 > 0 }.min()
  }

  /// The processors of one group: `cpu.max` has quota and period, version 1 has a file for each.
  private static func quota(_ group: String) -> Double? {
    let pair =
      text(group + "/cpu.max")?.split(separator: " ").map(String.init)
      ?? ["/cpu.cfs_quota_us", "/cpu.cfs_period_us"].compactMap { text(group + $0) }
    guard pair.count == 2, let quota = Double(pair[0]), let period = Double(pair[1]), quota > 0, period > 0 else {
      return nil
    }
    return quota / period
  }

  /// The folders of the process's groups and of all groups around them.
  private static func groups(root: String) -> [String] {
    let own = (text(root + "/proc/self/cgroup") ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      return fields.count == 3 ? (controllers: fields[1].split(separator: ",").map(String.init), path: fields[2]) : nil
    }
    let mounts = (text(root + "/proc/self/mountinfo") ?? "").split(separator: "\n").compactMap(Mount.init)
    return mounts.flatMap { mount in
      own.filter(mount.has).flatMap { group in
        var parts = mount.parts(of: group.path)
        var folders: [String] = []
        while !parts.isEmpty {
          folders.append(root + mount.place + "/" + parts.joined(separator: "/"))
          parts.removeLast()
        }
        return folders + [root + mount.place]
      }
    }
  }

  private struct Mount {
    /// The group at `place`.
    let top: String
    let place: String
    /// The controllers of version 1; nil for version 2, which has all in one.
    let options: [String]?

    /// Nil for a line of `mountinfo` about another file system.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      // A dash follows the optional fields after the sixth.
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count else { return nil }
      let system = fields[(dash + 1)...]
      guard let type = system.first, type == "cgroup" || type == "cgroup2" else { return nil }
      // Spaces in paths are written as octal numbers.
      func path(_ field: Substring) -> String {
        String(field.utf8.contains(UInt8(ascii: "\\")) ? field.replacing("\\040", with: " ") : field)
      }
      (top, place) = (path(fields[3]), path(fields[4]))
      options = type == "cgroup" ? system.last?.split(separator: ",").map(String.init) ?? [] : nil
    }

    func has(_ group: (controllers: [String], path: String)) -> Bool {
      guard let options else { return group.controllers.isEmpty }
      return group.controllers.contains { ["cpu", "memory"].contains($0) && options.contains($0) }
    }

    /// The names below `place`; none for a group elsewhere, as a container with the host's names sees its own.
    func parts(of path: String) -> [String] {
      let (own, above) = (path.split(separator: "/"), top.split(separator: "/"))
      guard own.starts(with: above), !own.contains("..") else { return [] }
      return own.dropFirst(above.count).map(String.init)
    }
  }

  private static func text(_ path: String) -> String? {
    // A file that is missing says that there is no such limit.
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmed
  }
}
