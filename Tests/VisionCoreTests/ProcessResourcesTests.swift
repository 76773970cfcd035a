import Foundation
import TestSupport
import Testing
import VisionCore

@Suite("Processors and memory of a container")
struct ProcessResourcesTests {
  /// Resources of a machine with 8 processors and 16 GB, whose files are those given.
  private func resources(affinity: Int? = 8, _ files: [String: String]) throws -> ProcessResources {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      try folder.write(text + "\n", path)
    }
    return ProcessResources(
      machineProcessors: 8, affinity: affinity, machineMemory: 16_000_000_000,
      groups: ControlGroups(root: folder.url.path))
  }

  private static let unified = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate"

  @Test("Without limits a process has the machine")
  func none() throws {
    let found = try resources(["proc/self/cgroup": "0::/", "proc/self/mountinfo": "22 1 8:1 / / rw - ext4 /dev/sda rw"])
    #expect(found.processors == 8 && found.memory == 16_000_000_000)
    #expect(found.text == "8 processors (the machine), 16000 MB of memory (the machine)")
    #expect(try resources([:]).processors == 8)
  }

  @Test("Affinity limits the processors")
  func affinity() throws {
    let found = try resources(affinity: 1, [:])
    #expect(found.text == "1 processor (CPU affinity), 16000 MB of memory (the machine)")
  }

  @Test(
    "A quota of version 2 is rounded up, and that of any group above counts",
    arguments: [
      ("150000 100000", "max 100000", 2), ("max 100000", "50000 100000", 1), ("800000 100000", "300000 100000", 3),
      ("max 100000", "max 100000", 8), ("0 0", "no number", 8), ("900000 100000", "max", 8),
    ])
  func quota(own: String, parent: String, processors: Int) throws {
    let found = try resources([
      "proc/self/cgroup": "0::/box/job", "proc/self/mountinfo": Self.unified,
      "sys/fs/cgroup/box/job/cpu.max": own, "sys/fs/cgroup/box/cpu.max": parent,
    ])
    #expect(found.processors == processors)
    #expect(found.processorLimit == (processors < 8 ? .cgroup : .machine))
  }

  @Test("The lowest limit of memory counts, also the one that slows down")
  func memory() throws {
    let found = try resources([
      "proc/self/cgroup": "0::/box/job", "proc/self/mountinfo": Self.unified,
      "sys/fs/cgroup/box/job/memory.max": "max", "sys/fs/cgroup/box/job/memory.high": "700000000",
      "sys/fs/cgroup/box/memory.max": "512000000", "sys/fs/cgroup/memory.max": "max",
    ])
    #expect(found.memory == 512_000_000 && found.memoryLimit == .cgroup)
  }

  @Test("Version 1: each controller has its own hierarchy")
  func version1() throws {
    let found = try resources([
      "proc/self/cgroup": "4:memory:/box\n3:cpu,cpuacct:/box/job\n0::/",
      "proc/self/mountinfo": """
      31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
      32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
      35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
      41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
      """,
      "sys/fs/cgroup/cpu,cpuacct/box/job/cpu.cfs_quota_us": "-1",
      "sys/fs/cgroup/cpu,cpuacct/box/job/cpu.cfs_period_us": "100000",
      "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us": "250000",
      "sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us": "100000",
      "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "536870912",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
    ])
    #expect(found.processors == 3 && found.memory == 536_870_912)
  }

  @Test("A container that sees its own group at the top finds it there, whatever the host calls it")
  func container() throws {
    let found = try resources([
      "proc/self/cgroup": "4:memory:/docker/abc\n0::/../../elsewhere",
      "proc/self/mountinfo": Self.unified
        + "\n35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory",
      "sys/fs/cgroup/cpu.max": "200000 100000", "sys/fs/cgroup/memory/memory.limit_in_bytes": "1000000000",
    ])
    #expect(found.processors == 2 && found.memory == 1_000_000_000)
  }

  @Test("This process has at least one processor and some memory and descriptors")
  func current() {
    #expect((1...ProcessInfo.processInfo.processorCount).contains(ProcessResources.current.processors))
    #expect(ProcessResources.current.memory > 0)
    #expect(ProcessResources.raiseDescriptors(to: 1) == ProcessResources.descriptors)
  }
}
