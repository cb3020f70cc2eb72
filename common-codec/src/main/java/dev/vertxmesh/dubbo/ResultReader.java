package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the bodies of responses. Reads simple results in place; only others pay for hessian-lite.
 *
 * <pre>
 * flag  0 exception   1 value   2 null     and with attachments after it   3   4   5
 * </pre>
 */
public final class ResultReader {

  private static final int INT_ZERO = 0x90;
  private static final int FIRST_WITH_ATTACHMENTS = 3;
  private static final int LAST = 5;
  private static final int EXCEPTION = 0;
  private static final int NULL = 2;

  private ResultReader() {}

  /**
   * Reads the body of a response whose status is {@link DubboStatus#OK}.
   *
   * @throws DubboCodecException if it can't be read, or goes over {@link HessianReader}'s limits
   */
  public static Result read(ByteBuf body) {
    int flag = body.isReadable() ? body.readUnsignedByte() - INT_ZERO : -1;
    if (flag < 0 || flag > LAST) {
      throw new DubboCodecException("a result starts with a flag from 0 to 5 (90 to 95)");
    }
    boolean attached = flag >= FIRST_WITH_ATTACHMENTS;
    int kind = attached ? flag - FIRST_WITH_ATTACHMENTS : flag;
    Result simple = readSimple(body, kind, attached);
    return simple != null ? simple : readAny(body, kind, attached);
  }

  /** Whether a result's flag says that attachments follow it; nothing is read. */
  public static boolean carriesAttachments(ByteBuf body) {
    return body.isReadable()
        && body.getUnsignedByte(body.readerIndex()) >= INT_ZERO + FIRST_WITH_ATTACHMENTS;
  }

  /**
   * Reads the body of any other response: the reason.
   *
   * @return never null; empty if the provider gave none
   */
  public static String readReason(ByteBuf body) {
    Object reason = body.isReadable() ? HessianScalars.read(body) : null;
    if (reason == HessianScalars.NOT_SIMPLE) {
      reason = new HessianReader(body).readValue();
    }
    return reason == null ? "" : reason.toString();
  }

  private static Result readSimple(ByteBuf body, int kind, boolean attached) {
    int start = body.readerIndex();
    Object value = kind == NULL ? null : HessianScalars.read(body);
    Map<String, Object> attachments = attached ? HessianScalars.readMap(body) : Map.of();
    if (value == HessianScalars.NOT_SIMPLE || attachments == null) {
      body.readerIndex(start);
      return null;
    }
    return new Result(kind == EXCEPTION, value, attachments);
  }

  private static Result readAny(ByteBuf body, int kind, boolean attached) {
    HessianReader reader = new HessianReader(body);
    Object value = kind == NULL ? null : reader.readValue();
    Object attachments = attached ? reader.readValue() : null;
    return new Result(kind == EXCEPTION, value, named(attachments));
  }

  private static Map<String, Object> named(Object attachments) {
    if (attachments == null) {
      return Map.of();
    }
    if (!(attachments instanceof Map<?, ?> map)) {
      throw new DubboCodecException("the attachments aren't a map");
    }
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((name, value) -> named.put(String.valueOf(name), value));
    return named;
  }
}
