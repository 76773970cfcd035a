/// How far a frame is from the minimum time that this machine needs for its MACs.
struct Roofline: Codable, Hashable, Sendable {
  /// Multiply-adds of floating-point numbers a frame, in the models that really run.
  let floatMultiplyAdds: Double
  /// Multiply-adds of bytes a frame.
  let byteMultiplyAdds: Double
  let peak: MachinePeak
  /// All MACs at the machine's peak.
  let leastMilliseconds: Double
  /// A frame's time ÷ that minimum.
  let distance: Double

  /// Nil when no model ran.
  init?(_ stages: [BenchStage], peak: MachinePeak, milliseconds: Double) {
    let work = stages.multiplyAddsPerFrame
    let least = 1000 * (work.float / peak.floatPerSecond + work.byte / peak.bytePerSecond)
    guard least > 0, least.isFinite else { return nil }
    floatMultiplyAdds = work.float
    byteMultiplyAdds = work.byte
    self.peak = peak
    leastMilliseconds = least
    distance = milliseconds / least
  }

  /// The division in words.
  var text: String {
    var parts: [String] = []
    if floatMultiplyAdds > 0 {
      parts.append(
        "\(FigureText.text(floatMultiplyAdds / 1e6)) million floating-point multiply-adds ÷ "
          + "\(FigureText.text(peak.floatPerSecond / 1e9)) billion a second (\(peak.floatInstructions))")
    }
    if byteMultiplyAdds > 0 {
      parts.append(
        "\(FigureText.text(byteMultiplyAdds / 1e6)) million 8-bit multiply-adds ÷ "
          + "\(FigureText.text(peak.bytePerSecond / 1e9)) billion a second (\(peak.byteInstructions))")
    }
    return "A frame's least time: \(parts.joined(separator: " + ")) in \(peak.threads) threads = "
      + "\(FigureText.text(leastMilliseconds)) ms; ours is \(FigureText.text(distance)) times as long."
  }
}
