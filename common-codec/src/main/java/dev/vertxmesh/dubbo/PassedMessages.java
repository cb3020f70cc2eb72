package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;

/**
 * Heads for bodies that are somebody else's, and what a relay has to say itself: bodies pass as
 * they are, and only the id before them changes.
 */
public final class PassedMessages {

  private static final int EVENT_FLAGS =
      DubboHeader.REQUEST | DubboHeader.EVENT | DubboHeader.HESSIAN2;

  /** Writing keeps nothing, so that one does for all. */
  private static final HessianItems HESSIAN = new HessianItems();

  private PassedMessages() {}

  /** Appends the head of a request whose body follows. */
  public static void writeRequest(
      ByteBuf out, int serialization, boolean twoWay, long id, int bodyLength) {
    int flags = DubboHeader.REQUEST | (twoWay ? DubboHeader.TWO_WAY : 0) | serialization;
    write(out, flags, 0, id, bodyLength);
  }

  /** Has the request that starts at {@code at} say that nobody waits for an answer. */
  public static void makeOneWay(ByteBuf out, int at) {
    out.setByte(at + DubboHeader.FLAGS, out.getByte(at + DubboHeader.FLAGS) & ~DubboHeader.TWO_WAY);
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
    int known = Serializations.isKnown(serialization) ? serialization : DubboHeader.HESSIAN2;
    DubboHeader.write(out, known, status.code(), id);
    Serializations.items(known, counted, HESSIAN).writeString(out, reason);
    DubboHeader.setBody(out, at);
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

  /**
   * Reads the body of a response whose status isn't OK, in any serialization that is known.
   *
   * @return never null; empty if there's none
   * @throws DubboCodecException if it can't be read
   */
  public static String readReason(int serialization, ByteBuf body) {
    if (serialization == DubboHeader.HESSIAN2) {
      return ResultReader.readReason(body);
    }
    try {
      BodyItems items = Serializations.items(serialization, isCounted(body), HESSIAN);
      String reason = body.isReadable() ? items.readString(body) : null;
      return reason == null ? "" : reason;
    } catch (IndexOutOfBoundsException e) {
      throw new DubboCodecException("the reason ends before its last character");
    }
  }
}
