package dev.vertxmesh.call;

/** How a payload's bytes are to be read. The reply to a call comes in the call's own encoding. */
public enum Encoding {
  /** UTF-8 JSON: an array of the arguments on the way in, the value on the way back. */
  JSON(1),
  /**
   * UTF-8 text: the single argument on the way in; on the way back a string as it is, and any other
   * value as its JSON.
   */
  TEXT(2),
  /** gRPC: the payload is empty both ways, and messages go through the call's {@link Exchange}. */
  GRPC(3),
  /**
   * A Dubbo body as its sender encoded it, which nobody on the way reads or writes: of a request on
   * the way in, of a response whose status is 20 on the way back. The reply to such a call comes in
   * whichever of these three the provider answered in.
   */
  HESSIAN2_BODY(0x22),
  /** The same in serialization 6. */
  FASTJSON_BODY(0x26),
  /** The same in serialization 23. */
  FASTJSON2_BODY(0x37);

  /** Added to a Dubbo serialization's id, it's the code of a body in that serialization. */
  private static final int DUBBO = 0x20;

  private final int code;

  Encoding(int code) {
    this.code = code;
  }

  /** The number that stands for it on a link; see docs/protocol.md. */
  public int code() {
    return code;
  }

  /** Whether it's a Dubbo body that passes through as it is. */
  public boolean isDubboBody() {
    return code >= DUBBO;
  }

  /** The id of a Dubbo body's serialization, as Dubbo's header has it. */
  public int dubboSerialization() {
    return code - DUBBO;
  }

  /**
   * A Dubbo body's encoding.
   *
   * @param serialization the id in Dubbo's header
   * @throws IllegalArgumentException for a serialization that isn't passed through
   */
  public static Encoding ofDubboBody(int serialization) {
    return of(DUBBO + serialization);
  }

  /**
   * @throws IllegalArgumentException for a number that no encoding has
   */
  public static Encoding of(int code) {
    return switch (code) {
      case 1 -> JSON;
      case 2 -> TEXT;
      case 3 -> GRPC;
      case 0x22 -> HESSIAN2_BODY;
      case 0x26 -> FASTJSON_BODY;
      case 0x37 -> FASTJSON2_BODY;
      default -> throw new IllegalArgumentException("payload encoding " + code + " is not known");
    };
  }
}
