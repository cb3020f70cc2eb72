package dev.vertxmesh.access.outside;

import java.util.Set;

/**
 * Names of attachments that Dubbo or the mesh goes by, and that are a caller's to give only where
 * an operator says so. What Dubbo 2.6.12, 2.7.23 and 3.3.6 read of an invocation's attachments is
 * all here, but the signatures and passwords of 3.3, which prove themselves. Those of 2.x go on to
 * the calls that a provider makes itself, so that what steers a consumer steers those.
 *
 * <p>All are asked for in lower case, as HTTP's names come and Triple's readers compare.
 */
public final class SteeringNames {

  /** A call's target says them. */
  private static final Set<String> OF_THE_TARGET =
      Set.of("path", "interface", "group", "version", "generic");

  /**
   * A client says them of itself or of its patience with each call, without being told to: who
   * calls (access lists and metrics go by it), and until when.
   */
  private static final Set<String> UNASKED =
      Set.of("remote.application", "application", "tri-consumer-appname");

  /** Of the protocol's own: how a request is made and how long it may take. */
  private static final Set<String> OF_THE_REQUEST =
      Set.of(
          "async",
          "return",
          "id",
          "retries",
          "timeout",
          "_to",
          "timeout-countdown",
          "input",
          "output",
          "dubbo");

  private static final Set<String> DELIBERATE =
      Set.of(
          // who calls, to Spring Security's filter; and what proves that a consumer may
          "security_authentication_context",
          "token",
          // where calls go: tag, zone and address routers, mocks, load told in the answer
          "dubbo.tag",
          "dubbo.force.tag",
          "registry_zone",
          "registry_zone_force",
          "address",
          "invocation.need.mock",
          "lb_adaptive",
          // calls back to a consumer, and events of stubs
          "_iscallbackserviceinvoke",
          "callback.service.instid",
          "dubbo.stub.event");

  /** Of an argument that is called back. */
  private static final String CALLBACK_ARGUMENT = "sys_callback_arg-";

  /** Words that a gRPC server may have for itself; a Triple provider doesn't go by them. */
  private static final Set<String> ANY_SERVERS =
      Set.of("application", "address", "return", "id", "retries", "input", "output", "dubbo");

  private SteeringNames() {}

  /** Whether the target of a call says it, so that no attachment can. */
  public static boolean isOfTheTarget(String name) {
    return OF_THE_TARGET.contains(name);
  }

  /** Whether callers need leave to set it, wherever they come in. */
  public static boolean isSteering(String name) {
    return DELIBERATE.contains(name)
        || UNASKED.contains(name)
        || OF_THE_REQUEST.contains(name)
        || name.startsWith(CALLBACK_ARGUMENT);
  }

  /** The same of gRPC's metadata, where Dubbo has fewer names and servers have their own. */
  static boolean steersAsMetadata(String name) {
    return isSteering(name) && !ANY_SERVERS.contains(name) || name.equals("generic");
  }

  /** Whether clients set it by themselves, so that it's left out and nobody is refused for it. */
  static boolean isUnasked(String name) {
    return UNASKED.contains(name) || OF_THE_REQUEST.contains(name);
  }

  /** What a Dubbo consumer's request sets on purpose, to steer with it. */
  static Set<String> deliberate() {
    return DELIBERATE;
  }

  /** Whether a Dubbo consumer says of itself who it is by it. */
  static boolean isClaim(String name) {
    return UNASKED.contains(name);
  }

  /** Whether a request of Dubbo's protocol can't be without it. */
  static boolean isOfTheRequest(String name) {
    return OF_THE_TARGET.contains(name) || OF_THE_REQUEST.contains(name);
  }
}
