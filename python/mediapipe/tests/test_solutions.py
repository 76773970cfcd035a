"""Programs of the former `mp.solutions`, as people write them: with mediapipe installed and hidden, in processes of their own."""
import unittest

from support import run

# Each draws into an image or prints what it found; `image` is read from a file, where the programs read a camera.
SETUP = """
import cv2, numpy as np, os
image = cv2.imread(os.environ["MEDIA"] + "/{image}")
class Camera:
    def __init__(self): self.left = 3
    def isOpened(self): return self.left > 0
    def read(self):
        self.left -= 1
        return self.left >= 0, image.copy()
    def release(self): pass
cv2.VideoCapture = lambda source: Camera()
shown = []
cv2.imshow = lambda title, picture: shown.append(picture)
cv2.waitKey = lambda time: 0
cv2.destroyAllWindows = lambda: None
"""

PROGRAMS = {
    "a loop over the camera that draws hands": ("thumb_up_teal.png", """
import mediapipe as mp
mp_drawing = mp.solutions.drawing_utils
mp_drawing_styles = mp.solutions.drawing_styles
mp_hands = mp.solutions.hands
cap = cv2.VideoCapture(0)
with mp_hands.Hands(model_complexity=0, min_detection_confidence=0.5, min_tracking_confidence=0.5) as hands:
    while cap.isOpened():
        success, frame = cap.read()
        if not success:
            continue
        frame.flags.writeable = False
        frame = cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
        results = hands.process(frame)
        frame.flags.writeable = True
        frame = cv2.cvtColor(frame, cv2.COLOR_RGB2BGR)
        if results.multi_hand_landmarks:
            for hand_landmarks in results.multi_hand_landmarks:
                mp_drawing.draw_landmarks(frame, hand_landmarks, mp_hands.HAND_CONNECTIONS,
                    mp_drawing_styles.get_default_hand_landmarks_style(), mp_drawing_styles.get_default_hand_connections_style())
        cv2.imshow('MediaPipe Hands', cv2.flip(frame, 1))
cap.release()
assert len(shown) == 3 and all((cv2.flip(s, 1) != image).any() for s in shown)
"""),
    "a counter of fingers": ("thumb_up_teal.png", """
import mediapipe as mp
hands = mp.solutions.hands.Hands(static_image_mode=True, max_num_hands=1)
results = hands.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
h, w, c = image.shape
lmList = []
for id, lm in enumerate(results.multi_hand_landmarks[0].landmark):
    lmList.append([id, int(lm.x * w), int(lm.y * h)])
fingers = [lmList[tip][2] < lmList[tip - 2][2] for tip in (8, 12, 16, 20)]
label = results.multi_handedness[0].classification[0].label
assert len(lmList) == 21 and lmList[4][2] < lmList[2][2], lmList
assert label in ('Left', 'Right') and 0.5 <= results.multi_handedness[0].classification[0].score <= 1
print(sum(fingers))
"""),
    "a class around hands": ("thumb_up_teal.png", """
import mediapipe as mp
class HandDetector():
    def __init__(self, mode=False, maxHands=2, modelComplexity=1, detectionCon=0.5, trackCon=0.5):
        self.mpHands = mp.solutions.hands
        self.hands = self.mpHands.Hands(mode, maxHands, modelComplexity, detectionCon, trackCon)
        self.mpDraw = mp.solutions.drawing_utils
    def findHands(self, img, draw=True):
        self.results = self.hands.process(cv2.cvtColor(img, cv2.COLOR_BGR2RGB))
        if self.results.multi_hand_landmarks:
            for handLms in self.results.multi_hand_landmarks:
                if draw:
                    self.mpDraw.draw_landmarks(img, handLms, self.mpHands.HAND_CONNECTIONS)
        return img
detector = HandDetector()
assert (detector.findHands(image.copy()) != image).any()
"""),
    "angles of a pose": ("yoga.png", """
import mediapipe as mp
mp_pose = mp.solutions.pose
def calculate_angle(a, b, c):
    a, b, c = np.array(a), np.array(b), np.array(c)
    radians = np.arctan2(c[1] - b[1], c[0] - b[0]) - np.arctan2(a[1] - b[1], a[0] - b[0])
    angle = np.abs(radians * 180.0 / np.pi)
    return 360 - angle if angle > 180.0 else angle
with mp_pose.Pose(min_detection_confidence=0.5, min_tracking_confidence=0.5, model_complexity=0) as pose:
    results = pose.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    landmarks = results.pose_landmarks.landmark
    points = [[landmarks[mp_pose.PoseLandmark[n].value].x, landmarks[mp_pose.PoseLandmark[n].value].y] for n in ('LEFT_SHOULDER', 'LEFT_ELBOW', 'LEFT_WRIST')]
    assert landmarks[mp_pose.PoseLandmark.LEFT_SHOULDER].visibility > 0.5
    assert 0 < calculate_angle(*points) <= 180
    assert len(results.pose_world_landmarks.landmark) == 33
    mp.solutions.drawing_utils.draw_landmarks(image, results.pose_landmarks, mp_pose.POSE_CONNECTIONS,
        mp.solutions.drawing_utils.DrawingSpec(color=(245, 117, 66), thickness=2, circle_radius=2),
        mp.solutions.drawing_utils.DrawingSpec(color=(245, 66, 230), thickness=2, circle_radius=2))
"""),
    "a pose before a grey background": ("yoga.png", """
import mediapipe as mp
with mp.solutions.pose.Pose(static_image_mode=True, model_complexity=0, enable_segmentation=True, min_detection_confidence=0.5) as pose:
    results = pose.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    condition = np.stack((results.segmentation_mask,) * 3, axis=-1) > 0.1
    bg_image = np.zeros(image.shape, dtype=np.uint8)
    bg_image[:] = (192, 192, 192)
    annotated_image = np.where(condition, image, bg_image)
    assert 0.05 < condition.mean() < 0.6 and annotated_image.shape == image.shape
"""),
    "contours of a face mesh": ("face_close.png", """
import mediapipe as mp
mp_face_mesh = mp.solutions.face_mesh
drawing_spec = mp.solutions.drawing_utils.DrawingSpec(thickness=1, circle_radius=1)
with mp_face_mesh.FaceMesh(static_image_mode=True, max_num_faces=1, refine_landmarks=True, min_detection_confidence=0.5) as face_mesh:
    results = face_mesh.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    annotated = image.copy()
    for face_landmarks in results.multi_face_landmarks:
        assert len(face_landmarks.landmark) == 478
        for connections, style in (
            (mp_face_mesh.FACEMESH_TESSELATION, mp.solutions.drawing_styles.get_default_face_mesh_tesselation_style()),
            (mp_face_mesh.FACEMESH_CONTOURS, mp.solutions.drawing_styles.get_default_face_mesh_contours_style()),
            (mp_face_mesh.FACEMESH_IRISES, mp.solutions.drawing_styles.get_default_face_mesh_iris_connections_style())):
            mp.solutions.drawing_utils.draw_landmarks(image=annotated, landmark_list=face_landmarks, connections=connections,
                landmark_drawing_spec=None, connection_drawing_spec=style)
    assert (annotated != image).any()
with mp_face_mesh.FaceMesh(static_image_mode=True) as face_mesh:
    assert len(face_mesh.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)).multi_face_landmarks[0].landmark) == 468
"""),
    "boxes of faces": ("face_close.png", """
import mediapipe as mp
mp_face_detection = mp.solutions.face_detection
with mp_face_detection.FaceDetection(model_selection=1, min_detection_confidence=0.5) as face_detection:
    results = face_detection.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    for detection in results.detections:
        nose = mp_face_detection.get_key_point(detection, mp_face_detection.FaceKeyPoint.NOSE_TIP)
        bboxC = detection.location_data.relative_bounding_box
        ih, iw, ic = image.shape
        bbox = int(bboxC.xmin * iw), int(bboxC.ymin * ih), int(bboxC.width * iw), int(bboxC.height * ih)
        assert bbox[0] < nose.x * iw < bbox[0] + bbox[2] and detection.score[0] > 0.5
        mp.solutions.drawing_utils.draw_detection(image, detection)
"""),
    "a whole body": ("yoga.png", """
import mediapipe as mp
mp_holistic = mp.solutions.holistic
with mp_holistic.Holistic(static_image_mode=True, model_complexity=2, enable_segmentation=True, refine_face_landmarks=True) as holistic:
    results = holistic.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    if results.pose_landmarks:
        x = results.pose_landmarks.landmark[mp_holistic.PoseLandmark.NOSE].x
        assert 0 < x < 1
    pose = np.array([[res.x, res.y, res.z, res.visibility] for res in results.pose_landmarks.landmark]).flatten() if results.pose_landmarks else np.zeros(33*4)
    lh = np.array([[res.x, res.y, res.z] for res in results.left_hand_landmarks.landmark]).flatten() if results.left_hand_landmarks else np.zeros(21*3)
    assert len(pose) == 132 and len(lh) == 63
    mp.solutions.drawing_utils.draw_landmarks(image, results.face_landmarks, mp_holistic.FACEMESH_TESSELATION)
    mp.solutions.drawing_utils.draw_landmarks(image, results.right_hand_landmarks, mp_holistic.HAND_CONNECTIONS)
"""),
    "a blurred background": ("face_close.png", """
import mediapipe as mp
with mp.solutions.selfie_segmentation.SelfieSegmentation(model_selection=1) as selfie_segmentation:
    results = selfie_segmentation.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    condition = np.stack((results.segmentation_mask,) * 3, axis=-1) > 0.1
    output = np.where(condition, image, cv2.GaussianBlur(image, (55, 55), 0))
    assert 0.1 < condition.mean() < 0.95 and (output != image).any()
"""),
    "landmarks made by hand": ("thumb_up_teal.png", """
import mediapipe as mp
from mediapipe import solutions
from mediapipe.framework.formats import landmark_pb2
hand_landmarks_proto = landmark_pb2.NormalizedLandmarkList()
hand_landmarks_proto.landmark.extend([landmark_pb2.NormalizedLandmark(x=0.1 + 0.03 * i, y=0.5, z=0) for i in range(21)])
before = image.copy()
solutions.drawing_utils.draw_landmarks(image, hand_landmarks_proto, solutions.hands.HAND_CONNECTIONS,
    solutions.drawing_styles.get_default_hand_landmarks_style(), solutions.drawing_styles.get_default_hand_connections_style())
assert (image != before).any()
before = image.copy()
solutions.drawing_utils.draw_landmarks(image, hand_landmarks_proto, None, {})
assert (image == before).all()
try:
    mp.solutions.hands.Hands().process(image[:, :, 0])
except ValueError as error:
    print(error)
try:
    mp.solutions.objectron.Objectron()
except NotImplementedError as error:
    print(error)
"""),
}

# Programs with threads and processes of their own.
LIVES = {
    "a forked child uses, closes and drops what its parent tracks hands with": """
import mediapipe as mp, signal
rgb = cv2.cvtColor(image, cv2.COLOR_BGR2RGB)
hands = mp.solutions.hands.Hands()
def found():
    return [len(hands.process(rgb).multi_hand_landmarks) for _ in range(3)]
def child(work):
    process = os.fork()
    if process == 0:
        signal.alarm(60)
        work()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, work
def use():
    assert found() == [1, 1, 1]
    hands.close()
def drop():
    global hands
    del hands
assert found() == [1, 1, 1]
for work in (use, drop, hands.close, hands.reset):
    child(work)
assert found() == [1, 1, 1]
""",
    "a thread closes or resets what another one uses": """
import mediapipe as mp, threading, time
rgb = cv2.cvtColor(image, cv2.COLOR_BGR2RGB)
errors = []
def use(hands):
    try:
        for _ in range(4):
            hands.process(rgb)
    except ValueError as error:
        errors.append(str(error))
for number in range(12):
    hands = mp.solutions.hands.Hands(static_image_mode=number % 2 == 0)
    threads = [threading.Thread(target=use, args=(hands,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(0.004 * number)
    hands.reset()
    hands.close()
    for thread in threads:
        thread.join()
assert set(errors) == {"The solution is closed; make another one."}, set(errors)
""",
}

# What is no image, as in the loop of a camera that has ended: the type of the error is MediaPipe's, the sentence ours.
NO_IMAGE = """
import mediapipe as mp
drawing = mp.solutions.drawing_utils
points = drawing.landmark_pb2.NormalizedLandmarkList(landmark=[drawing.landmark_pb2.NormalizedLandmark(x=0.5, y=0.5)])
with mp.solutions.pose.Pose(static_image_mode=True, model_complexity=0.0) as pose:
    for image, given in ((None, "None; cv2 returns that where it cannot read"), ([[0]], "of the type list")):
        for use in (pose.process, lambda image: drawing.draw_landmarks(image, points)):
            try:
                use(image)
                raise SystemExit("no error")
            except AttributeError as error:
                assert str(error) == f"The image is {given}. Give an array of height x width x 3 bytes.", error
"""

# Names that old programs have beside the solutions.
NAMES = """
import mediapipe as mp
from mediapipe.framework.formats import detection_pb2, landmark_pb2, rect_pb2
from mediapipe.framework.formats.annotation import rasterization_pb2
from mediapipe.python import solution_base
from mediapipe.python.solution_base import SolutionBase, SolutionOutputs
for solution in (mp.solutions.hands.Hands, mp.solutions.pose.Pose, mp.solutions.face_mesh.FaceMesh, mp.solutions.holistic.Holistic,
                 mp.solutions.face_detection.FaceDetection, mp.solutions.selfie_segmentation.SelfieSegmentation):
    assert issubclass(solution, solution_base.SolutionBase)
try:
    SolutionBase(binary_graph_path="mediapipe/modules/hand_landmark/hand_landmark_tracking_cpu.binarypb")
    raise AssertionError
except NotImplementedError:
    pass
assert rect_pb2.NormalizedRect(x_center=0.5).x_center == 0.5
detections = detection_pb2.DetectionList()
detections.detection.add(detection_id=3, track_id="a", display_name=["cat"], timestamp_usec=1 << 40, feature_tag="f")
detections.detection[0].associated_detections.add(id=1, confidence=0.5)
assert len(landmark_pb2.LandmarkListCollection(landmark_list=[landmark_pb2.LandmarkList()]).landmark_list) == 1
assert not landmark_pb2.NormalizedLandmarkListCollection().landmark_list and not rasterization_pb2.Rasterization().interval
objectron = mp.solutions.objectron
assert [mark.value for mark in objectron.BoxLandmark] == list(range(9)) and objectron.BoxLandmark.FRONT_TOP_LEFT == 4
assert (objectron.BoxLandmark.BACK_BOTTOM_RIGHT, objectron.BoxLandmark.FRONT_BOTTOM_RIGHT) in objectron.BOX_CONNECTIONS
assert sorted(objectron.BOX_CONNECTIONS) == [
    (1, 2), (1, 3), (1, 5), (2, 4), (2, 6), (3, 4), (3, 7), (4, 8), (5, 6), (5, 7), (6, 8), (7, 8)]
"""

# Modules that old programs have without an import of their own: MediaPipe had imported them all.
PARTS = """
import mediapipe as mp
formats = mp.framework.formats
assert "landmark_pb2" in dir(formats) and "formats" in dir(mp.framework), dir(formats)
def tip(hand: mp.framework.formats.landmark_pb2.NormalizedLandmarkList):
    return hand.landmark[8]
assert tip(formats.landmark_pb2.NormalizedLandmarkList(landmark=[{"x": 0.5}] * 21)).x == 0.5
assert formats.annotation.rasterization_pb2.Rasterization and mp.python.solution_base.SolutionBase
assert mp.solutions.drawing_utils.landmark_pb2.NormalizedLandmarkList is formats.landmark_pb2.NormalizedLandmarkList
# Programs replace what fetched the models, where the package's folder cannot be written.
import mediapipe.python.solutions.download_utils as download_utils
from mediapipe.python._framework_bindings import resource_util
download_utils.download_oss_model = lambda path: None
resource_util.set_resource_dir("/tmp")
assert mp.solutions.download_utils is download_utils
assert not hasattr(formats, "other_pb2") and not hasattr(mp.framework, "other")
# The name until 0.8.6.
assert mp.solutions.holistic.FACE_CONNECTIONS is mp.solutions.face_mesh.FACE_CONNECTIONS is mp.solutions.face_mesh.FACEMESH_CONTOURS
"""

# Programs of both, the solutions and tasks, which took the class of images from here.
IMAGES = """
import mediapipe as mp
from mediapipe.python._framework_bindings import image as image_module
from mediapipe.python._framework_bindings import image_frame
assert image_module.Image is mp.Image and image_frame.ImageFormat is mp.ImageFormat
assert mp.python._framework_bindings.image is image_module
"""

ENABLE = "import vision_mediapipe; vision_mediapipe.enable(solutions=True)\n"
HIDE = """
import importlib.machinery, importlib.metadata, sys
finder = importlib.machinery.PathFinder
find_by_path = finder.find_spec
finder.find_spec = lambda name, *more: None if name == "mediapipe" else find_by_path(name, *more)
version = importlib.metadata.version
def hidden(name):
    if name == "mediapipe":
        raise importlib.metadata.PackageNotFoundError(name)
    return version(name)
importlib.metadata.version = hidden
"""


class OldProgramTests(unittest.TestCase):
    def check(self, first):
        try:
            import cv2  # noqa: F401
        except ImportError:
            self.skipTest("OpenCV is not installed")
        for name, (image, program) in PROGRAMS.items():
            with self.subTest(program=name):
                run(first + SETUP.format(image=image) + program)

    def test_they_run_beside_mediapipe(self):
        try:
            import mediapipe  # noqa: F401
        except ImportError:
            self.skipTest("mediapipe is not installed")
        self.check(ENABLE)
        for program in (NAMES, PARTS, IMAGES, NO_IMAGE):
            run(ENABLE + program)

    def test_they_run_without_mediapipe(self):
        self.check(HIDE + ENABLE)
        for program in (NAMES, PARTS, NO_IMAGE):
            run(HIDE + ENABLE + program)

    def test_threads_and_forked_processes(self):
        try:
            import cv2  # noqa: F401
        except ImportError:
            self.skipTest("OpenCV is not installed")
        for name, program in LIVES.items():
            with self.subTest(program=name):
                run(HIDE + ENABLE + SETUP.format(image="thumb_up_teal.png") + program)

    def test_without_mediapipe_its_package_has_a_version_and_a_file(self):
        program = """
import mediapipe as mp, inspect, os
from importlib.util import find_spec
major, minor, patch = (int(part) for part in mp.__version__.split(".")[:3])
assert (major, minor, patch) == (0, 10, 21), mp.__version__
assert mp.__version__.endswith(vision_mediapipe.__version__)
assert os.path.isfile(mp.__file__) and inspect.getfile(mp) == mp.__file__ == find_spec("mediapipe").origin
assert "solutions" in dir(mp) and not hasattr(mp, "tasks") and not hasattr(mp.python, "tasks")
"""
        run(HIDE + ENABLE + program)


if __name__ == "__main__":
    unittest.main()
