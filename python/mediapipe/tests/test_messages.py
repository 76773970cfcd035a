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
