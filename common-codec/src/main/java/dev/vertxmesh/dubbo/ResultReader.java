package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.hessian.HessianReader;
import dev.vertxmesh.dubbo.hessian.HessianScalars;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.ValueReader;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
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
   * @param serialization its number, of the response's own flags
   * @throws DubboCodecException if it can't be read, or goes over {@link
   *     dev.vertxmesh.dubbo.wire.Limits}
   */
  public static Result read(int serialization, ByteBuf body) {
    if (serialization == DubboHeader.HESSIAN2) {
      return read(body);
    }
    ValueReader values = Serialization.of(serialization, body).reader(body);
    if (!(values.read() instanceof Integer flag) || flag < 0 || flag > LAST) {
      throw new DubboCodecException("a result starts with a flag from 0 to 5");
    }
    boolean attached = flag >= FIRST_WITH_ATTACHMENTS;
    return readAny(values, attached ? flag - FIRST_WITH_ATTACHMENTS : flag, attached);
  }

  /** Reads the body of a response in hessian2 whose status is {@link DubboStatus#OK}. */
  public static Result read(ByteBuf body) {
    int flag = body.isReadable() ? body.readUnsignedByte() - INT_ZERO : -1;
    if (flag < 0 || flag > LAST) {
      throw new DubboCodecException("a result starts with a flag from 0 to 5 (90 to 95)");
    }
    boolean attached = flag >= FIRST_WITH_ATTACHMENTS;
    int kind = attached ? flag - FIRST_WITH_ATTACHMENTS : flag;
    Result simple = readSimple(body, kind, attached);
    return simple != null ? simple : readAny(new HessianReader(body)::readValue, kind, attached);
  }

  /** Whether a result's flag says that attachments follow it. */
  public static boolean carriesAttachments(int serialization, ByteBuf body) {
    Object flag = Serialization.of(serialization, body).reader(body.slice()).read();
    return flag instanceof Integer number && number >= FIRST_WITH_ATTACHMENTS;
  }

  /**
   * Reads the body of any other response: the reason.
   *
   * @return never null; empty if the provider gave none
   */
  public static String readReason(int serialization, ByteBuf body) {
    Serialization spoken = Serialization.of(serialization, body);
    Object reason = body.isReadable() ? spoken.reader(body).read() : null;
    if (reason instanceof List || reason instanceof Map || reason instanceof byte[]) {
      throw new DubboCodecException("the reason is a list, a map or a binary");
    }
    return reason == null ? "" : reason.toString();
  }

  /** Reads the body of any other response in hessian2. */
  public static String readReason(ByteBuf body) {
    return readReason(DubboHeader.HESSIAN2, body);
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

  private static Result readAny(ValueReader values, int kind, boolean attached) {
    Object value = kind == NULL ? null : values.read();
    Object attachments = attached ? values.read() : null;
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
