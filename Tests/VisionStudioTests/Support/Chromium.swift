import Foundation
import TestSupport
import Testing

/// A headless Chromium with one page and a camera that shows a file.
final class Chromium: Sendable {
  private let pipe: DevToolsPipe
  private let process: Process
  private let folder: TemporaryFolder
  private let session: String

  /// Starts a browser with an empty page.
  init(camera: URL? = nil, width: Int = 1280, height: Int = 900) async throws {
    folder = try TemporaryFolder()
    pipe = try DevToolsPipe(in: folder)
    process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    var arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--mute-audio",
      "--disable-background-networking", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
      "--user-data-dir=\(folder.path("profile"))", "--remote-debugging-pipe", "--window-size=\(width),\(height)",
    ]
    if let camera { arguments.append("--use-file-for-fake-video-capture=\(camera.path)") }
    let program = try #require(SystemCommand.chromium).path
    // The browser speaks through its files number 3 and 4.
    process.arguments =
      [
        "-c", "in=$1; out=$2; shift 2; exec \"$@\" 3<\"$in\" 4>\"$out\"", "sh", folder.path("in"), folder.path("out"),
        program,
      ]
      + arguments + ["about:blank"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try await Self.field(
      "targetId", of: pipe.send("Target.createTarget", ["url": "about:blank"], session: nil))
    session = try await Self.field(
      "sessionId", of: pipe.send("Target.attachToTarget", ["targetId": target, "flatten": true], session: nil))
    for domain in ["Page", "Runtime", "Log"] { _ = try await send("\(domain).enable") }
    try await resize(width: width, height: height)
  }

  /// Opens an address of a new server in a new browser, and ends both after the body. Only expected errors may be
  /// reported.
  static func visit(
    _ address: String, camera: URL? = nil, expecting isExpected: (String) -> Bool = { _ in false },
    _ body: (Chromium, RunningStudio) async throws -> Void
  ) async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium(camera: camera)
    do {
      try await browser.open(studio.address.absoluteString + address)
      try await body(browser, studio)
    } catch {
      await browser.close()
      try await studio.stop()
      throw error
    }
    let errors = browser.reportedErrors.filter { !isExpected($0) }
    #expect(errors.isEmpty, "\(errors)")
    await browser.close()
    try await studio.stop()
  }

  /// Ends the browser.
  func close() async {
    _ = try? await pipe.send("Browser.close", [:], session: nil)
    for _ in 0..<100 where process.isRunning { try? await Task.sleep(for: .milliseconds(50)) }
    if process.isRunning { process.terminate() }
    pipe.close()
  }

  /// What the console and the network reported as errors.
  var reportedErrors: [String] { pipe.reportedErrors }

  func resize(width: Int, height: Int) async throws {
    _ = try await send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  func setDark(_ isDark: Bool) async throws {
    try await emulate("prefers-color-scheme", isDark ? "dark" : "light")
  }

  /// Shows the page as to a user whose system or browser asks for something, such as high contrast.
  func emulate(_ feature: String, _ value: String) async throws {
    _ = try await send("Emulation.setEmulatedMedia", ["features": [["name": feature, "value": value]]])
  }

  /// Loads an address and waits until the page has started. What is before the `#` may be the same as before.
  func open(_ address: String) async throws {
    _ = try await send("Page.navigate", ["url": "about:blank"])
    _ = try await send("Page.navigate", ["url": address])
    try await wait(for: "document.documentElement.dataset.ready")
  }

  /// The value of an expression as text.
  @discardableResult
  func text(_ expression: String) async throws -> String {
    let answer = try await evaluate("(async () => String(await (\(expression))))()", byValue: true)
    return answer["value"] as? String ?? ""
  }

  /// Waits until an expression is true.
  func wait(for expression: String, seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if (try? await text("Boolean(\(expression))")) == "true" { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("never came true: \(expression)", sourceLocation: sourceLocation)
    throw DevToolsPipe.Failure(description: "never came true: \(expression)")
  }

  /// Clicks what a selector finds.
  func click(_ selector: String) async throws {
    try await wait(for: "document.querySelector(\(Self.literal(selector)))")
    try await text("document.querySelector(\(Self.literal(selector))).click()")
  }

  /// Picks files with a file field.
  func choose(_ paths: [String], in selector: String) async throws {
    let field = try await evaluate("document.querySelector(\(Self.literal(selector)))", byValue: false)
    _ = try await send(
      "DOM.setFileInputFiles", ["files": paths, "objectId": try #require(field["objectId"] as? String)])
  }

  /// Presses a key.
  func press(_ key: String, code: Int) async throws {
    for type in ["keyDown", "keyUp"] {
      _ = try await send(
        "Input.dispatchKeyEvent", ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code])
    }
  }

  /// Drags the pointer between two points of an element, in fractions of its size.
  func drag(_ selector: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) async throws {
    let box = try await text(
      "(() => { const e = document.querySelector('\(selector)'); e.scrollIntoView({ block: 'center' }); "
        + "const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height].join(); })()"
    ).split(separator: ",").compactMap { Double($0) }
    for (type, point) in [("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)] {
      _ = try await send(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": box[0] + point.x * box[2], "y": box[1] + point.y * box[3], "button": "left", "buttons": 1,
          "clickCount": 1,
        ])
    }
  }

  /// Keeps a picture of the page in the folder that VISION_SCREENSHOTS names, if it does.
  func screenshot(_ name: String) async throws {
    guard let path = ProcessInfo.processInfo.environment["VISION_SCREENSHOTS"] else { return }
    let answer = try await send("Page.captureScreenshot", ["format": "png"])
    let data = try #require((answer["data"] as? String).flatMap { Data(base64Encoded: $0) })
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: folder.appending(path: name + ".png"))
  }

  private func evaluate(_ expression: String, byValue: Bool) async throws -> [String: Any] {
    let answer = try await send(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": byValue, "userGesture": true])
    if let details = answer["exceptionDetails"] { throw DevToolsPipe.Failure(description: "\(expression): \(details)") }
    return answer["result"] as? [String: Any] ?? [:]
  }

  private func send(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
    let data = try await pipe.send(method, parameters, session: session)
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  private static func field(_ name: String, of data: Data) throws -> String {
    try #require((try JSONSerialization.jsonObject(with: data) as? [String: Any])?[name] as? String)
  }

  /// A text as JavaScript reads it back.
  static func literal(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}
