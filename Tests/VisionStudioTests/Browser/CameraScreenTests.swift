import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("The camera screen in a browser", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct CameraScreenTests {
  /// In milliseconds; with one frame in flight and stale ones dropped no machine comes near it. What is measured is printed.
  private static let queueing = 500.0

  /// A page whose camera runs.
  private func run(
    camera: (TemporaryFolder) throws -> URL, address: String,
    _ body: (Chromium, RunningStudio) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await Chromium.visit(address, camera: camera(folder)) { browser, studio in
      // Only the user starts it, also where the browser allows the camera already.
      #expect(try await browser.text("document.getElementById('camera-stage').dataset.state") == "idle")
      try await browser.click("#camera-toggle")
      try await browser.wait(for: "document.getElementById('camera-stage').dataset.state === 'running'")
      try await body(browser, studio)
    }
  }

  private struct Medians: Decodable {
    let grab, answer, draw, decoding, inference, latency, sinceCapture, rate: Double
    let frames, dropped: Int
  }

  /// The medians over the last 90 frames, once there are enough.
  private func medians(_ browser: Chromium, frames: Int = 30) async throws -> Medians {
    let data = "document.getElementById('figures').dataset.medians"
    try await browser.wait(for: "JSON.parse(\(data) || '{}').frames >= \(frames)", seconds: 180)
    return try JSONDecoder().decode(Medians.self, from: Data(try await browser.text(data).utf8))
  }

  private func report(_ name: String, _ medians: Medians) {
    print(
      String(
        format:
          "camera, %@: latency %.1f ms (pixels %.1f, answer %.1f of which inference %.1f, drawing %.1f), since the "
          + "camera's own time %.1f ms, %.1f frames a second, %d of %d frames dropped", name, medians.latency,
        medians.grab,
        medians.answer, medians.inference, medians.draw, medians.sinceCapture, medians.rate, medians.dropped,
        medians.dropped + medians.frames))
  }

  @Test("A thumb up is named soon after the page is opened; frames do not queue up")
  func gestures() async throws {
    let start = ContinuousClock.now
    try await run(camera: FakeCamera.thumb, address: "") { browser, _ in
      try await browser.wait(
        for: "document.getElementById('camera-results').innerText.includes('Thumb up')", seconds: 30)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      print(
        String(format: "camera: the gesture was named %.1f s after the server and the browser were started", seconds))
      let results = try await browser.text("document.getElementById('camera-results').innerText")
      #expect(
        results.contains("Left hand"), "the person's own left hand, although the picture is mirrored: \(results)")
      let medians = try await medians(browser)
      report("gestures", medians)
      #expect(medians.latency < Self.queueing)
      // A screen reader hears what has held for a moment.
      try await browser.wait(for: "document.getElementById('announcer').textContent.includes('Thumb up')")
      // The browser calls its fake camera by its file.
      try await browser.text("document.querySelector('#camera-device option').textContent = 'Camera'")
      try await browser.screenshot("camera-gestures-light")
      try await browser.setDark(true)
      try await browser.screenshot("camera-gestures-dark")
      try await browser.resize(width: 390, height: 844)
      try await browser.screenshot("camera-phone-dark")
    }
  }

  @Test("Frames as JPEG, for a server far away, do not queue up either")
  func jpeg() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture&frames=jpeg") { browser, _ in
      let medians = try await medians(browser)
      report("gestures, JPEG", medians)
      #expect(medians.latency < Self.queueing)
    }
  }

  @Test("Poses with the lite model: frames do not queue up; masks are drawn when they are asked for")
  func poses() async throws {
    try await run(camera: FakeCamera.walkers, address: "#/camera?task=pose") { browser, _ in
      try await browser.wait(for: "document.getElementById('camera-results').innerText.includes('Person 1')")
      let medians = try await medians(browser)
      report("pose lite", medians)
      #expect(medians.latency < Self.queueing)
      let pixels =
        "[...document.getElementById('camera-canvas').getContext('2d').getImageData(0, 0, 2000, 2000).data].filter((v, i) => i % 4 === 3 && v > 20).length"
      let without = Int(try await browser.text(pixels)) ?? 0
      #expect(without > 1000, "the skeleton is drawn")
      try await browser.click("#setting-segmentationMasks")
      try await browser.wait(for: "\(pixels) > \(without) * 2")
      #expect(try await browser.text("location.hash").contains("segmentationMasks=true"))
      // Reading the canvas back has held everything up.
      report("pose lite with masks", try await self.medians(browser, frames: 60))
      try await browser.screenshot("camera-poses-mask")
    }
  }

  @Test("A face: mesh and bars of all blendshapes, live; frames do not queue up")
  func faces() async throws {
    try await run(camera: FakeCamera.face, address: "#/camera?task=face&blendshapes=true") { browser, _ in
      try await browser.wait(for: "document.querySelectorAll('#camera .bars li').length === 52")
      let medians = try await medians(browser)
      report("face, blendshapes", medians)
      #expect(medians.latency < Self.queueing)
      try await browser.wait(for: "!document.querySelector('#camera .bars').hidden")
      try await browser.screenshot("camera-face")
    }
  }

  @Test("Settings act at once: a denied gesture is not named any more, objects take the place of hands")
  func settings() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture") { browser, _ in
      let results = "document.getElementById('camera-results').innerText"
      try await browser.wait(for: "\(results).includes('Thumb up')")
      try await browser.text(
        "(() => { const field = document.getElementById('setting-cannedDeny'); field.value = 'Thumb_Up'; "
          + "field.dispatchEvent(new Event('change')); })()")
      try await browser.wait(for: "!\(results).includes('Thumb up')")
      #expect(try await browser.text("location.hash").contains("cannedDeny=Thumb_Up"))
      try await browser.click("input[name=task][value=detect]")
      try await browser.wait(for: "\(results).includes('Person')")
    }
  }

  @Test("Results and speed of a task do not stay below the error of the next one")
  func failedTask() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture") { browser, _ in
      let (results, figures) = (
        "document.getElementById('camera-results').innerText", "document.getElementById('figures')"
      )
      try await browser.wait(for: "\(results).includes('Thumb up') && /[0-9]/.test(\(figures).innerText)")
      // As of a model that has not been fetched.
      try await browser.text(
        """
        (() => {
          const plain = window.fetch;
          window.fetch = (path, options) => options?.method === 'PUT' && path.endsWith('/live')
            ? Promise.resolve(Response.json({ error: { message: 'it has not been fetched' } }, { status: 404 }))
            : plain(path, options);
        })()
        """)
      try await browser.click("input[name=task][value=detect]")
      try await browser.wait(for: "document.getElementById('camera-message').innerText.includes('This does not work')")
      #expect(try await browser.text(results).contains("Thumb") == false)
      #expect(try await browser.text("/[0-9]/.test(\(figures).innerText)") == "false")
      try await browser.screenshot("camera-failed-task")
    }
  }

  @Test("A task that is loaded late does not take the place of one that was chosen after it, and failed")
  func lateTask() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture") { browser, _ in
      let message = "document.getElementById('camera-message').innerText"
      try await browser.text(
        """
        (() => {
          const plain = window.fetch;
          window.loads = 0;
          window.fetch = async (path, options) => {
            if (options?.method !== 'PUT' || !path.endsWith('/live')) return plain(path, options);
            window.loads += 1;
            if (window.loads > 1) return Response.json({ error: { message: 'it has not been fetched' } }, { status: 404 });
            const answer = await plain(path, options);
            await new Promise((resolve) => { setTimeout(resolve, 1500); });
            window.isLate = true;
            return answer;
          };
        })()
        """)
      try await browser.click("input[name=task][value=hand]")
      try await browser.wait(for: "window.loads === 1")
      try await browser.click("input[name=task][value=detect]")
      try await browser.wait(for: "\(message).includes('it has not been fetched')")
      try await browser.wait(for: "window.isLate")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 300); })")
      #expect(try await browser.text("document.getElementById('camera-message').hidden") == "false")
      #expect(try await browser.text("document.getElementById('camera-stage').dataset.state") == "failed")
    }
  }

  @Test(
    "A snapshot and a recording go to the library, where they are worked on; the camera goes on when one comes back")
  func capture() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture") { browser, _ in
      let captured = "document.getElementById('camera-captured').innerText"
      try await browser.click("#camera-snapshot")
      try await browser.wait(for: "\(captured).includes('Snapshot')")
      try await browser.click("#camera-record")
      try await browser.wait(for: "document.getElementById('camera-record').textContent.includes('recording 1 s')")
      try await browser.screenshot("camera-recording")
      try await browser.click("#camera-record")
      try await browser.wait(for: "\(captured).includes('Recording')")
      try await browser.click("#camera-captured a")
      let items = "document.getElementById('items').innerText"
      try await browser.wait(for: "/camera-[-0-9]+[.]png\\nThumb up/.test(\(items))")
      try await browser.wait(for: "/[.](mp4|webm)\\n[0-9]+ frames/.test(\(items))", seconds: 180)
      try await browser.wait(for: "/Thumb up/.test(document.querySelector('.lanes').innerText)")
      // The recording itself can be saved, too.
      #expect(
        try await browser.text("[...document.querySelectorAll('.downloads a')].pop().href.startsWith('blob:')")
          == "true")
      try await browser.text("document.querySelector('[data-screen=camera]').click()")
      try await browser.wait(for: "document.getElementById('camera-stage').dataset.state === 'running'")
    }
  }

  @Test("The picture is mirrored like a mirror, drawing and all, and the switch turns that off")
  func mirroring() async throws {
    try await run(camera: FakeCamera.thumb, address: "#/camera?task=gesture") { browser, _ in
      try await browser.wait(for: "document.getElementById('camera-results').innerText.includes('Thumb up')")
      // The hand is in the left half as filmed; a mirror shows it in the right one.
      let middle =
        "(() => { const c = document.getElementById('camera-canvas'); const d = c.getContext('2d')"
        + ".getImageData(0, 0, c.width, c.height).data; let n = 0, s = 0; for (let i = 3; i < d.length; i += 4) "
        + "if (d[i] > 20) { n += 1; s += ((i - 3) / 4) % c.width; } return s / n / c.width; })()"
      #expect(try await browser.text("document.getElementById('camera-video').className") == "mirrored")
      let mirrored = try #require(Double(try await browser.text(middle)))
      try await browser.click("#camera-mirror")
      try await browser.wait(for: "\(middle) < 0.5")
      let plain = try #require(Double(try await browser.text(middle)))
      #expect(mirrored > 0.5 && plain < 0.5, "\(mirrored) and \(plain)")
      #expect(try await browser.text("document.getElementById('camera-video').className") == "")
    }
  }

  @Test("Without a server the page says so, without a camera as well")
  func problems() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString)
    try await browser.text(
      "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))")
    try await browser.click("#camera-toggle")
    try await browser.wait(for: "document.getElementById('camera-message').innerText.includes('No camera was found')")
    try await browser.screenshot("camera-missing")
    try await studio.stop()
    try await browser.text("document.querySelector('input[name=task][value=pose]').click()")
    try await browser.wait(
      for: "document.getElementById('banner').checkVisibility() "
        + "&& document.getElementById('banner').innerText.includes('does not answer')")
    await browser.close()
  }

  @Test("A camera that is left while it starts is off, one that is unplugged is named, and a chosen mirror stays")
  func leftAndUnplugged() async throws {
    try await run(camera: FakeCamera.thumb, address: "") { browser, _ in
      let message = "document.getElementById('camera-message').innerText"
      try await browser.text(
        "document.getElementById('camera-video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
      try await browser.wait(for: "\(message).includes('disconnected')")
      #expect(try await browser.text("document.getElementById('camera-toggle').textContent") == "Start camera")
      #expect(try await browser.text("document.getElementById('camera-mirror').checked") == "true")
      try await browser.click("#camera-mirror")
      try await browser.text(
        """
        (() => {
          const plain = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = async (wanted) => {
            await new Promise((resolve) => { setTimeout(resolve, 300); });
            window.opened = await plain(wanted);
            return window.opened;
          };
        })()
        """)
      try await browser.click("#camera-toggle")
      try await browser.click(".screens a[data-screen='library']")
      try await browser.wait(for: "window.opened?.getTracks().every((track) => track.readyState === 'ended')")
      try await browser.click(".screens a[data-screen='camera']")
      #expect(try await browser.text("document.getElementById('camera-toggle').disabled") == "false")
      try await browser.click("#camera-toggle")
      try await browser.wait(for: "document.getElementById('camera-stage').dataset.state === 'running'")
      #expect(try await browser.text("document.getElementById('camera-mirror').checked") == "false")
    }
  }
}
