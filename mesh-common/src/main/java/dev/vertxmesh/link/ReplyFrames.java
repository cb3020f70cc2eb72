package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Between what a call ended with and the RESPONSE frame that says so. */
final class ReplyFrames {

  private ReplyFrames() {}

  /** What a person reads of a failure, beginning with the place if it isn't this agent. */
  static String detail(CallFailure failure, String agent) {
    String place = failure.where().equals(agent) ? "" : failure.where() + ": ";
    return place + failure.getMessage();
  }

  static ByteBuf text(ByteBufAllocator alloc, String text) {
    return ByteBufUtil.writeUtf8(alloc, text);
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
}
