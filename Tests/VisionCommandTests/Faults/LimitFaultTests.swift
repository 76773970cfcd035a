#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Too little memory, a clock that jumps, a reader that is gone.
  @Suite("Faults of the surroundings, end to end", .needs(.command), .needs(.shared))
  struct LimitFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func detect(_ medium: String, _ more: String...) throws -> [String] {
      try [
        "detect", CommandRun.media(medium), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        "--score-threshold", "0",
      ] + more
    }

    @Test(
      "A closed standard output ends the run with its own status, whatever goes there", arguments: ["--json", "--csv"])
    func closedPipe(option: String) throws {
      let run = try CommandRun(
        detect("laptop_video.mp4", option, "-"),
        launcher: FaultLauncher.shell(#"{ "$@"; echo $? >'"# + folder.path("status") + #"'; } | head -c 10 >/dev/null"#)
      )
      #expect(run.status == 0)
      #expect(try folder.text("status") == "141\n", "\(run.errors)")
      #expect(!run.errors.contains("Domain"))
    }

    @Test("With too little memory for an image its name is said, and the next one is worked on")
    func memory() throws {
      // 900 MB as pixels, in a file of some kilobytes; the limit is in KiB.
      let large = try folder.write(BlankPNG.file(width: 15_000, height: 15_000), "large.png")
      let run = try CommandRun(
        detect("tiny_32x24.png", large, "--json", "-"), launcher: FaultLauncher.shell(#"ulimit -v 800000; exec "$@""#))
      #expect(run.status == 1, "\(run.status): \(run.errors)")
      #expect(run.errors.contains("large.png") && run.errors.contains("no memory"), "\(run.errors)")
      #expect(run.output.contains("tiny_32x24.png"))
      // In a batch it is no fault of the image: with more memory the same command has its result.
      let batch = try CommandRun(
        [
          "batch", "detect", large, "--out", folder.path("results"), "--model",
          CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        ], launcher: FaultLauncher.shell(#"ulimit -v 800000; exec "$@""#))
      #expect(batch.status == 4 && batch.errors.contains("large.png"), "\(batch.status): \(batch.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("results/errors.jsonl")))
    }

    @Test("The same for images that are converted: from 16 bits a channel, and from a palette by FFmpeg")
    func memoryOfConversions() throws {
      let deep = try folder.write(BlankPNG.file(width: 9000, height: 9000, depth: 16), "deep.png")
      // A code of two bytes leaves out all pixels, which become four bytes each.
      func little(_ numbers: Int...) -> Data {
        numbers.reduce(into: Data()) { data, number in
          withUnsafeBytes(of: UInt32(number).littleEndian) { data += $0 }
        }
      }
      let header = little(40, 16_000, 16_000, 1 | 8 << 16, 1, 2, 0, 0, 256, 0)
      let palette = Data(count: 4 * 256)
      let start = 14 + header.count + palette.count
      let colors = try folder.write(
        Data("BM".utf8) + little(start + 2, 0, start) + header + palette + Data([0, 1]), "colors.bmp")
      // The second limit has room for FFmpeg's libraries.
      for (file, limit) in [(deep, 800_000), (colors, 1_500_000)] {
        let run = try CommandRun(
          detect("tiny_32x24.png", file, "--json", "-"),
          launcher: FaultLauncher.shell("ulimit -v \(limit); exec \"$@\""))
        #expect(run.status == 1 && run.errors.contains("memory"), "\(run.status): \(run.errors)")
        #expect(run.output.contains("tiny_32x24.png"))
      }
    }

    @Test("A member of an archive that is larger than the memory stops a batch without a signal")
    func memoryOfMembers() throws {
      let size = 900 << 20
      var tar = TarWriter()
      tar.add("large.jpg", Data([0xFF, 0xD8, 0xFF]), size: TarWriter.octal(size, digits: 11))
      let archive = try folder.write(tar.data, "archive.tar")
      // The rest of the member takes no room on the disk.
      try #require(FileHandle(forWritingAtPath: archive)).truncate(atOffset: UInt64(512 + size + 1024))
      let batch = try CommandRun(
        [
          "batch", "detect", archive, "--out", folder.path("results"), "--model",
          CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        ], launcher: FaultLauncher.shell(#"ulimit -v 800000; exec "$@""#))
      #expect(batch.status == 4 && batch.errors.contains("memory"), "\(batch.status): \(batch.errors)")
    }

    @Test("A file that grows beyond the limit of sizes is an error of this file, and no signal ends the run")
    func fileSize() throws {
      let run = try CommandRun(
        [
          "batch", "detect", CommandRun.media("pets.png"), "--out", folder.path("results"), "--quiet",
          "--score-threshold", "0",
          "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        ], launcher: FaultLauncher.shell(#"ulimit -f 1; exec "$@""#))
      #expect(run.status == 4 && run.errors.contains("too large"), "\(run.status): \(run.errors)")
    }

    /// Wherever the calendar's clock is read it has jumped by hours, to and fro. Clocks that only rise stay as they are.
    private static let jumpingClock = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <sys/time.h>
      #include <time.h>
      static long jump(void) {
        static _Thread_local unsigned calls;
        return (calls++ & 1) ? -36000 : 86400;
      }
      int clock_gettime(clockid_t clock, struct timespec *now) {
        static int (*original)(clockid_t, struct timespec *);
        if (!original) original = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        int status = original(clock, now);
        if (clock == CLOCK_REALTIME) now->tv_sec += jump();
        return status;
      }
      int gettimeofday(struct timeval *now, void *zone) {
        struct timespec time;
        (void)zone;
        clock_gettime(CLOCK_REALTIME, &time);
        now->tv_sec = time.tv_sec;
        now->tv_usec = time.tv_nsec / 1000;
        return 0;
      }
      time_t time(time_t *result) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (result) *result = now.tv_sec;
        return now.tv_sec;
      }
      """

    @Test("A clock that jumps changes no result", .needs(.compiler))
    func clock() throws {
      let source = try folder.write(Self.jumpingClock, "clock.c")
      let build = Process()
      build.executableURL = SystemCommand.compiler
      build.arguments = ["-shared", "-fPIC", "-o", folder.path("clock.so"), source, "-ldl"]
      try build.run()
      build.waitUntilExit()
      try #require(build.terminationStatus == 0)
      let arguments =
        try ["track", CommandRun.media("laptop_video.mp4"), "--json", "-", "--model"]
        + [CommandRun.model("efficientdet_lite0_int8.tflite")]
      let usual = try CommandRun(arguments)
      let jumping = try CommandRun(arguments, environment: ["LD_PRELOAD": folder.path("clock.so")])
      #expect(usual.status == 0 && jumping.status == 0, "\(jumping.errors)")
      #expect(usual.output == jumping.output)
      #expect(usual.output.contains("trackingId"))
    }
  }
#endif
