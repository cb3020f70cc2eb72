package dev.vertxmesh.dubbo;

/** What the status byte of a response says; the numbers of Dubbo's {@code Response}. */
public enum DubboStatus {
  OK(20),
  /** The provider couldn't write its result, or it was over its payload limit. */
  SERIALIZATION_ERROR(25),
  /** 30, 31 and 35 are made on the consumer's side; a relay may pass them on. */
  CLIENT_TIMEOUT(30),
  SERVER_TIMEOUT(31),
  CHANNEL_INACTIVE(35),
  BAD_REQUEST(40),
  BAD_RESPONSE(50),
  /** No Java provider sends it: an unknown service is {@link #SERVICE_ERROR}. */
  SERVICE_NOT_FOUND(60),
  SERVICE_ERROR(70),
  SERVER_ERROR(80),
  CLIENT_ERROR(90),
  THREAD_POOL_EXHAUSTED(100),
  /** A number that Dubbo doesn't define. */
  UNKNOWN(0);

  private static final DubboStatus[] BY_CODE = new DubboStatus[256];

  static {
    for (DubboStatus status : values()) {
      BY_CODE[status.code] = status;
    }
  }

  private final int code;

  DubboStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Never fails: what isn't known is {@link #UNKNOWN}. */
  public static DubboStatus of(int code) {
    DubboStatus status = BY_CODE[code & 0xff];
    return status == null ? UNKNOWN : status;
  }
}
