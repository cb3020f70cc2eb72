package dev.vertxmesh.grpc;

import java.nio.charset.StandardCharsets;

/** The messages of {@code grpc.health.v1.Health}. */
public final class Health {

  public static final String SERVICE = "grpc.health.v1.Health";
  public static final String CHECK = "Check";
  public static final String WATCH = "Watch";

  /** How a service does; the number of each is its place in the list. */
  public enum Serving {
    UNKNOWN,
    SERVING,
    NOT_SERVING,
    /** Only to those who watch: the others are told NOT_FOUND. */
    SERVICE_UNKNOWN
  }

  private Health() {}

  /**
   * The service that is asked about; empty for the server as a whole.
   *
   * @throws IllegalArgumentException if it's no message
   */
  public static String service(byte[] request) {
    String[] service = {""};
    Proto.read(
        request,
        new Proto.Fields() {
          @Override
          public void bytes(int field, byte[] value) {
            if (field == 1) {
              service[0] = new String(value, StandardCharsets.UTF_8);
            }
          }
        });
    return service[0];
  }

  public static byte[] response(Serving serving) {
    return new Proto.Writer().number(1, serving.ordinal()).toBytes();
  }
}
