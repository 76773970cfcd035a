// Follows hands in a stream of raw RGB frames from the standard input, and prints them from a callback.
//
//     cc -I Sources/CMediaPipe/include Examples/C/live_hands.c -o live_hands -L FOLDER -lmediapipe -Wl,-rpath,FOLDER
//     ffmpeg -v error -f v4l2 -video_size 640x480 -i /dev/video0 -f rawvideo -pix_fmt rgb24 - |
//       ./live_hands hand_landmarker.task 640 480
//
// FOLDER is the full path of the folder with libmediapipe.so: `scripts/packaging/mediapipe-library` builds it.
#include <mediapipe.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Written by the callback, which is called for one frame at a time, and read after the task is closed.
static int answers, hands;

// Runs on a thread of the library. Result and image are valid only during the call.
static void print_hands(MpStatus status, const MpHandLandmarkerResult *result, MpImagePtr image, int64_t time) {
  (void)image;
  if (status != kMpOk) {
    fprintf(stderr, "frame at %lld ms: status %d\n", (long long)time, status);
    return;
  }
  answers++;
  for (uint32_t hand = 0; hand < result->hand_landmarks_count; hand++, hands++) {
    const MpNormalizedLandmark *wrist = &result->hand_landmarks[hand].landmarks[0];
    printf("%lld ms: %s hand, wrist at %.2f, %.2f\n", (long long)time,
           result->handedness[hand].categories[0].category_name, wrist->x, wrist->y);
  }
}

// Prints the error, and frees its message.
static bool failed(const char *subject, MpStatus status, char **message) {
  if (status == kMpOk) return false;
  fprintf(stderr, "%s: %s\n", subject, *message ? *message : "unknown error");
  MpErrorFree(*message);
  *message = NULL;
  return true;
}

static int64_t milliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

int main(int count, char **arguments) {
  int width = count == 4 ? atoi(arguments[2]) : 0, height = count == 4 ? atoi(arguments[3]) : 0;
  if (width < 1 || width > 8192 || height < 1 || height > 8192) {
    fprintf(stderr, "usage: %s MODEL WIDTH HEIGHT <FRAMES\n", arguments[0]);
    return 2;
  }
  MpHandLandmarkerOptions options = {
      .base_options.model_asset_path = arguments[1],
      .running_mode = kMpRunningModeLiveStream,
      .num_hands = 2,
      .min_hand_detection_confidence = 0.5f,
      .min_hand_presence_confidence = 0.5f,
      .min_tracking_confidence = 0.5f,
      .result_callback = print_hands,
  };
  char *message = NULL;
  MpHandLandmarkerPtr landmarker = NULL;
  if (failed(arguments[1], MpHandLandmarkerCreate(&options, &landmarker, &message), &message)) return 1;

  int frames = 0, size = width * height * 3;
  bool good = true;
  int64_t start = milliseconds(), last = -1;
  uint8_t *pixels = malloc(size);
  while (good && pixels != NULL && fread(pixels, size, 1, stdin) == 1) {
    int64_t time = milliseconds() - start;
    // Times have to rise, and the clock may stand still between two frames.
    last = time > last ? time : last + 1;
    MpImagePtr image = NULL;
    MpStatus made = MpImageCreateFromUint8Data(kMpImageFormatSrgb, width, height, pixels, size, &image, &message);
    good = !failed("image", made, &message) &&
           !failed("frame", MpHandLandmarkerDetectAsync(landmarker, image, NULL, last, &message), &message);
    // The task keeps what it needs: pixels and image may go at once.
    MpImageFree(image);
    frames++;
  }
  free(pixels);
  // Waits for the last callback.
  if (failed("close", MpHandLandmarkerClose(landmarker, &message), &message)) good = false;
  printf("%d frames, %d answers, %d hands\n", frames, answers, hands);
  return good ? 0 : 1;
}
