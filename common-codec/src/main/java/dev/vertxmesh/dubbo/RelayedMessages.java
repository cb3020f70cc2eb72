package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;

/**
 * Heads for bodies that are somebody else's, and what a relay has to say itself: bodies pass as
 * they are, and only the id before them changes.
 */
public final class RelayedMessages {

  private static final int EVENT_FLAGS =
      DubboHeader.REQUEST | DubboHeader.EVENT | DubboHeader.HESSIAN2;

  /** Writing keeps nothing, so that one does for all. */
  private RelayedMessages() {}

  /** Appends the head of a request whose body follows. */
  public static void writeRequest(
      ByteBuf out, int serialization, boolean twoWay, long id, int bodyLength) {
    int flags = DubboHeader.REQUEST | (twoWay ? DubboHeader.TWO_WAY : 0) | serialization;
    write(out, flags, 0, id, bodyLength);
  }

  /** Appends the head of a response with status 20 whose body follows. */
  public static void writeResponse(ByteBuf out, int serialization, long id, int bodyLength) {
    write(out, serialization, DubboStatus.OK.code(), id, bodyLength);
  }

  private static void write(ByteBuf out, int flags, int status, long id, int bodyLength) {
    int at = out.writerIndex();
    DubboHeader.write(out, flags, status, id);
    out.setInt(at + DubboHeader.LENGTH, bodyLength);
  }

  /**
   * Appends a response that says why there's no result, in the form in which the request came.
   *
   * @param serialization of the request; in one that isn't known the reason is in hessian2
   * @param counted what {@link #isCounted} says of the request's body
   * @param status any but OK
   */
  public static void writeFailure(
      ByteBuf out, int serialization, boolean counted, long id, DubboStatus status, String reason) {
    int at = out.writerIndex();
    Serialization in = known(serialization, counted);
    DubboHeader.write(out, in.id(), status.code(), id);
    in.writer(out).write(reason);
    DubboHeader.setBody(out, at);
  }

  private static Serialization known(int serialization, boolean counted) {
    if (serialization == Serialization.FASTJSON.id()) {
      return counted ? Serialization.FASTJSON_COUNTED : Serialization.FASTJSON;
    }
    boolean isFastjson2 = serialization == Serialization.FASTJSON2.id();
    return isFastjson2 ? Serialization.FASTJSON2 : Serialization.HESSIAN2;
  }

  /** Whether a body in fastjson, or what there is of it, has lengths before its items. */
  public static boolean isCounted(ByteBuf body) {
    return body.isReadable() && body.getByte(body.readerIndex()) == 0;
  }

  /** Appends the event that tells the other side to send no more requests on this connection. */
  public static void writeReadOnly(ByteBuf out, long id) {
    int at = out.writerIndex();
    DubboHeader.write(out, EVENT_FLAGS, 0, id);
    HessianWriter.writeString(out, "R");
    DubboHeader.setBody(out, at);
  }
}
