import Foundation
import FuzzSupport
import VisionErrors

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
      for input in [CodeInput.camera, .picture(name: settings.model), .video(name: "a b.mp4")] {
        let swift = SwiftCode(settings, input: input, modelFile: FileName.plain(settings.model)).text
        Fuzzer.require(!swift.isEmpty, "there is no code")
        let command = CommandLineText(settings, input: input, modelName: FileName.plain(settings.model)).text
        Fuzzer.require(!command.contains("\n"), "the command line has several lines: \(command)")
      }
    }
  }
}
