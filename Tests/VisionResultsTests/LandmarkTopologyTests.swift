import Testing
import VisionResults

@Suite("Topologies of landmarks")
struct LandmarkTopologyTests {
  @Test(
    "Every line joins two landmarks of the figure, and no line stands twice", arguments: [("hand", 21), ("pose", 33)])
  func lines(name: String, count: Int) throws {
    let topology = try #require([LandmarkTopology.hand, .pose].first { $0.name == name })
    for line in topology.lines {
      #expect((0..<count).contains(line.start) && (0..<count).contains(line.end) && line.start != line.end)
    }
    let joined = topology.lines.map { Set([$0.start, $0.end]) }
    #expect(Set(joined).count == joined.count)
    #expect(topology.connections.count == (name == "hand" ? 21 : 35))
  }

  @Test("Every group has lines, and together the groups have all of them", arguments: [LandmarkTopology.hand, .pose])
  func groups(topology: LandmarkTopology) {
    let groups = topology.groups.map { topology.lines(of: $0.name) }
    #expect(groups.allSatisfy { !$0.isEmpty })
    #expect(groups.flatMap { $0 }.count == topology.lines.count)
    #expect(Set(topology.groups.map(\.color)).count == topology.groups.count)
    #expect(topology.lines(of: "tail").isEmpty)
  }

  @Test("The face has MediaPipe's connections; of those that the mesh has twice one is drawn")
  func face() {
    let face = LandmarkTopology.face
    let counts = [
      "tesselation": 2556, "lips": 40, "left eye": 16, "right eye": 16, "left eyebrow": 8, "right eyebrow": 8,
      "left iris": 4, "right iris": 4, "face oval": 36,
    ]
    #expect(Dictionary(uniqueKeysWithValues: face.groups.map { ($0.name, face.lines(of: $0.name).count) }) == counts)
    #expect(face.drawnLines.map(\.count) == [1322, 36, 40, 8, 8, 16, 16, 4, 4])
    #expect(face.lines.allSatisfy { max($0.start, $0.end) < 478 && $0.start != $0.end && $0.start >= 0 })
    #expect(
      face.connections(of: "tesselation").prefix(4).map(\.description) == ["127-34", "34-139", "139-127", "11-0"])
    #expect(face.connections.first?.description == "61-146" && face.connections.last?.description == "255-339")
    #expect(Set(face.lines(of: "tesselation").flatMap { [$0.start, $0.end] }).count == 468)
  }

  @Test("Lines keep the order they are given in, also where a group comes twice; a run of no group is left out")
  func order() {
    let topology = LandmarkTopology(
      name: "figure", groups: [.init("a", color: 1), .init("b", color: 2)],
      runs: [("b", [(0, 1)]), ("a", [(1, 2)]), ("c", [(5, 6)]), ("b", [(2, 3)])])
    #expect(topology.connections.map(\.description) == ["0-1", "1-2", "2-3"])
    #expect(topology.connections(of: "b").map(\.description) == ["0-1", "2-3"])
  }
}
