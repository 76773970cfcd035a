import MediaPipeTasksVision
import Testing

@Suite struct HandTopologyTests {
  private func pairs(_ connections: [Connection]) -> [String] {
    connections.map { "\(Int($0.start))-\(Int($0.end))" }
  }

  @Test("The lines are MediaPipe's, in its order")
  func connections() {
    #expect(pairs(HandLandmarker.handPalmConnections) == ["0-1", "0-5", "9-13", "13-17", "5-9", "0-17"])
    #expect(pairs(HandLandmarker.handThumbConnections) == ["1-2", "2-3", "3-4"])
    #expect(pairs(HandLandmarker.handIndexFingerConnections) == ["5-6", "6-7", "7-8"])
    #expect(pairs(HandLandmarker.handMiddleFingerConnections) == ["9-10", "10-11", "11-12"])
    #expect(pairs(HandLandmarker.handRingFingerConnections) == ["13-14", "14-15", "15-16"])
    #expect(pairs(HandLandmarker.handPinkyConnections) == ["17-18", "18-19", "19-20"])
  }

  @Test("All lines together are the parts, one after the other")
  func allConnections() {
    let parts = [
      HandLandmarker.handPalmConnections, HandLandmarker.handThumbConnections,
      HandLandmarker.handIndexFingerConnections, HandLandmarker.handMiddleFingerConnections,
      HandLandmarker.handRingFingerConnections, HandLandmarker.handPinkyConnections,
    ]
    #expect(HandLandmarker.handConnections == parts.flatMap { $0 })
    #expect(HandLandmarker.handConnections.count == 21)
  }

  @Test("The landmarks are numbered 0 to 20")
  func landmarks() {
    #expect(HandLandmark.allCases.map(\.rawValue) == Array(0...20))
    #expect(HandLandmark.pinkyTIP.rawValue == 20)
    #expect(HandLandmark.middleFingerMCP.rawValue == 9)
  }
}
