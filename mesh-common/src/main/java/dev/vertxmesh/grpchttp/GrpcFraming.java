package dev.vertxmesh.grpchttp;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.MessageBounds;
import io.vertx.core.buffer.Buffer;

/** Checks the prefixes of one direction's messages as its bytes go by, and copies none of them. */
public final class GrpcFraming extends MessageBounds {

  private static final int COMPRESSED = 1;
  private static final String IDENTITY = "identity";

  private final String whose;
  private final int maxMessage;
  private final boolean mayCompress;
  private final String where;

  /**
   * @param whose begins what is said of a fault: {@code request} or {@code answer}
   * @param encoding the direction's {@code grpc-encoding}; null if there's none
   * @param maxMessage bytes of one message, as it is on the wire
   * @param where who looks, for failures
   */
  public GrpcFraming(String whose, String encoding, int maxMessage, String where) {
    this.whose = whose;
    this.mayCompress = encoding != null && !encoding.equals(IDENTITY);
    this.maxMessage = maxMessage;
    this.where = where;
  }

  /**
   * Looks at the next bytes.
   *
   * @throws CallFailure saying which message can't be one, after which there's no going on
   */
  public void feed(Buffer bytes) {
    int at = 0;
    int end = bytes.length();
    while (at < end) {
      if (left() > 0) {
        at += skip(end - at);
      } else {
        prefix(bytes.getByte(at++));
      }
    }
  }

  @Override
  protected void onPrefix() {
    if (inPrefix() == 1) {
      checkFlag(flag());
    } else if (inPrefix() == 0) {
      checkLength();
    }
  }

  private void checkFlag(int flag) {
    if (flag > COMPRESSED) {
      throw broken("its prefix begins with 0x%02x, expected 00 or 01".formatted(flag));
    } else if (flag == COMPRESSED && !mayCompress) {
      throw broken("it is compressed, but there's no grpc-encoding that says how");
    }
  }

  private void checkLength() {
    if (length() > maxMessage) {
      throw new CallFailure(
          Status.TOO_LARGE,
          where,
          "%s: message %d has %d bytes, expected at most %d, the --max-message of this agent"
              .formatted(whose, messages(), length(), maxMessage));
    }
  }

  /**
   * There are no more bytes.
   *
   * @throws CallFailure if that is in the middle of a message
   */
  public void end() {
    if (inPrefix() > 0) {
      throw broken("it ends after %d of the %d bytes of its prefix".formatted(inPrefix(), PREFIX));
    } else if (left() > 0) {
      throw broken("it ends %d bytes before its end, expected %d".formatted(left(), length()));
    }
  }

  /** Bytes of the message that has begun and isn't whole, all of it with its prefix; else 0. */
  public long unfinished() {
    return left() > 0 ? PREFIX + length() : 0;
  }

  /** What gRPC's own implementations answer with INTERNAL. */
  private CallFailure broken(String why) {
    return new CallFailure(
        Status.INTERNAL, where, "%s: message %d: %s".formatted(whose, messages(), why));
  }
}
