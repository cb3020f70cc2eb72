package dev.vertxmesh.frame;

/**
 * The frame types. A type with the bit {@link #OPTIONAL} may be skipped by who doesn't know it; any
 * other unknown type ends the link.
 */
public final class FrameType {

  public static final int OPTIONAL = 0x80;

  public static final int HELLO = 0x01;
  public static final int GO_AWAY = 0x02;
  public static final int PING = 0x03;
  public static final int PONG = 0x04;
  public static final int ERROR = 0x06;
  public static final int WINDOW = 0x07;

  public static final int DEFINE = 0x10;
  public static final int REQUEST = 0x11;
  public static final int RESPONSE = 0x12;
  public static final int CHUNK = 0x13;
  public static final int CANCEL = 0x14;

  public static final int DATA = 0x20;
  public static final int ANSWER = 0x21;

  public static final int CREDIT = 0x05 | OPTIONAL;

  private FrameType() {}

  public static boolean isKnown(int type) {
    return switch (type) {
      case HELLO, GO_AWAY, PING, PONG, ERROR, WINDOW -> true;
      case DEFINE, REQUEST, RESPONSE, CHUNK, CANCEL, CREDIT, DATA, ANSWER -> true;
      default -> false;
    };
  }

  public static boolean isOptional(int type) {
    return (type & OPTIONAL) != 0;
  }
}
