// Prints the gestures of the hands in images, and where their index fingers point.
//
//     cc -I Sources/CMediaPipe/include Examples/C/hands.c -o hands -L FOLDER -lmediapipe -Wl,-rpath,FOLDER
//     ./hands gesture_recognizer.task IMAGE...
//
// FOLDER is the full path of the folder with libmediapipe.so: `scripts/packaging/mediapipe-library` builds it.
#include <mediapipe.h>
#include <stdio.h>

// Prints the error, and frees its message.
static bool failed(const char *subject, MpStatus status, char **message) {
  if (status == kMpOk) return false;
  fprintf(stderr, "%s: %s\n", subject, *message ? *message : "unknown error");
  MpErrorFree(*message);
  *message = NULL;
  return true;
}

static void print_hands(const char *path, MpImagePtr image, const MpGestureRecognizerResult *result) {
  printf("%s: %u %s\n", path, result->hand_landmarks_count, result->hand_landmarks_count == 1 ? "hand" : "hands");
  for (uint32_t hand = 0; hand < result->hand_landmarks_count; hand++) {
    printf("  %s hand, ", result->handedness[hand].categories[0].category_name);
    // Without a threshold every hand has a gesture, if only "None". With one there may be fewer gestures than hands.
    if (result->gestures_count == result->hand_landmarks_count) {
      const MpCategory *gesture = &result->gestures[hand].categories[0];
      printf("%s %.2f", gesture->category_name, gesture->score);
    } else {
      printf("unknown gesture");
    }
    // Landmark 8 is the tip of the index finger. Coordinates are fractions of the image.
    const MpNormalizedLandmark *tip = &result->hand_landmarks[hand].landmarks[8];
    printf(", index finger at %.0f, %.0f\n", tip->x * MpImageGetWidth(image), tip->y * MpImageGetHeight(image));
  }
}

static bool recognize(MpGestureRecognizerPtr recognizer, const char *path) {
  char *message = NULL;
  MpImagePtr image = NULL;
  if (failed(path, MpImageCreateFromFile(path, &image, &message), &message)) return false;
  MpGestureRecognizerResult result = {0};
  bool recognized =
      !failed(path, MpGestureRecognizerRecognizeImage(recognizer, image, NULL, &result, &message), &message);
  if (recognized) {
    print_hands(path, image, &result);
    MpGestureRecognizerCloseResult(&result);
  }
  MpImageFree(image);
  return recognized;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: %s MODEL IMAGE...\n", arguments[0]);
    return 2;
  }
  // Zero is a value in C, not the default: thresholds and -1 for "all classes" are set one by one.
  MpGestureRecognizerOptions options = {
      .base_options.model_asset_path = arguments[1],
      .running_mode = kMpRunningModeImage,
      .num_hands = 2,
      .min_hand_detection_confidence = 0.5f,
      .min_hand_presence_confidence = 0.5f,
      .min_tracking_confidence = 0.5f,
      .canned_gestures_classifier_options.max_results = -1,
      .custom_gestures_classifier_options.max_results = -1,
  };
  char *message = NULL;
  MpGestureRecognizerPtr recognizer = NULL;
  if (failed(arguments[1], MpGestureRecognizerCreate(&options, &recognizer, &message), &message)) return 1;
  int status = 0;
  for (int index = 2; index < count; index++) {
    if (!recognize(recognizer, arguments[index])) status = 1;
  }
  if (failed("close", MpGestureRecognizerClose(recognizer, &message), &message)) status = 1;
  return status;
}
