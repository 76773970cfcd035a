extension ModelReport {
  /// The report as text, with members indented under their bundle.
  package func text(indent: String = "") -> [String] {
    var lines = ["\(indent)\(name)  \(byteCount.counted("byte"))"]
    let inner = indent + "  "
    for member in members ?? [] { lines += member.text(indent: inner) }
    lines += (inputs ?? []).map { "\(inner)input   \($0.text)" }
    lines += (outputs ?? []).map { "\(inner)output  \($0.text)" }
    if let operators {
      let uses = operators.map { "\($0.name) x\($0.count)" }.joined(separator: ", ")
      lines.append("\(inner)\(operators.reduce(0) { $0 + $1.count }) operators: \(uses)")
    }
    if let macs { lines.append("\(inner)\(macs.text)") }
    if let metadata {
      lines += metadata.text.map { inner + $0 }
    } else if inputs != nil {
      lines.append("\(inner)no metadata")
    }
    return lines
  }
}

extension ModelReport.Tensor {
  fileprivate var text: String {
    let quantization = scale.map { ", scale \($0), zero point \(zeroPoint ?? 0)" } ?? ""
    return "\(name)  \(elementType) \(shape)\(quantization)"
  }
}

extension MACs {
  /// For example `337000000 MACs an inference: floating-point`.
  fileprivate var text: String {
    let kinds = byte == 0 ? "floating-point" : float == 0 ? "8-bit" : "\(float) floating-point, \(byte) 8-bit"
    return "\(float + byte) MACs an inference: \(kinds)"
  }
}

extension MetadataReport {
  fileprivate var text: [String] {
    let title = [name, version.map { "version \($0)" }].compactMap { $0 }.joined(separator: ", ")
    var lines = ["metadata: \(title.isEmpty ? "unnamed" : title)"]
    if let description { lines.append("  \(description)") }
    lines += inputs.flatMap { $0.text(role: "input ") } + outputs.flatMap { $0.text(role: "output") }
    for (name, count) in customMetadata.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(name): \(count.counted("byte"))")
    }
    return lines
  }
}

extension MetadataReport.Tensor {
  fileprivate func text(role: String) -> [String] {
    var facts: [String] = []
    if let mean, let standardDeviation { facts.append("mean \(mean), standard deviation \(standardDeviation)") }
    if let scoreThreshold { facts.append("threshold \(scoreThreshold)") }
    if let scoreCalibration { facts.append("calibrated (\(scoreCalibration))") }
    if let boxIndex { facts.append("boxes \(boxIndex)") }
    var lines = ["  \(role)  \(name)" + (facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))]
    if let labels { lines.append("    \(labels.count.counted("label")): \(labels.joined(separator: ", "))") }
    return lines
  }
}
