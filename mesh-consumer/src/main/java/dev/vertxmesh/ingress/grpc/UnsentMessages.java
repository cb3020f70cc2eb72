package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.http2.Abandon;
import dev.vertxmesh.memory.Holder;
import dev.vertxmesh.memory.Holders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * What of one call's answer was written and hasn't left, as the client takes none of it. Where
 * there's no memory for it, and no other holds more, the answer is broken off.
 */
final class UnsentMessages {

  private final HttpServerRequest request;
  private final Holder holder;

  UnsentMessages(HttpServerRequest request) {
    this.request = request;
    this.holder = Holders.ofHeap().add(this::abandon);
  }

  void write(HttpServerResponse response, Buffer bytes) {
    int weight = bytes.length() + Holder.PART;
    if (holder.hold(weight)) {
      response.write(bytes).onComplete(written -> holder.release(weight));
    } else {
      close();
      abandon();
    }
  }

  private void abandon() {
    Abandon.answer(request);
  }

  /** The client has left. */
  void close() {
    holder.close();
  }
}
