import Foundation
import MediaPipeTasksVision
import UIKit

@testable import ObjectDetectorExample

/// The settings that an app's user changes. Every change posts `InferenceSettings.didChange`.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the lock.
final class InferenceSettings: NSObject, @unchecked Sendable {
  static let didChange = Notification.Name("InferenceSettingsDidChange")
  static let labelColors: [UIColor] = [
    .red, .systemTeal, UIColor(displayP3Red: 0.9, green: 0.5, blue: 0.1, alpha: 1), UIColor(white: 0.25, alpha: 1),
  ]
  static let labelFont = UIFont.systemFont(ofSize: 13, weight: .semibold)

  let modelPath: String?
  private let lock = NSLock()
  private var values = (maxResults: 5, scoreThreshold: Float(0.3))

  init(modelPath: String?) {
    self.modelPath = modelPath
  }

  var maxResults: Int {
    get { lock.withLock { values.maxResults } }
    set { change { $0.maxResults = newValue } }
  }

  var scoreThreshold: Float {
    get { lock.withLock { values.scoreThreshold } }
    set { change { $0.scoreThreshold = newValue } }
  }

  static func labelColor(at index: Int) -> UIColor { labelColors[index % labelColors.count] }

  private func change(_ body: (inout (maxResults: Int, scoreThreshold: Float)) -> Void) {
    lock.withLock { body(&values) }
    NotificationCenter.default.post(name: InferenceSettings.didChange, object: self)
  }
}

/// Owns the service, and makes a new one when the settings change.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the lock.
final class DetectionController: @unchecked Sendable {
  private let lock = NSLock()
  private var current: ObjectDetectorService?
  private var observer: (any NSObjectProtocol)?

  init(settings: InferenceSettings) {
    current = Self.makeService(settings)
    // A selector would need Objective-C.
    observer = NotificationCenter.default.addObserver(
      forName: InferenceSettings.didChange, object: settings, queue: nil
    ) { [weak self] notification in
      guard let settings = notification.object as? InferenceSettings else { return }
      self?.replace(with: Self.makeService(settings))
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  var service: ObjectDetectorService? { lock.withLock { current } }

  private func replace(with service: sending ObjectDetectorService?) { lock.withLock { current = service } }

  private static func makeService(_ settings: InferenceSettings) -> ObjectDetectorService? {
    ObjectDetectorService(
      modelPath: settings.modelPath, maxResults: settings.maxResults, scoreThreshold: settings.scoreThreshold)
  }
}
