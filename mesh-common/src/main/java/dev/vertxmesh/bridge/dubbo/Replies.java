package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboCodecException;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.Result;
import dev.vertxmesh.dubbo.ResultReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.util.HashMap;
import java.util.Map;

/** Turns responses into replies, in the encoding that the call came in. */
final class Replies {

  private static final int FIRST_CAPACITY = 256;

  /** Says which protocol the provider speaks; no business of a caller's. */
  private static final String PROTOCOL_VERSION = "dubbo";

  private final ByteBufAllocator allocator;
  private final int maxBytes;
  private final String where;

  /**
   * @param maxBytes of a reply's payload: what is shared on the wire is repeated in JSON
   */
  Replies(ByteBufAllocator allocator, int maxBytes, String where) {
    this.allocator = allocator;
    this.maxBytes = maxBytes;
    this.where = where;
  }

  /**
   * Reads a response.
   *
   * @throws CallFailure if it isn't a result, or one that can't be read
   */
  Reply read(int flags, int status, ByteBuf body, Encoding encoding) {
    try {
      int serialization = DubboHeader.serialization(flags);
      if (status != DubboStatus.OK.code()) {
        throw Failures.of(status, ResultReader.readReason(serialization, body), where);
      }
      return reply(ResultReader.read(serialization, body), encoding);
    } catch (DubboCodecException e) {
      throw new CallFailure(Status.PROVIDER_ERROR, where, e.getMessage());
    }
  }

  private Reply reply(Result result, Encoding encoding) {
    if (result.thrown()) {
      CallFailure failure = Failures.ofThrown(result.value(), where);
      if (failure != null) {
        throw failure;
      }
    }
    ByteBuf payload = allocator.buffer(FIRST_CAPACITY, maxBytes);
    boolean written = false;
    try {
      write(payload, result, encoding);
      written = true;
    } catch (IndexOutOfBoundsException e) {
      throw new CallFailure(
          Status.TOO_LARGE, where, "the result is over the limit of " + maxBytes + " bytes");
    } finally {
      if (!written) {
        payload.release();
      }
    }
    Map<String, String> attachments = named(result.attachments());
    return result.thrown()
        ? new Reply(Status.EXCEPTION, Encoding.JSON, payload, attachments)
        : new Reply(Status.OK, encoding, payload, attachments);
  }

  private static void write(ByteBuf out, Result result, Encoding encoding) {
    Object value = result.value();
    if (result.thrown()) {
      ValueJson.writeThrown(out, value);
    } else if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
      ByteBufUtil.writeAscii(out, value.toString());
    } else if (encoding == Encoding.JSON) {
      ValueJson.write(out, value);
    } else if (value instanceof String text) {
      ByteBufUtil.writeUtf8(out, text);
    } else if (value != null) {
      ValueJson.write(out, value);
    }
  }

  /** The attachments that are strings, as all of Dubbo 2 are. */
  private static Map<String, String> named(Map<String, Object> attachments) {
    if (attachments.isEmpty()
        || attachments.size() == 1 && attachments.containsKey(PROTOCOL_VERSION)) {
      return Map.of();
    }
    Map<String, String> named = new HashMap<>();
    attachments.forEach(
        (name, value) -> {
          if (value instanceof String text && !name.equals(PROTOCOL_VERSION)) {
            named.put(name, text);
          }
        });
    return named;
  }
}
