package dev.vertxmesh.grpc;

/** The service {@code grpc.health.v1.Health}; its messages are {@link HealthMessages}. */
public final class Health {

  public static final String SERVICE = "grpc.health.v1.Health";
  public static final String CHECK = "Check";
  public static final String WATCH = "Watch";

  private Health() {}
}
