/// The settings of all tasks, by the names they have in the page's address.
package enum SettingKey: String, Sendable, CaseIterable, Codable {
  case numHands, minHandDetectionConfidence, minHandPresenceConfidence
  case numPoses, minPoseDetectionConfidence, minPosePresenceConfidence, segmentationMasks, smoothing
  case minTrackingConfidence
  case cannedScoreThreshold, cannedMaxResults, cannedAllow, cannedDeny
  case customScoreThreshold, customMaxResults, customAllow, customDeny
  case maxResults, scoreThreshold, categoryAllow, categoryDeny, displayNamesLocale
  case multipleObjects, classify, detectorStride
  case threads
}
