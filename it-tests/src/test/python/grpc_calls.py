"""Calls the service of gRPC's interoperability tests by PyPI's grpcio, with messages in bytes.

python3 grpc_calls.py HOST:PORT    makes a line of each call's outcome
"""

import sys
import threading

import grpc

SERVICE = "/grpc.testing.TestService/"
SIZE_100_000 = bytes.fromhex("10a08d06")
REFUSED = bytes.fromhex("3a0b080712076e6f7420796f75")
SIZES = bytes.fromhex("12020803" + "120408c09a0c" + "12020800")
PART = bytes.fromhex("0a051203616263")


def never(over):
    over.wait()
    yield from ()


def tell(name, call):
    try:
        outcome = str(call())
    except grpc.RpcError as error:
        outcome = f"{error.code().name} {error.details() if error.code().value[0] == 7 else ''}"
    print(f"answer {name}: {outcome}".rstrip())


def in_time(call):
    """Whoever sees first that the time is over says so in its own way, the server or the client."""
    try:
        return call()
    except grpc.RpcError as error:
        over = (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
        return "over" if error.code() in over else error.code().name


with grpc.insecure_channel(sys.argv[1]) as channel:
    empty = channel.unary_unary(SERVICE + "EmptyCall")
    unary = channel.unary_unary(SERVICE + "UnaryCall")
    outputs = channel.unary_stream(SERVICE + "StreamingOutputCall")
    inputs = channel.stream_unary(SERVICE + "StreamingInputCall")
    duplex = channel.stream_stream(SERVICE + "FullDuplexCall")
    initial = ("x-grpc-test-echo-initial", "first")
    trailing = ("x-grpc-test-echo-trailing-bin", b"\xab\xab")

    def metadata():
        _, call = unary.with_call(SIZE_100_000, metadata=[initial, trailing], timeout=100)
        return dict(call.initial_metadata())[initial[0]], dict(call.trailing_metadata())[trailing[0]]

    def cancelled():
        call = duplex(iter([SIZES]), timeout=100)
        next(call)
        call.cancel()
        next(call)

    def together():
        calls = [unary.future(SIZE_100_000, timeout=100) for _ in range(50)]
        return sum(len(call.result()) > 100_000 for call in calls)

    tell("empty", lambda: len(empty(b"", timeout=100)))
    tell("unary", lambda: len(unary(SIZE_100_000, timeout=100)))
    tell("together", together)
    tell("refused", lambda: unary(REFUSED, timeout=100))
    tell("server stream", lambda: [len(one) for one in outputs(SIZES, timeout=100)])
    tell("client stream", lambda: inputs(iter([PART] * 5), timeout=100).hex())
    tell("both ways", lambda: [len(one) for one in duplex(iter([SIZES] * 3), timeout=100)])
    tell("metadata", metadata)
    tell("cancelled", cancelled)
    over = threading.Event()
    tell("deadline", lambda: in_time(lambda: list(duplex(never(over), timeout=0.001))))
    over.set()
    tell("no method", lambda: channel.unary_unary(SERVICE + "UnimplementedCall")(b"", timeout=100))
