import Foundation

extension TestNeed {
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
