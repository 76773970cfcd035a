import Foundation
import TestSupport
import Testing
import VisionImaging
import VisionMedia

@testable import VisionStudio

@Suite(
  "What visitors share, and frames that grow", .serialized,
  .needs(.shared))
struct SharingTests {
  private func jpeg(_ width: Int, _ height: Int) throws -> Data {
    try ImageFile.encode(ImageBuffer(width: width, height: height, format: .rgb), as: .jpeg())
  }

  private func id(_ answer: StudioClient.Answer) throws -> String {
    try #require(answer.status == 201, "\(answer.message)")
    return try #require(answer.json()["id"] as? String)
  }

  @Test("A frame that is far larger than the first ends a run with what is done; the decoder takes no memory for it")
  func growing() async throws {
    let studio = try await RunningStudio { $0.limits.framePixels = 100_000 }
    let client = studio.client
    let visit = try await client.visit()
    let small = try jpeg(320, 240)
    for large in [MotionJPEG.claiming(width: 16_000, height: 16_000, small), try jpeg(400, 300)] {
      let file = MotionJPEG.avi([small, small, large, small], width: 320, height: 240)
      let stored = try await client.upload(file, name: "grows.avi", to: visit)
      let (job, progress) = try await client.run(#"{"task":"hand"}"#, on: id(stored), of: visit)
      let message = progress["message"] as? String ?? ""
      #expect(progress["frames"] as? Int == 2 && progress["state"] as? String == "done", "\(progress)")
      #expect(message.contains("100000 pixels") && message.contains("\"grows.avi\""), "\(message)")
      #expect(try await client.get(job + "/outputs/annotated").status == 200)
    }
    let first = try await client.upload(
      MotionJPEG.avi([try jpeg(400, 300)], width: 400, height: 300), name: "large.avi", to: visit)
    #expect(first.status == 413 && first.message.contains("400 x 300"), "\(first.message)")
    try await studio.stop()
  }

  @Test("With memory for one picture at a time many visitors' pictures are all read, also those that state too much")
  func memory() async throws {
    let studio = try await RunningStudio { $0.limits.imageMemory = 1 }
    let client = studio.client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let visit = try await client.visit()
          for _ in 0..<2 {
            let file = try await id(
              client.upload(SharedFolder.mediaData("thumb_up_teal.png"), name: "\(number).png", to: visit))
            #expect(try await client.get("\(visit)/files/\(file)/image.jpg").status == 200)
          }
          let bomb = MotionJPEG.claiming(width: 65_000, height: 65_000, try jpeg(64, 64))
          #expect(try await client.upload(bomb, name: "bomb.jpg", to: visit).status == 422)
        }
      }
      try await group.waitForAll()
    }
    try await studio.stop()
  }

  @Test("Videos of several visitors go on side by side; one visitor's second video waits for the first")
  func turns() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let (one, other) = (try await client.visit(), try await client.visit())
    let picture = try jpeg(320, 240)
    func video(_ frames: Int) -> Data {
      MotionJPEG.avi(Array(repeating: picture, count: frames), width: 320, height: 240)
    }
    // Longer than the other visitor's, which ends in the middle of the first.
    let frames = 60
    func begin(_ visit: String) async throws -> String {
      let file = try await id(client.upload(video(frames), name: "v.avi", to: visit))
      let begun = try await client.post("\(visit)/files/\(file)/jobs", json: #"{"task":"hand"}"#).json()
      return "\(visit)/jobs/\(try #require(begun["job"] as? String))"
    }
    let own = [try await begin(one), try await begin(one), try await begin(one)]
    let (_, done) = try await client.run(
      #"{"task":"hand"}"#, on: id(client.upload(video(20), name: "v.avi", to: other)), of: other)
    #expect(done["state"] as? String == "done" && done["frames"] as? Int == 20)
    let states = try await [client.get(own[0]).json(), client.get(own[1]).json(), client.get(own[2]).json()]
    #expect((states[1]["frames"] as? Int ?? 0) < frames && states[2]["state"] as? String == "waiting", "\(states)")
    // A run that waits can be removed, and the next one begins.
    #expect(try await client.send("DELETE", own[1]).status == 204)
    #expect(try await client.send("DELETE", own[0]).status == 204)
    var state = ""
    for _ in 0..<600 where state != "done" {
      state = try await client.get(own[2]).json()["state"] as? String ?? ""
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(state == "done")
    try await studio.stop()
  }

  @Test("Results take room on the disk: a run for which there is none left keeps what is done and says so")
  func disk() async throws {
    let video = try SharedFolder.mediaData("trio_pan.mp4")
    let studio = try await RunningStudio { $0.limits.visitBytes = video.count + 2_350_000 }
    let client = studio.client
    let visit = try await client.visit()
    let file = try await id(client.upload(video, name: "v.mp4", to: visit))
    for _ in 0..<2 {
      let (job, progress) = try await client.run(#"{"task":"hand"}"#, on: file, of: visit)
      let frames = try #require(progress["frames"] as? Int)
      #expect(progress["state"] as? String == "done" && (1..<90).contains(frames), "\(progress)")
      #expect((progress["message"] as? String)?.contains("first \(frames) frames") == true, "\(progress)")
      #expect((progress["message"] as? String)?.contains("MB") == true, "\(progress)")
      let lines = try await client.get(job + "/outputs/json").body
      #expect(lines.count { $0 == UInt8(ascii: "\n") } == frames)
      let folder = try TemporaryFolder()
      let reader = try VideoReader(
        contentsOfFile: folder.write(try await client.get(job + "/outputs/annotated").body, "annotated.mp4"))
      var count = 0
      while try reader.next() != nil { count += 1 }
      #expect(count >= frames - 1 && count <= frames + 1)
      // What is removed makes room for the next run.
      #expect(try await client.send("DELETE", job).status == 204)
    }
    try await studio.stop()
  }
}
