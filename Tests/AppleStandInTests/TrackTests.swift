import AVFoundation
import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite(.needs(.shared)) struct TrackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func track(_ url: URL) async throws -> AVAssetTrack {
    try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
  }

  @Test("A track has the stored size, the rate and the range of its video, loaded in either way")
  func properties() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: try SharedFolder.media("thumb_video.mp4")))
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(tracks.count == 1 && asset.tracks.count == 1 && asset.tracks(withMediaType: .video).count == 1)
    let track = try #require(tracks.first)
    #expect(track.mediaType == .video && track.asset === asset)
    #expect(track.naturalSize == CGSize(width: 1280, height: 720) && track.preferredTransform == .identity)
    #expect(track.nominalFrameRate == 25)
    #expect(track.timeRange == CMTimeRange(start: .zero, duration: duration))
    #expect(duration == CMTime(value: 39, timescale: 5) && duration.timescale == 12_800)
    #expect(try await track.load(.naturalSize) == track.naturalSize)
    let (transform, rate, range) = try await track.load(.preferredTransform, .nominalFrameRate, .timeRange)
    #expect(transform == .identity && rate == 25 && range == track.timeRange)
  }

  @Test(
    "The transform moves the stored image's corners to those of the upright one", arguments: ImageOrientation.allCases)
  func transform(orientation: ImageOrientation) async throws {
    let track = try await track(RotatedVideo.copy(of: "face_pan.mp4", orientation: orientation, in: folder))
    #expect(track.naturalSize == CGSize(width: 1280, height: 720))
    let upright = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    let isOnItsSide = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    #expect(upright == CGRect(x: 0, y: 0, width: isOnItsSide ? 720 : 1280, height: isOnItsSide ? 1280 : 720))
    // The numbers 0 to 3 of a stored image of 2 x 2 pixels go where the reader puts its own.
    let stored = try ImageBuffer(copying: [0, 1, 2, 3], width: 2, height: 2, format: .gray)
    let rotated = try stored.upright(from: orientation).packedBytes
    for (index, corner) in [(320, 180), (960, 180), (320, 540), (960, 540)].enumerated() {
      let point = CGPoint(x: corner.0, y: corner.1).applying(track.preferredTransform)
      let place = (point.x < upright.midX ? 0 : 1) + (point.y < upright.midY ? 0 : 2)
      #expect(rotated[place] == UInt8(index))
    }
  }

  @Test("An upright video of a phone has Apple's numbers")
  func portrait() async throws {
    let track = try await track(RotatedVideo.copy(of: "face_pan.mp4", orientation: .right, in: folder))
    #expect(track.preferredTransform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0))
    #expect(atan2(track.preferredTransform.b, track.preferredTransform.a) == .pi / 2)
  }

  @Test("There are no tracks of sound, and none of a file that cannot be read, which throws where it may")
  func absent() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: try SharedFolder.media("thumb_video.mp4")))
    #expect(asset.tracks(withMediaType: .audio).isEmpty)
    #expect(try await asset.loadTracks(withMediaType: .audio).isEmpty)
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/video.mp4"))
    #expect(missing.tracks.isEmpty && missing.tracks(withMediaType: .video).isEmpty)
    await #expect { try await missing.loadTracks(withMediaType: .video) } throws: { ($0 as NSError).code == 5 }
    await #expect { try await missing.load(.duration, .tracks) } throws: { ($0 as NSError).code == 5 }
    let remote = AVURLAsset(url: try #require(URL(string: "https://example.com/video.mp4")))
    await #expect { try await remote.load(.tracks) } throws: { ($0 as NSError).code == 12 }
  }
}
