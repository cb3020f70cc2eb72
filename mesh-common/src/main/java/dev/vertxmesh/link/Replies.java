package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Between what a call ended with and the RESPONSE frame that says so. */
final class Replies {

  private Replies() {}

  static Response response(
      int status,
      Encoding encoding,
      int length,
      Load load,
      int linkInFlight,
      long serviceNanos,
      Map<String, String> attachments) {
    return new Response(
        status,
        encoding.code(),
        length,
        load.inFlight(),
        load.credit(linkInFlight),
        serviceNanos / 1_000,
        attachments);
  }

  /** A failure's payload: what a person reads, beginning with the place if it isn't this agent. */
  static ByteBuf detail(ByteBufAllocator alloc, CallFailure failure, String agent) {
    String place = failure.where().equals(agent) ? "" : failure.where() + ": ";
    return ByteBufUtil.writeUtf8(alloc, place + failure.getMessage());
  }

  /** Reads a failure's payload and releases it. */
  static String text(ByteBuf payload) {
    try {
      return payload.toString(StandardCharsets.UTF_8);
    } finally {
      payload.release();
    }
  }

  static Encoding encoding(Response response) {
    try {
      return Encoding.of(response.encoding());
    } catch (IllegalArgumentException e) {
      throw new FrameException(LinkError.PROTOCOL, e.getMessage());
    }
  }

  static void release(Reply reply) {
    reply.payload().release();
  }
}
