"""Times the inference of one model in one engine, and prints a line of JSON, as `vision-bench inference` does for this package.

    python engine_peer.py ENGINE MODEL --threads N --seconds S [--precision exact|reduced]
    python engine_peer.py ENGINE MODEL --verify REFERENCE.tflite

ENGINE is litert (with XNNPACK), openvino or onnxruntime. MODEL is a .tflite file; for onnxruntime it is the .onnx file that tf2onnx made
of it. Inputs are seeded noise, given once: copying them is not timed. With --verify nothing is timed: the line has the engine's version,
and the correlation of its outputs with those of LiteRT. If the engine cannot run the model, the line has the reason as "error".
"""

import argparse
import importlib.metadata
import json
import os
import re
import statistics
import time
from dataclasses import dataclass
from typing import Callable

import numpy as np

SEED = 43
# The minimum number of inferences before the timed ones, and of timed ones.
WARM_UP, MIN_RUNS = 3, 5
# The warm-up's time as a share of the measurement's, which it precedes.
WARM_UP_SHARE = 0.25
# Smaller outputs are not verified: on noise a score is close to 0, and detections of equal score have no order.
VERIFIED_SIZE = 50


@dataclass
class Session:
    """A model in an engine, with its inputs set."""
    run: Callable[[], object]
    # The outputs of the last inference.
    outputs: Callable[[], list]
    # Whether float32 arithmetic is exact although reduced precision was asked for.
    is_exact: bool = True


def noise(shapes):
    """An array of noise for each shape and type: 0 to 1, or 0 to 255 for uint8. All engines get the same."""
    generator = np.random.default_rng(SEED)
    for shape, kind in shapes:
        if np.dtype(kind) == np.uint8:
            yield generator.integers(0, 256, shape, dtype=np.uint8)
        else:
            yield generator.random(shape, dtype=np.float32).astype(kind)


def litert(model, threads, precision):
    """LiteRT's interpreter, which runs the model by XNNPACK where that has the operators."""
    if precision == "reduced":
        raise ValueError("LiteRT's Python package has no option for reduced precision")
    from ai_edge_litert.interpreter import Interpreter
    interpreter = Interpreter(model_path=model, num_threads=threads)
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()
    for entry, values in zip(inputs, noise((each["shape"], each["dtype"]) for each in inputs)):
        interpreter.set_tensor(entry["index"], values)
    outputs = [each["index"] for each in interpreter.get_output_details()]
    return Session(interpreter.invoke, lambda: [interpreter.get_tensor(index) for index in outputs])


def openvino(model, threads, precision):
    """OpenVINO's CPU plugin: one stream, latency; bfloat16 is its default on processors that have it."""
    import openvino as ov
    core = ov.Core()
    is_reduced = precision == "reduced" and "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    network = core.read_model(model)
    # Some models leave the batch open.
    shapes = [[size.get_length() if size.is_static else 1 for size in each.get_partial_shape()] for each in network.inputs]
    network.reshape(dict(enumerate(shapes)))
    compiled = core.compile_model(network, "CPU", {
        "PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": 1, "INFERENCE_NUM_THREADS": threads,
        "INFERENCE_PRECISION_HINT": "bf16" if is_reduced else "f32",
    })
    request = compiled.create_infer_request()
    for index, values in enumerate(noise((each.shape, each.element_type.to_dtype()) for each in compiled.inputs)):
        request.set_input_tensor(index, ov.Tensor(values))
    outputs = range(len(compiled.outputs))
    return Session(lambda: request.infer(share_outputs=True), lambda: [request.get_output_tensor(index).data for index in outputs],
                   not is_reduced)


def onnxruntime(model, threads, precision):
    """ONNX Runtime's CPU provider, with inputs and outputs bound once."""
    if precision == "reduced":
        raise ValueError("ONNX Runtime has no option for reduced precision on x86")
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads, options.log_severity_level = threads, 1, 3
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    inputs = session.get_inputs()
    kinds = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8}
    arrays = noise(([size if isinstance(size, int) else 1 for size in each.shape], kinds[each.type]) for each in inputs)
    binding = session.io_binding()
    for entry, values in zip(inputs, arrays):
        binding.bind_ortvalue_input(entry.name, ort.OrtValue.ortvalue_from_numpy(values))
    for entry in session.get_outputs():
        binding.bind_output(entry.name)
    return Session(lambda: session.run_with_iobinding(binding), binding.copy_outputs_to_cpu)


# Each engine with its package and the function that loads a model.
ENGINES = {
    "litert": ("ai-edge-litert", litert), "openvino": ("openvino", openvino), "onnxruntime": ("onnxruntime", onnxruntime),
}


def timed(run, seconds):
    """The number of inferences, the median of their times, and the processor time of one on all threads, in milliseconds."""
    start = time.perf_counter()
    count = 0
    while count < WARM_UP or time.perf_counter() - start < seconds * WARM_UP_SHARE:
        run()
        count += 1
    times, processor, start = [], time.process_time(), time.perf_counter()
    while len(times) < MIN_RUNS or time.perf_counter() - start < seconds:
        before = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - before))
    processor = 1000 * (time.process_time() - processor) / len(times)
    return {"runs": len(times), "time_ms": round(statistics.median(times), 4), "processor_ms": round(processor, 4)}


def correlation(session, reference):
    """The lowest correlation of an output with the reference's, without small outputs."""
    session.run()
    reference.run()
    pairs = [(np.ravel(ours), np.ravel(theirs)) for ours, theirs in zip(session.outputs(), reference.outputs(), strict=True)]
    if any(len(ours) != len(theirs) for ours, theirs in pairs):
        raise ValueError("the outputs differ in size from LiteRT's")
    return min([float(np.corrcoef(*pair)[0, 1]) for pair in pairs if len(pair[0]) >= VERIFIED_SIZE], default=1.0)


def reason(error, model):
    """An exception's last line, without the model's folder."""
    text = str(error).replace(os.path.dirname(os.path.abspath(model)) + os.sep, "")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # ONNX Runtime names its function, the file and the node first.
    return re.sub(r"^\[ONNXRuntimeError\].*? failed:(.* , Error |Node \(.*?\) (?=Op))?", "", lines[-1]) if lines else type(error).__name__


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--precision", choices=["exact", "reduced"], default="exact")
    parser.add_argument("--verify", metavar="REFERENCE")
    arguments = parser.parse_args()
    package, load = ENGINES[arguments.engine]
    figures = {"engine": arguments.engine, "model": os.path.splitext(os.path.basename(arguments.model))[0]}
    try:
        figures["version"] = importlib.metadata.version(package)
        session = load(os.path.abspath(arguments.model), arguments.threads, arguments.precision)
        if arguments.verify:
            figures["correlation"] = correlation(session, litert(arguments.verify, 1, "exact"))
        else:
            figures |= {"threads": arguments.threads, "precision": arguments.precision, **timed(session.run, arguments.seconds),
                        "isExact": session.is_exact}
    except Exception as error:  # The engines throw exceptions of many types.
        figures["error"] = reason(error, arguments.model)
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
