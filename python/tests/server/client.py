"""tritonclient against the server: health, metadata, JSON and binary inference, errors."""

import json
import shutil
import subprocess

import numpy as np
import tritonclient.http as triton
from tritonclient.utils import InferenceServerException

from server import TOKEN, Server, check, say


def headers():
    """A copy: tritonclient adds the length of one request's JSON to the dictionary, which would spoil the next request."""
    return {"Authorization": f"Bearer {TOKEN}"}


def image_input(*files, binary=True):
    tensor = triton.InferInput("images", [len(files)], "BYTES")
    tensor.set_data_from_numpy(np.array([file.read_bytes() for file in files], dtype=np.object_), binary_data=binary)
    return tensor


def refused(status, action):
    """The call fails with a status and a message."""
    try:
        action()
    except InferenceServerException as error:
        check(error.status() == str(status), f"the status is {error.status()} in place of {status}: {error.message()}")
        check(error.message(), "the error has no message")
        return
    check(False, f"no error where status {status} was expected")


def run(work, samples):
    thumb, two = samples / "thumb_up_teal.png", samples / "two_thumbs.png"
    arguments = ["--model", "gesture", "--model", "detect", "--model", "pose?segmentationMasks=true", "--max-images", "4"]
    with Server(work / "client.log", *arguments) as server, triton.InferenceServerClient(server.address) as client:
        metadata(client)
        binary(client, thumb, two)
        pixels(client)
        masks(client, samples / "two_walkers.png")
        lines(client, server, thumb)
        errors(client, thumb)
        classes(client, thumb)
        management(client)
        habits(server)
    say("tritonclient: health, metadata, inference and errors are right")


def metadata(client):
    check(client.is_server_live(headers=headers()) and client.is_server_ready(headers=headers()), "the server is not ready")
    check(client.is_server_live(), "a probe needs no token")
    for version in ["", "1"]:
        check(client.is_model_ready("gesture", version, headers=headers()), "the model is not ready")
        model = client.get_model_metadata("gesture", version, headers=headers())
        names = {output["name"]: output for output in model["outputs"]}
        check(names["landmarks"]["shape"] == [-1, -1, 21, 3], f"{names['landmarks']}")
    check(not client.is_model_ready("other", headers=headers()), "an unknown model is ready")
    about = client.get_server_metadata(headers=headers())
    check("binary_tensor_data" in about["extensions"], f"{about}")


def binary(client, thumb, two):
    """Binary and JSON outputs are equal; every output of the metadata comes."""
    wanted = ["count", "landmarks", "world_landmarks", "gestures", "gestures_scores", "handedness"]
    tensor = image_input(thumb, two)
    one = client.infer("gesture", [tensor], headers=headers(), request_id="7", outputs=[
        triton.InferRequestedOutput(name, binary_data=True) for name in wanted])
    other = client.infer("gesture", [tensor], headers=headers(), outputs=[
        triton.InferRequestedOutput(name, binary_data=False) for name in wanted])
    check(one.get_response()["id"] == "7" and one.get_response()["model_name"] == "gesture", "the ID is not repeated")
    for name in wanted:
        check(one.as_numpy(name).shape == other.as_numpy(name).shape, f"{name} has two shapes")
        texts = [[value.decode() if isinstance(value, bytes) else value for value in result.as_numpy(name).flatten()]
                 for result in (one, other)]
        check(texts[0] == texts[1], f"{name} differs between binary and JSON form")
    check(one.as_numpy("landmarks").shape[2:] == (21, 3), "landmarks have another shape")
    check(one.as_numpy("gestures")[0, 0, 0] == b"Thumb_Up", f"{one.as_numpy('gestures')}")
    names = {output["name"] for output in client.get_model_metadata("gesture", headers=headers())["outputs"]}
    every = client.infer("gesture", [tensor], headers=headers()).get_response()["outputs"]
    check({output["name"] for output in every} == names, "the outputs are not those of the metadata")


def pixels(client):
    """Pixels in binary form and in JSON; an image without a subject."""
    for form in [True, False]:
        tensor = triton.InferInput("pixels", [2, 24, 32, 3], "UINT8")
        tensor.set_data_from_numpy(np.full((2, 24, 32, 3), 128, dtype=np.uint8), binary_data=form)
        result = client.infer("gesture", [tensor], headers=headers())
        check(result.as_numpy("count").tolist() == [0, 0], "a gray image has a hand")
        check(result.as_numpy("landmarks").shape == (2, 0, 21, 3), f"{result.as_numpy('landmarks').shape}")


def masks(client, image):
    result = client.infer("pose", [image_input(image)], headers=headers())
    shape = result.as_numpy("masks").shape
    check(list(shape[2:]) == result.as_numpy("mask_sizes")[0].tolist(), f"masks have the shape {shape}")


def lines(client, server, thumb):
    """The JSON output is the line that the command and the plain request give."""
    command = subprocess.run(
        ["vision", "gesture", str(thumb), "--json", "-"], check=True, capture_output=True).stdout
    result = client.infer("gesture", [image_input(thumb)], headers=headers(), outputs=[triton.InferRequestedOutput("json")])
    line = result.as_numpy("json")[0] + b"\n"
    plain = subprocess.run(
        ["curl", "-sf", "-H", f"Authorization: Bearer {TOKEN}", "--data-binary", f"@{thumb}",
         f"http://{server.address}/v1/gesture"], check=True, capture_output=True).stdout
    check(line == command == plain, f"three lines differ:\n{line}\n{command}\n{plain}")
    check(json.loads(line)["task"] == "gesture", "the line has no task")


def errors(client, thumb):
    good = image_input(thumb)
    refused(404, lambda: client.infer("other", [good], headers=headers()))
    refused(404, lambda: client.infer("gesture", [good], model_version="2", headers=headers()))
    refused(401, lambda: client.infer("gesture", [good]))
    refused(400, lambda: client.infer(
        "gesture", [good], headers=headers(), outputs=[triton.InferRequestedOutput("nothing")]))
    refused(413, lambda: client.infer("gesture", [image_input(*[thumb] * 5)], headers=headers()))
    refused(415, lambda: client.infer("gesture", [good], headers=headers(), request_compression_algorithm="gzip"))
    wrong = triton.InferInput("images", [1], "BYTES")
    wrong.set_data_from_numpy(np.array([b"no image"], dtype=np.object_))
    refused(400, lambda: client.infer("gesture", [wrong], headers=headers()))
    other = triton.InferInput("other", [1], "BYTES")
    other.set_data_from_numpy(np.array([b"x"], dtype=np.object_))
    refused(400, lambda: client.infer("gesture", [other], headers=headers()))
    refused(404, lambda: client.get_model_metadata("other", headers=headers()))


def classes(client, thumb):
    """The classification extension, as Triton's sample clients read it; parameters that would be ignored are refused."""
    for name, label in [("gestures_scores", "Thumb_Up"), ("gestures", "Thumb_Up"), ("handedness", "Left")]:
        for form in [True, False]:
            result = client.infer("gesture", [image_input(thumb, thumb)], headers=headers(), outputs=[
                triton.InferRequestedOutput(name, binary_data=form, class_count=3)])
            for image in result.as_numpy(name):
                text = image[0].decode() if isinstance(image[0], bytes) else image[0]
                score, index, found = text.split(":")
                check(0 < float(score) <= 1 and int(index) >= -1 and found in (label, "Right"), f"{name} is {text}")
    best = client.infer("detect", [image_input(thumb)], headers=headers(), outputs=[
        triton.InferRequestedOutput("scores", class_count=2)]).as_numpy("scores")
    check(best.shape[0] == 1 and best.shape[1] <= 2, f"{best.shape}")
    refused(400, lambda: client.infer("gesture", [image_input(thumb)], headers=headers(), outputs=[
        triton.InferRequestedOutput("landmarks", class_count=3)]))
    for further in [{"timeout": 1}, {"priority": 1}, {"sequence_id": 7}, {"parameters": {"anything": 1}}]:
        refused(400, lambda: client.infer("gesture", [image_input(thumb)], headers=headers(), **further))


def management(client):
    index = client.get_model_repository_index(headers=headers())
    check([model["name"] for model in index] == ["gesture", "detect", "pose"], f"{index}")
    configuration = client.get_model_config("gesture", headers=headers())
    check(configuration["max_batch_size"] == 0 and configuration["input"][0]["data_type"] == "TYPE_STRING", f"{configuration}")
    for name in ["gesture", ""]:
        models = client.get_inference_statistics(name, headers=headers())["model_stats"]
        check(models[0]["inference_stats"]["compute_infer"]["count"] > 0, f"{models}")


def habits(server):
    """Programs that ask servers whether they are well."""
    url = f"http://{server.address}/v2/health/ready"
    for command in [["curl", "-sfI", url], ["wget", "-q", "--spider", url], ["wget", "-q", "--spider", url + "/"],
                    ["ab", "-q", "-n", "50", "-c", "5", url], ["ab", "-q", "-k", "-n", "50", "-c", "5", url]]:
        if shutil.which(command[0]) is None:
            say(f"skipped: there is no {command[0]}")
            continue
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        check(done.returncode == 0, f"{command} fails: {done.stdout}{done.stderr}")
        if command[0] == "ab":
            check("Complete requests:      50" in done.stdout and "Failed requests:        0" in done.stdout, done.stdout)
