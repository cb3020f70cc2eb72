package dev.vertxmesh.bridge.dubbo.request;

import java.util.Locale;
import java.util.Set;

/**
 * The names of attachments that aren't a caller's to give: those that the mesh itself says, and
 * those that Dubbo goes by. What Dubbo 2.6.12, 2.7.23 and 3.3.6 read of an invocation's attachments
 * is all here, but for what proves itself: {@code token}, and the signatures and passwords of 3.3.
 * Those of 2.x go on to the calls that a provider makes itself, so that what steers a consumer
 * steers those.
 *
 * <p>Compared without regard to case, as HTTP's names come and Triple's readers do.
 */
public final class AttachmentNames {

  /** A call's target says them. */
  private static final Set<String> OF_THE_TARGET =
      Set.of("path", "interface", "group", "version", "generic");

  private static final Set<String> OF_DUBBO =
      Set.of(
          // who calls: access lists, metrics and Spring Security's filter go by them
          "remote.application",
          "application",
          "security_authentication_context",
          // where calls go: tag, zone and address routers, mocks, load told in the answer
          "dubbo.tag",
          "dubbo.force.tag",
          "registry_zone",
          "registry_zone_force",
          "address",
          "invocation.need.mock",
          "lb_adaptive",
          // how a call is made, how often, how long it may take
          "async",
          "return",
          "id",
          "retries",
          "timeout",
          "_to",
          "timeout-countdown",
          // what a codec has counted, and the protocol's version
          "input",
          "output",
          "dubbo",
          // calls back to a consumer, and events of stubs
          "_iscallbackserviceinvoke",
          "callback.service.instid",
          "dubbo.stub.event");

  /** Of an argument that is called back. */
  private static final String CALLBACK_ARGUMENT = "sys_callback_arg-";

  private AttachmentNames() {}

  static boolean isOfTheTarget(String name) {
    return OF_THE_TARGET.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether Dubbo goes by it, so that callers set it only where an operator allows that. */
  public static boolean isOfDubbo(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OF_DUBBO.contains(lower) || lower.startsWith(CALLBACK_ARGUMENT);
  }
}
