package dev.vertxmesh.it.harness;

/** What the sample providers serve. */
public final class Samples {

  /** The contest's service: {@code int hash(String)}. */
  public static final String HELLO = "com.alibaba.dubbo.performance.demo.provider.IHelloService";

  public static final String USERS = "dev.vertxmesh.samples.UserService";

  /** Calls back who subscribes; where a provider is to have it. */
  public static final String DESK = "dev.vertxmesh.samples.NewsDesk";

  /** A String as the JVM writes the type. */
  public static final String STRING = "Ljava/lang/String;";

  private Samples() {}
}
