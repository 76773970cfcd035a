import Foundation
import FuzzSupport
import VisionCore

@testable import VisionStudio

/// A visitor's settings: what is accepted makes valid options, and names in it stay within the quotation marks of the code shown.
@main
enum SettingsFuzz {
  static func main() {
    Fuzzer.run { bytes in
      let settings: StudioSettings
      do {
        settings = try JSONDecoder().decode(StudioSettings.self, from: Data(bytes))
      } catch {
        return
      }
      let name = FileName.plain(settings.model)
      for input in [CodeInput.camera, .image(name: name), .video(name: "a b.mp4")] {
        let swift = SwiftCode(settings, input: input, modelFile: name).text
        Fuzzer.require(!swift.isEmpty, "there is no code")
        let command = CommandLineText(settings, input: input, modelName: name)
        let text = command.text
        Fuzzer.require(!text.utf8.contains(10), "the command line has several lines: \(text)")
        Fuzzer.require(
          ShellWords.read(text) == (["vision"] + command.arguments).map { Array($0.utf8) },
          "a shell reads other words than were meant: \(text)")
      }
    }
  }
}
