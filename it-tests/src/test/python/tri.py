"""Calls a service of gRPC's by PyPI's apache-dubbo, or serves one.

python3 tri.py call HOST:PORT    makes a line of each call's outcome
python3 tri.py serve PORT
"""

import logging
import os
import sys
import threading

import dubbo
from dubbo.configs import ReferenceConfig, ServiceConfig
from dubbo.proxy.handlers import RpcMethodHandler, RpcServiceHandler

logging.disable(logging.CRITICAL)

ECHO = "dev.vertxmesh.strangers.Echo"


def tell(name, call):
    try:
        outcome = call()
        text = outcome.hex() if isinstance(outcome, bytes) else str(outcome)
        text = text if len(text) < 80 else f"{len(text)} characters"
    except Exception as error:  # whatever it throws is what a caller sees
        text = f"error {type(error).__name__}"
    print(f"answer {name}: {text}", flush=True)


def call(address):
    client = dubbo.Client(ReferenceConfig.from_url(f"tri://{address}/{ECHO}"))
    same = client.unary(method_name="same")
    tell("unary", lambda: same(b"\x01\x02\x03"))
    tell("large", lambda: same(b"x" * 100_000))
    tell("one after the other", lambda: sum(same(b"%d" % i) == b"%d" % i for i in range(20)))
    thrice = client.server_stream(method_name="thrice")
    tell("server stream", lambda: b",".join(thrice(b"abc")))
    joined = client.client_stream(method_name="joined")
    tell("client stream", lambda: written(joined()))
    echoed = client.bi_stream(method_name="echoed")
    tell("both ways", lambda: b",".join(in_turns(echoed())))
    tell("no method", lambda: client.unary(method_name="nope")(b"x"))


def written(stream):
    for part in (b"a", b"b", b"c"):
        stream.write(part)
    stream.done_writing()
    return stream.read()


def in_turns(stream):
    for part in (b"a", b"b", b"c"):
        stream.write(part)
        yield stream.read()
    stream.done_writing()


def thrice(stream):
    message = stream.read()
    for _ in range(3):
        stream.write(message)
    stream.done_writing()


def echoed(stream):
    for message in stream:
        stream.write(message)
    stream.done_writing()


def serve(port):
    handler = RpcServiceHandler(
        service_name=ECHO,
        method_handlers=[
            RpcMethodHandler.unary(method=lambda message: message, method_name="same"),
            RpcMethodHandler.server_stream(method=thrice, method_name="thrice"),
            RpcMethodHandler.bi_stream(method=echoed, method_name="echoed"),
            RpcMethodHandler.client_stream(
                method=lambda stream: b"".join(iter(stream)), method_name="joined"
            ),
        ],
    )
    dubbo.Server(ServiceConfig(service_handler=handler, host="127.0.0.1", port=port)).start()
    print(f"ready: python tri on {port}", flush=True)
    threading.Event().wait()


if sys.argv[1] == "serve":
    serve(int(sys.argv[2]))
else:
    call(sys.argv[2])
    sys.stdout.flush()
    os._exit(0)  # its event loop goes on otherwise
