import Foundation
import TestSupport
import Testing
import VisionWorker

@testable import LiteRTEngine
@testable import VisionEvaluation
@testable import VisionMedia
@testable import VisionModels

@Suite("SECURITY.md has the limits of the code")
struct SecurityPageTests {
  private static func grouped(_ number: Int) -> String {
    let digits = Array("\(number)")
    return digits.indices.map { (digits.count - $0) % 3 == 0 && $0 > 0 ? ",\(digits[$0])" : "\(digits[$0])" }.joined()
  }

  private static var statements: [String] {
    let (worker, visitor) = (WorkerLimits(), WorkerLimits.visitors)
    return [
      "\(ModelBudget.byteLimit >> 30) GiB of memory and 10^\(Int(log10(Double(ModelBudget.workLimit)))) MACs",
      "\(KernelBudget.maximumBytes >> 20) MiB | `KernelBudget`",
      "2^\(ImageFile.maximumPixelCount.trailingZeroBitCount), checked in the decoder",
      "\(PacketGuard.maximumScans) | `PacketGuard`",
      "\(LabelLimits.fileBytes >> 30) GiB; \(LabelLimits.images / 1_000_000) million images, "
        + "\(grouped(LabelLimits.categories)) labels, \(grouped(LabelLimits.keypoints)) points of a skeleton",
      "\(LabelLimits.objects / 1_000_000) million, \(LabelLimits.keypointsOfObject) points of a skeleton counting as one",
      "A worker has \(grouped(visitor.memoryMegabytes)) MB (\(grouped(worker.memoryMegabytes)) outside the page), "
        + "\(worker.processorSeconds) s of processor time a request, \(worker.openFiles) open files, requests of "
        + "\(worker.requestBytes.megabytes) and \(worker.pixels / 1_000_000) million pixels.",
    ]
  }

  @Test("Each is what is checked")
  func limits() throws {
    let page = try String(contentsOf: Checkout.file("SECURITY.md"), encoding: .utf8).replacing("\n", with: " ")
    for statement in Self.statements { #expect(page.contains(statement), "\(statement)") }
  }
}
