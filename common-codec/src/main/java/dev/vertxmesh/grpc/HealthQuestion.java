package dev.vertxmesh.grpc;

import java.nio.charset.StandardCharsets;

/** The messages of {@code grpc.health.v1.Health} as who asks has them; {@link Health} answers. */
public final class HealthQuestion {

  private HealthQuestion() {}

  /**
   * @param service empty for the server as a whole
   */
  public static byte[] about(String service) {
    return new Proto.Writer().bytes(1, service.getBytes(StandardCharsets.UTF_8)).toBytes();
  }

  /**
   * What an answer says; a number that this doesn't know reads as {@link Health.Serving#UNKNOWN}.
   *
   * @throws IllegalArgumentException if it's no message
   */
  public static Health.Serving serving(byte[] response) {
    long[] number = {0};
    Proto.read(
        response,
        new Proto.Fields() {
          @Override
          public void number(int field, long value) {
            if (field == 1) {
              number[0] = value;
            }
          }
        });
    Health.Serving[] all = Health.Serving.values();
    return number[0] >= 0 && number[0] < all.length ? all[(int) number[0]] : Health.Serving.UNKNOWN;
  }
}
