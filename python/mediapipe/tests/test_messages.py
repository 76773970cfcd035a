"""Landmark messages, with protobuf and without."""
import unittest

from support import run

PROGRAM = """
{hide}
from vision_mediapipe.solutions import messages as m
import copy
marks = m.NormalizedLandmarkList(landmark=[m.NormalizedLandmark(x=0.5, y=0.25, z=-1)])
added = marks.landmark.add(x=1)
added.visibility = 0.75
marks.landmark.append(m.NormalizedLandmark(y=2))
marks.landmark.extend([m.NormalizedLandmark(z=3)])
print(len(marks.landmark), marks.landmark[1].HasField("visibility"), marks.landmark[0].HasField("visibility"), marks.landmark[0].visibility)
other = m.NormalizedLandmarkList()
other.CopyFrom(marks)
other.landmark[0].x = 0
print(other == marks, marks.landmark[0].x, copy.deepcopy(marks) == marks)
box = m.Detection(score=[0.5])
print(box.HasField("location_data"), box.location_data.relative_bounding_box.xmin)
box.location_data.relative_bounding_box.xmin = 0.125
print(box.HasField("location_data"), repr(str(box)))
print(m.LocationData.RELATIVE_BOUNDING_BOX, m.LocationData(format=2).format == m.LocationData.RELATIVE_BOUNDING_BOX, m.LocationData().format)
try:
    marks.landmark[0].w = 1
except AttributeError:
    print("no such field")
"""

# What programs do with messages: each line, with those that are indented after it, has the same answer or the same kind of error with
# protobuf and without.
CASES = """
a = m.NormalizedLandmark(x=0.1); l = m.NormalizedLandmarkList(landmark=[a]); a.x = 5; show(l.landmark[0].x)
a = m.NormalizedLandmark(x=1); l = m.NormalizedLandmarkList(); l.landmark.append(a); a.x = 5; show(l.landmark[0].x)
a = m.NormalizedLandmark(x=1); l = m.NormalizedLandmarkList(); l.landmark.extend([a, a]); l.landmark[0].x = 5;
    show(a.x, l.landmark[1].x)
a = m.NormalizedLandmark(x=1); l = m.NormalizedLandmarkList(); l.landmark.insert(0, a); a.x = 5; show(l.landmark[0].x)
a = [1, 2]; d = m.Detection(label_id=a); a.append(3); d.label_id.append(4); show(list(d.label_id), a)
p = m.LocationData(format=2); d = m.Detection(location_data=p); p.format = 1; show(d.location_data.format)
l = m.LandmarkList(landmark=[{"x": 1}, m.Landmark(y=2)]); show(len(l.landmark), l.landmark[0].x)
d = m.Detection(location_data={"format": "MASK", "relative_bounding_box": {"xmin": 0.5}});
    show(d.location_data.relative_bounding_box.xmin)
l = m.LandmarkList(landmark=None); show(len(l.landmark), m.Landmark(x=None).HasField("x"))
d = m.Detection(); d.location_data.relative_bounding_box.xmin; d.score; d.timestamp_usec;
    show(d == m.Detection(), d.HasField("location_data"), repr(d))
d = m.Detection(); d.location_data.relative_keypoints; show(d.HasField("location_data"));
    d.location_data.relative_keypoints.add(); show(d.HasField("location_data"))
d = m.Detection(); d.location_data.SetInParent(); show(d.HasField("location_data"), d == m.Detection(), repr(d))
d = m.Detection(); d.location_data.format = 1; d.location_data.ClearField("format"); show(d.HasField("location_data"))
d = m.Detection(); d.location_data.format = 1; d.ClearField("location_data");
    show(d.HasField("location_data"), d.location_data.format)
d = m.Detection(); d.location_data.CopyFrom(m.LocationData()); show(d.HasField("location_data"))
a = m.Landmark(x=0);
    show(a == m.Landmark(), a.HasField("x"), m.Landmark().HasField("x"), a == m.NormalizedLandmark(x=0), a != m.Landmark(x=0))
m.Landmark(w=1)
m.Detection(location_data=[1])
m.LandmarkList(landmark=[1])
m.LandmarkList(landmark=[m.NormalizedLandmark()])
m.LandmarkList(landmark=5)
m.LandmarkList().landmark = [m.Landmark()]
m.LandmarkList().landmark = None
m.Detection().score = [1]
m.Detection().location_data = m.LocationData()
m.Detection().location_data = None
m.Landmark().x = None
m.Landmark().x = "1"
m.Landmark().w = 1
m.Landmark().w
m.Classification().label = 5
m.Classification().label = None
m.Classification().index = 1.5
m.Classification().index = 1 << 31
m.Classification(index="1")
m.LocationData().format = 7
m.LandmarkList().landmark.append(1)
m.LandmarkList().landmark.append(m.NormalizedLandmark())
m.LandmarkList().landmark.append(None)
m.LandmarkList().landmark.extend([m.Landmark(), 5])
m.LandmarkList().landmark.add(w=1)
m.LandmarkList(landmark=[m.Landmark()]).landmark[0] = m.Landmark()
m.LandmarkList().landmark[0]
m.LandmarkList().landmark.add(x="a")
m.Detection(score=["a"])
m.Detection().score.append("a")
m.Detection().score.append(None)
m.Detection().label.append(1)
m.Landmark().HasField("w")
m.LandmarkList().HasField("landmark")
m.Landmark().ClearField("w")
m.Landmark().CopyFrom(m.NormalizedLandmark())
m.Landmark().MergeFrom(None)
hash(m.Landmark())
a = m.Landmark(x=1); a.CopyFrom(a); show(a.x)
a = m.Landmark(x=1, y=2); a.MergeFrom(m.Landmark(y=3, z=4)); show(a.x, a.y, a.z)
a = m.Detection(location_data={"format": 1});
    a.MergeFrom(m.Detection(score=[1], location_data={"bounding_box": {"xmin": 3}}));
    show(a.location_data.format, a.location_data.bounding_box.xmin, list(a.score))
a = m.Landmark(x=0.1);
    show(a.x == 0.1, round(a.x, 6), m.Landmark(x=1e300).x, m.Landmark(x=np.float32(0.5)).x, m.Landmark(x=True).x,
    m.Landmark(x=2).x)
c = m.Classification(index=np.int64(3), label=b"b", score=0.1); show(c.index, c.label, repr(c))
show(repr(m.Classification(label='a"\\n\\'\\\\', score=0.1, index=-3)), repr(m.LocationData(format=2)))
d = m.Detection(score=[1, 2, 3]); d.score[1] = 5; d.score[0:1] = [7, 8]; del d.score[0];
    show(list(d.score), d.score[-1], d.score[:2], d.score == [8, 5, 3], len(d.score))
d = m.Detection(score=[3, 1, 2]); d.score.sort(); show(list(d.score)); d.score.reverse();
    show(list(d.score), d.score.pop(), list(d.score)); d.score.remove(2); show(list(d.score), 3 in d.score)
d = m.Detection(score=[3]); d.score.extend((1, 2)); d.score.insert(0, 9); d.score.MergeFrom(m.Detection(score=[4]).score);
    show(list(d.score)); del d.score[:]; show(d == m.Detection())
l = m.LandmarkList(landmark=[{"x": 3}, {"x": 1}]); l.landmark.sort(key=lambda mark: mark.x); show([k.x for k in l.landmark]);
    l.landmark.reverse(); show([k.x for k in l.landmark], l.landmark.pop().x); del l.landmark[:];
    show(len(l.landmark), bool(l.landmark), l == m.LandmarkList())
l = m.LandmarkList(landmark=[{"x": 3}, {"x": 1}]);
    show(l.landmark[1:][0].x, l.landmark[-1].x, m.Landmark(x=3) in l.landmark,
    l.landmark == m.LandmarkList(landmark=list(l.landmark)).landmark); l.landmark.remove(m.Landmark(x=3));
    show(len(l.landmark))
d = m.Detection(score=[1], label=["a"], detection_id=1 << 40, track_id="t", location_data={"format": 2});
    show([(f.name, f.number) for f, value in d.ListFields()], d.ListFields()[1][1] == [1], m.Detection().ListFields())
show(m.LocationData.Format.Name(2), m.LocationData.Format.Value("MASK"), m.LocationData.Format.keys(),
    m.LocationData.Format.values(), m.LocationData.Format.items(), m.LocationData.Format.GLOBAL, m.LocationData.MASK)
m.LocationData.Format.Name(9)
m.LocationData.Format.Value("NO")
m.LocationData.Format.NO
show(m.LocationData.RelativeBoundingBox(xmin=1) == m.LocationData(relative_bounding_box={"xmin": 1}).relative_bounding_box,
    m.Detection.AssociatedDetection(id=3).id)
d = m.Detection(location_data={"relative_keypoints": [{"x": 0.5}]}); e = copy.deepcopy(d);
    e.location_data.relative_keypoints[0].x = 1; f = pickle.loads(pickle.dumps(d));
    show(d.location_data.relative_keypoints[0].x, f == d, f.location_data.relative_keypoints[0].x)
d = m.LocationData(relative_bounding_box={"xmin": 0.5}, relative_keypoints=[{"x": 0.5}]);
    show([pickle.loads(pickle.dumps(v)) == v == copy.copy(v) for v in (d.relative_bounding_box, d.relative_keypoints[0])])
l = m.DetectionList(); d = l.detection.add(score=[0.5]); d.label.append("cat"); show(l.detection[0].label[0]); l.Clear();
    show(len(l.detection), l.IsInitialized())
r = m.Rect(x_center=1, y_center=2, width=3, height=4); n = m.NormalizedRect(x_center=0.5, rotation=0.25, rect_id=5);
    show(r.rotation, n.rotation, n.rect_id)
c = m.NormalizedLandmarkListCollection(); c.landmark_list.add().landmark.add(x=0.5);
    show(c.landmark_list[0].landmark[0].x, len(m.LandmarkListCollection(landmark_list=[{}]).landmark_list))
"""
COMPARE = """
{hide}
from vision_mediapipe.solutions import messages as m
import copy, pickle, numpy as np
answers = []
def show(*values):
    answers.append(repr(values))
for case in {cases!r}:
    answers.clear()
    try:
        exec(case, dict(globals()))
    except Exception as error:
        answers.append(type(error).__name__)
    print(case, "->", *answers)
"""


class MessageTests(unittest.TestCase):
    def test_the_same_with_protobuf_and_without(self):
        hidden = run(PROGRAM.format(hide="import sys; sys.modules['google.protobuf'] = None"))
        self.assertEqual(hidden.splitlines(), [
            "4 True False 0.0", "False 0.5 True", "False 0.0",
            "True " + repr("score: 0.5\nlocation_data {\n  relative_bounding_box {\n    xmin: 0.125\n  }\n}\n"), "2 True 0",
            "no such field",
        ])
        try:
            import google.protobuf  # noqa: F401
        except ImportError:
            self.skipTest("protobuf is not installed")
        self.assertEqual(run(PROGRAM.format(hide="")), hidden)

    def test_a_protobuf_that_cannot_make_them_is_as_none(self):
        try:
            import google.protobuf  # noqa: F401
        except ImportError:
            self.skipTest("protobuf is not installed")
        strange = (
            "from google.protobuf import message_factory as f\n"
            "for name in ('GetMessageClass', 'MessageFactory'): f.__dict__.pop(name, None)")
        self.assertEqual(
            run(PROGRAM.format(hide=strange)), run(PROGRAM.format(hide="import sys; sys.modules['google.protobuf'] = None")))

    def test_programs_get_the_same_answers_and_errors_with_protobuf_and_without(self):
        try:
            import google.protobuf  # noqa: F401
        except ImportError:
            self.skipTest("protobuf is not installed")
        cases = CASES.strip().replace("\n    ", " ").splitlines()
        with_protobuf, without = (
            run(COMPARE.format(hide=hide, cases=cases)).splitlines() for hide in ("", "import sys; sys.modules['google.protobuf'] = None"))
        self.assertEqual(len(with_protobuf), len(cases))
        for theirs, ours in zip(with_protobuf, without):
            with self.subTest(theirs.partition(" -> ")[0]):
                self.assertEqual(ours, theirs)

    def test_messages_of_protobuf_are_real_ones(self):
        try:
            from google.protobuf.json_format import MessageToDict
        except ImportError:
            self.skipTest("protobuf is not installed")
        from vision_mediapipe.solutions import messages

        hand = messages.ClassificationList()
        hand.classification.add(index=1, score=0.5, label="Right")
        self.assertEqual(MessageToDict(hand), {"classification": [{"index": 1, "score": 0.5, "label": "Right"}]})
        copy = messages.ClassificationList.FromString(hand.SerializeToString())
        self.assertEqual(copy, hand)


if __name__ == "__main__":
    unittest.main()
