import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite(
  "What is not taken, and that the next file works", .needs(.shared))
struct RefusalTests {
  @Test("Broken and foreign files are refused in words that name them, not our place for them")
  func broken() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let jpeg = try SharedFolder.mediaData("cat_720p.jpg")
    let video = try SharedFolder.mediaData("trio_pan.mp4")
    let files: [(name: String, data: Data, status: Int)] = [
      ("notes.txt", Data("just words".utf8), 422), ("empty.png", Data(), 422), ("cut.jpg", jpeg.prefix(20_000), 422),
      ("cut.mp4", video.prefix(4000), 422),
      ("noise.mp4", Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }), 422),
    ]
    for file in files {
      let answer = try await client.upload(file.data, name: file.name, to: visit)
      #expect(answer.status == file.status, "\(file.name): \(answer.status)")
      #expect(
        answer.message.contains("\"\(file.name)\"") && !answer.message.contains("vision-studio-"),
        "\(file.name): \(answer.message)")
    }
    #expect(try await client.upload(jpeg, name: "cat.jpg", to: visit).status == 201)
    try await studio.stop()
  }

  @Test("A file with sound only is refused for what it lacks, not as an unreadable one", .needs(.ffmpeg))
  func soundOnly() async throws {
    let folder = try TemporaryFolder()
    try MadeMedia.run(["-f", "lavfi", "-i", "sine=duration=0.5", folder.path("song.mp4")])
    let studio = try await RunningStudio()
    let visit = try await studio.client.visit()
    let song = try Data(contentsOf: folder.url.appending(path: "song.mp4"))
    let answer = try await studio.client.upload(song, name: "song.mp4", to: visit)
    #expect(answer.status == 422 && answer.message == "\"song.mp4\" has no video track.", "\(answer.message)")
    try await studio.stop()
  }

  @Test("A playlist opens no file of this machine and no address")
  func playlists() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let path = try SharedFolder.path("media/trio_pan.mp4")
    let playlists = [
      "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n\(path)\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:\(path)\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n\(client.base.absoluteString)/page/thumb.jpg\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '\(path)'\n", "ffconcat version 1.0\nfile 'trio_pan.mp4'\n",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    ]
    for playlist in playlists {
      let answer = try await client.upload(Data(playlist.utf8), name: "list.m3u8", to: visit)
      #expect(answer.status == 422, "\(playlist): \(String(decoding: answer.body, as: UTF8.self))")
    }
    try await studio.stop()
  }

  @Test("Bounds on bytes, pixels, seconds, files and room")
  func bounds() async throws {
    let studio = try await RunningStudio {
      $0.limits.videoBytes = 400_000
      $0.limits.imagePixels = 640 * 521
      $0.limits.videoSeconds = 1
      $0.limits.filesPerVisit = 2
      $0.limits.totalBytes = 700_000
    }
    let client = studio.client
    let visit = try await client.visit()
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    let large = try await client.upload(try SharedFolder.mediaData("yoga.png"), name: "yoga.png", to: visit)
    #expect(large.status == 413 && large.message.contains("0.4 MB"))
    let wide = try await client.upload(try SharedFolder.mediaData("cat_720p.jpg"), name: "cat.jpg", to: visit)
    #expect(wide.status == 422 && wide.message.contains("333440"), "\(wide.message)")
    let long = try await client.upload(try SharedFolder.mediaData("walkers_pan.mp4"), name: "walk.mp4", to: visit)
    #expect(long.status == 413 && long.message.contains("3 seconds"), "\(long.message)")
    #expect(try await client.upload(thumb, name: "1.png", to: visit).status == 201)
    let second = try await client.upload(thumb, name: "2.png", to: visit)
    #expect(second.status == 201)
    let third = try await client.upload(thumb, name: "3.png", to: visit)
    #expect(third.status == 503 && third.message.contains("2 files"))
    let other = try await client.visit()
    let full = try await client.upload(thumb, name: "4.png", to: other)
    #expect(full.status == 503 && full.message.contains("MB"), "\(full.message)")
    // What was refused and what is removed takes no room.
    let id = try #require(try second.json()["id"] as? String)
    #expect(try await client.send("DELETE", "\(visit)/files/\(id)").status == 204)
    #expect(try await client.upload(thumb, name: "5.png", to: other).status == 201)
    try await studio.stop()
  }

  @Test("A run over what is not there, with a model that is not there, or of another's visit")
  func missing() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let (visit, other) = (try await client.visit(), try await client.visit())
    let thumb = try SharedFolder.mediaData("thumb_up_teal.png")
    let id = try #require(try await client.upload(thumb, name: "1.png", to: visit).json()["id"] as? String)
    #expect(try await client.post("\(other)/files/\(id)/jobs", json: #"{"task":"gesture"}"#).status == 404)
    #expect(try await client.post("\(visit)/files/x/jobs", json: #"{"task":"gesture"}"#).status == 404)
    for model in ["/etc/passwd", "../gesture_recognizer", "pose_landmarker_lite", ""] {
      let answer = try await client.post("\(visit)/files/\(id)/jobs", json: #"{"task":"gesture","model":"\#(model)"}"#)
      #expect(answer.status == 404, "\(model)")
    }
    let bad = try await client.post("\(visit)/files/\(id)/jobs", json: #"{"task":"gesture","values":{"numHands":0}}"#)
    #expect(bad.status == 422 && bad.message.contains("Maximum hands is 0"))
    try await studio.stop()
  }
}
