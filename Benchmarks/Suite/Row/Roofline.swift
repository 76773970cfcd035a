/// Compares a frame's time with the minimum time for its MACs at this machine's peak.
struct Roofline: Codable, Hashable, Sendable {
  /// float32 MACs per frame, in the models that actually run.
  let floatMACs: Double
  /// int8 MACs per frame.
  let byteMACs: Double
  let peak: MachinePeak
  /// The time of all MACs at the machine's peak, in milliseconds.
  let minMilliseconds: Double
  /// A frame's time ÷ `minMilliseconds`.
  let distance: Double

  /// Nil if no model ran.
  init?(_ stages: [BenchStage], peak: MachinePeak, milliseconds: Double) {
    let work = stages.macsPerFrame
    let minimum = 1000 * (work.float / peak.floatPerSecond + work.byte / peak.bytePerSecond)
    guard minimum > 0, minimum.isFinite else { return nil }
    floatMACs = work.float
    byteMACs = work.byte
    self.peak = peak
    minMilliseconds = minimum
    distance = milliseconds / minimum
  }

  /// The calculation as a sentence.
  var text: String {
    var parts: [String] = []
    if floatMACs > 0 {
      parts.append(
        "\(FigureText.text(floatMACs / 1e6)) million float32 MACs ÷ "
          + "\(FigureText.text(peak.floatPerSecond / 1e9)) billion per second (\(peak.floatInstructions))")
    }
    if byteMACs > 0 {
      parts.append(
        "\(FigureText.text(byteMACs / 1e6)) million int8 MACs ÷ "
          + "\(FigureText.text(peak.bytePerSecond / 1e9)) billion per second (\(peak.byteInstructions))")
    }
    return "Minimum time per frame: \(parts.joined(separator: " + ")) in \(peak.threads) threads = "
      + "\(FigureText.text(minMilliseconds)) ms; ours is \(FigureText.text(distance)) times that."
  }
}
