package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.discovery.Instance;

/** The application that the mesh is to Dubbo's consumers, and those that are parts of it. */
public final class MeshApplication {

  public static final String NAME = "vertx-mesh";

  /** The tag of what is an instance of a part. */
  public static final String TAG = "application";

  private MeshApplication() {}

  /** Which of them an instance is of. */
  public static String of(Instance instance) {
    return instance.tags().getOrDefault(TAG, NAME);
  }

  /**
   * @param name of a part, without a dot before it
   */
  public static String part(String name) {
    return NAME + "." + name;
  }

  /** Whether it's the mesh, or a part of it. */
  public static boolean isNamed(String name) {
    return name.equals(NAME) || name.startsWith(part(""));
  }
}
