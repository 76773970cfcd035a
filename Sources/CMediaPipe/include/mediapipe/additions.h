#ifndef MEDIAPIPE_ADDITIONS_H
#define MEDIAPIPE_ADDITIONS_H

#include "landmarkers.h"

#ifdef __cplusplus
extern "C" {
#endif

// What MediaPipe does not have.

/// The path of a model of the catalog, such as `hand_landmarker`, which the caller frees with `MpErrorFree`. With `fetch`
/// the model is downloaded first where it is missing; no other function opens a network connection.
MpStatus VisionModelPath(const char *name, bool fetch, char **path, char **error_msg);

/// The pairs of landmarks that drawings connect, one after the other: of the topologies `hand`, `pose` and `face`, or of a
/// group of it, such as `lips`; an empty group for all. Writes at most `capacity` numbers, and always their count.
MpStatus VisionConnections(const char *topology, const char *group, int *landmarks, int capacity, int *count,
                           char **error_msg);

/// As `MpPoseLandmarkerCreate`, with or without the smoothing of landmarks in videos and live streams.
MpStatus VisionPoseLandmarkerCreate(const MpPoseLandmarkerOptions *options, bool smooth_landmarks,
                                    MpPoseLandmarkerPtr *landmarker, char **error_msg);

#ifdef __cplusplus
}
#endif
#endif
