import Foundation
import TestSupport

/// The `ffprobe` command, the judge of the files we write.
enum FFprobeCommand {
  struct Report: Decodable {
    let streams: [Stream]?
    let packets: [Packet]?
    let format: Format?
  }
  struct Stream: Decodable {
    let codecType, codecName: String
    let width, height, hasBFrames: Int?
    let pixFmt, colorRange, colorSpace, colorPrimaries, colorTransfer, sampleAspectRatio: String?
    let rFrameRate, avgFrameRate, startTime, duration, nbReadPackets: String?

    var seconds: Double { Double(duration ?? "") ?? .nan }
    var start: Double { Double(startTime ?? "") ?? .nan }
  }
  struct Packet: Decodable {
    let codecType: String
    let pos, ptsTime, durationTime: String?

    var time: Double { Double(ptsTime ?? "") ?? .nan }
    var length: Double { Double(durationTime ?? "") ?? .nan }
  }
  struct Format: Decodable {
    let duration, startTime: String?
    var seconds: Double { Double(duration ?? "") ?? .nan }
    var start: Double { Double(startTime ?? "") ?? .nan }
  }

  private static let executable = SystemCommand.ffprobe

  /// What is in a file: its streams, packets and length.
  static func report(_ path: String) throws -> Report {
    guard let executable else { throw FFmpegCommand.Failure(status: -1) }
    let process = Process()
    process.executableURL = executable
    process.arguments = [
      "-v", "error", "-of", "json", "-count_packets", "-show_streams", "-show_packets", "-show_format", path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw FFmpegCommand.Failure(status: process.terminationStatus) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Report.self, from: output)
  }
}

extension FFprobeCommand.Report {
  func stream(_ type: String) -> FFprobeCommand.Stream? { streams?.first { $0.codecType == type } }
  func packets(_ type: String) -> [FFprobeCommand.Packet] { packets?.filter { $0.codecType == type } ?? [] }
}
