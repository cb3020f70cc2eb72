package dev.vertxmesh.access.outside;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps Dubbo consumers on other machines from methods that stand for others: {@code $invoke} calls
 * any, {@code $echo} asks whether a provider answers. Consumers on the agent's own machine may call
 * them. Over other protocols nobody can, which their ingresses say.
 */
public final class ReservedMethods implements Filter {

  /** Methods that an operator may open. */
  public enum Kind {
    GENERIC,
    ECHO
  }

  private static final String SPECIAL = "$";

  private final Set<Kind> open;
  private final Access access;
  private final String where;

  /**
   * @param open to other machines, too
   * @param access is told who is refused
   * @param where this agent, for problems
   */
  public ReservedMethods(Set<Kind> open, Access access, String where) {
    this.open = open;
    this.access = access;
    this.where = where;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    String method = call.target().method();
    if (!method.startsWith(SPECIAL) || call.record().origin().protocol() != WireProtocol.DUBBO) {
      return next.call(call);
    }
    Kind kind = kind(method);
    if (kind != null && open.contains(kind) || call.record().origin().isOwnMachine()) {
      return next.call(call);
    }
    access.refused(call, "a method of Dubbo's own, from another machine");
    call.payload().release();
    String expected =
        kind == null
            ? "expected a method of the service"
            : "expected --dubbo-allow " + kind.name().toLowerCase(Locale.ROOT);
    return Future.failedFuture(
        new CallFailure(
            Status.DENIED,
            where,
            "method %s: it is Dubbo's own, and isn't for consumers on other machines; %s"
                .formatted(method, expected)));
  }

  private static Kind kind(String method) {
    return switch (method) {
      case "$invoke", "$invokeAsync" -> Kind.GENERIC;
      case "$echo" -> Kind.ECHO;
      default -> null;
    };
  }
}
