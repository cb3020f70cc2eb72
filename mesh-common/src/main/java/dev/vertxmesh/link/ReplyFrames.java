package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Answer;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Between what a call ended with and the RESPONSE frame that says so. */
final class ReplyFrames {

  /** The attachment of a failure that says how long calling again is useless, if it's known. */
  private static final String RETRY_AFTER = "retry-after-ms";

  private static final long MOST_MILLIS = 86_400_000;

  private ReplyFrames() {}

  /** What a person reads of a failure, beginning with the place if it isn't this agent. */
  static String detail(CallFailure failure, String agent) {
    String place = failure.where().equals(agent) ? "" : failure.where() + ": ";
    return place + failure.getMessage();
  }

  /**
   * @param name that this agent has made for the call; null if it hasn't
   */
  static Map<String, String> attachments(CallFailure failure, String name) {
    if (failure.retryAfterMillis() == 0 && name == null) {
      return Map.of();
    }
    Map<String, String> all = new HashMap<>();
    if (failure.retryAfterMillis() != 0) {
      all.put(RETRY_AFTER, Long.toString(failure.retryAfterMillis()));
    }
    if (name != null) {
      all.put(CallRecord.ID, name);
    }
    return all;
  }

  /** Reads a failure and releases its payload. */
  static CallFailure failure(Response response, ByteBuf payload, String where) {
    return new CallFailure(
        Status.of(response.status()),
        where,
        text(payload),
        retryAfter(response.attachments().get(RETRY_AFTER)));
  }

  /** What can't be read says nothing. */
  private static long retryAfter(String millis) {
    try {
      return millis == null ? 0 : Math.max(0, Math.min(Long.parseLong(millis), MOST_MILLIS));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * All of a stream's answer in one: its end, and as payload what it begins with and its messages.
   *
   * @param onLost told why if there's no memory for it: nobody must wait in vain
   * @return the end as it is, if that's too much, isn't all there, or has begun to leave; which
   *     goes on
   */
  static Reply whole(
      Reply end, Map<String, String> metadata, OutboundStream messages, Consumer<String> onLost) {
    if (!messages.isHeld()) {
      return end;
    }
    ByteBuf whole = Unpooled.EMPTY_BUFFER;
    try {
      whole = ByteBufAllocator.DEFAULT.directBuffer();
      Answer.encodeInPayload(whole, metadata);
      if (messages.addWhole(whole)) {
        return new Reply(end.status(), end.encoding(), whole, end.attachments());
      }
    } catch (IllegalArgumentException e) {
      // the ANSWER will say so
    } catch (RuntimeException | Error e) { // such as out of memory
      whole.release();
      onLost.accept("an answer was lost: " + e);
      throw e;
    }
    whole.release();
    messages.release();
    return end;
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
