package dev.vertxmesh.call;

/**
 * How a call ended. {@link #OK} and {@link #EXCEPTION} come from the called method itself and are
 * {@link Reply replies}; every other one is a {@link CallFailure}.
 */
public enum Status {
  /** The method returned. */
  OK(0, Retry.USELESS),
  /** The method ran and threw; the payload describes what. */
  EXCEPTION(1, Retry.USELESS),
  /** The call itself is wrong: a bad descriptor, an argument that doesn't fit its type. */
  BAD_REQUEST(2, Retry.USELESS),
  /** No such service is known. */
  NO_SERVICE(3, Retry.USELESS),
  /** The service has no such method. */
  NO_METHOD(4, Retry.USELESS),
  /** A request or a reply is larger than what is allowed. */
  TOO_LARGE(5, Retry.USELESS),
  /** Refused before it began, because too much is in flight. */
  REFUSED(6, Retry.SAFE),
  /** There's nobody to send it to; it was never sent. */
  UNAVAILABLE(7, Retry.SAFE),
  /** The connection ended while the call was in flight: it may have run. */
  LOST(8, Retry.MAY_REPEAT),
  /** The deadline passed: it may have run. */
  TIMEOUT(9, Retry.MAY_REPEAT),
  /** The caller went away. */
  CANCELLED(10, Retry.USELESS),
  /** The provider answered with an error of its own, or with bytes that can't be read. */
  PROVIDER_ERROR(11, Retry.MAY_REPEAT),
  /** A fault of the mesh. */
  INTERNAL(12, Retry.MAY_REPEAT),
  /** The caller may not make this call, as the provider says or an agent's rules. */
  DENIED(13, Retry.USELESS),
  /** The provider can't write its result, or may not read an argument's class. */
  SERIALIZATION(14, Retry.USELESS),
  /** The caller isn't authenticated: it shows nothing, or something that isn't right. */
  UNAUTHENTICATED(15, Retry.USELESS),
  /** Refused before it began, because its caller has had its share for now. */
  LIMITED(16, Retry.SAFE);

  /** Whether calling again can help. */
  public enum Retry {
    /** The call never ran, so calling again can't run it twice. */
    SAFE,
    /** It may have run: call again only if running twice does no harm. */
    MAY_REPEAT,
    /** The same call would end the same way. */
    USELESS
  }

  private static final Status[] BY_CODE = values();

  private final int code;
  private final Retry retry;

  Status(int code, Retry retry) {
    this.code = code;
    this.retry = retry;
  }

  /** The number that stands for it on a link; see docs/protocol.md. */
  public int code() {
    return code;
  }

  /** Whether calling again can help. */
  public Retry retry() {
    return retry;
  }

  /** A number that this version doesn't know reads as {@link #INTERNAL}. */
  public static Status of(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : INTERNAL;
  }
}
