import Testing
@testable import VisionStudio
