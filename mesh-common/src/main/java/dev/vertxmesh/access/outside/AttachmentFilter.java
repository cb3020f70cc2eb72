package dev.vertxmesh.access.outside;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Lets go on what callers may say beside their arguments. A caller that steers on purpose is
 * refused; what a client says unasked, and what a list hasn't got, is left out. Stands below the
 * layer that knows who calls. Belongs to one event loop.
 */
public final class AttachmentFilter implements Filter {

  private final AllowedNames allowed;
  private final Access access;
  private final String where;
  private final String own;
  private final BiConsumer<String, String> look = this::look;
  private Call looked;
  private List<String> out;
  private String refused;

  /**
   * @param access is told who is refused
   * @param where this agent, for problems
   * @param own the attachment that the agent itself sets, and callers can't; null for none
   */
  public AttachmentFilter(AllowedNames allowed, Access access, String where, String own) {
    this.allowed = allowed;
    this.access = access;
    this.where = where;
    this.own = own == null ? "" : own.toLowerCase(Locale.ROOT);
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    if (call.record().origin().protocol() == WireProtocol.NONE) {
      return next.call(call); // the agent's own
    }
    Set<String> carried = call.record().carried();
    if (call.attachments().isEmpty() && carried.isEmpty()) {
      return next.call(call); // as most say nothing
    }
    looked = call;
    out = null;
    refused = null;
    call.attachments().forEach(look); // without an iterator, as one is made a call
    looked = null;
    if (refused != null) {
      return refused(call, refused);
    }
    String steering = carried.isEmpty() ? null : steering(call, carried);
    if (steering != null) {
      return refused(call, steering);
    }
    if (out != null) {
      out.forEach(call::detach);
    }
    return next.call(call);
  }

  /** One that a request carries, whose body goes on as it is, and that isn't let; null for none. */
  private String steering(Call call, Set<String> carried) {
    for (String name : carried) {
      if (SteeringNames.deliberate().contains(name) && !hasLeave(call, name)) {
        return name;
      }
    }
    return null;
  }

  private void look(String given, String value) {
    boolean isJson = given.startsWith(Call.JSON_ATTACHMENT);
    String name =
        (isJson ? given.substring(Call.JSON_ATTACHMENT.length()) : given).toLowerCase(Locale.ROOT);
    boolean isTargets =
        SteeringNames.isOfTheTarget(name)
            && looked.record().origin().protocol() == WireProtocol.HTTP;
    boolean renames = name.equals(HeaderCase.NAME) && !HeaderCase.isAll(value);
    boolean isOut = isTargets || renames && !hasLeave(looked, name);
    Fate fate = isOut ? Fate.REFUSED : fate(looked, name);
    if (fate == Fate.REFUSED && refused == null) {
      refused = name;
    } else if (fate == Fate.LEFT_OUT) {
      out = out == null ? new ArrayList<>() : out;
      out.add(given);
    }
  }

  private enum Fate {
    GOES_ON,
    LEFT_OUT,
    REFUSED
  }

  private Fate fate(Call call, String name) {
    boolean isMetadata = call.encoding() == Encoding.GRPC;
    boolean steers =
        isMetadata ? SteeringNames.steersAsMetadata(name) : SteeringNames.isSteering(name);
    if (name.equals(own) || hasLeave(call, name)) {
      return Fate.GOES_ON;
    } else if (steers) {
      return isMetadata && SteeringNames.isUnasked(name) ? Fate.LEFT_OUT : Fate.REFUSED;
    } else if (allowed.passes(name) || isMetadata && isOfGrpc(name)) {
      return Fate.GOES_ON;
    }
    Origin origin = call.record().origin();
    boolean isAsked = origin.protocol() == WireProtocol.HTTP && origin.header(name) == null;
    return isAsked ? Fate.REFUSED : Fate.LEFT_OUT;
  }

  private boolean hasLeave(Call call, String name) {
    return allowed.names(name) || call.record().allowed().contains(name);
  }

  /** Without it a call isn't gRPC's. */
  private static boolean isOfGrpc(String name) {
    return name.equals("content-type") || name.startsWith("grpc-") || name.startsWith("connect-");
  }

  /**
   * The refusal of a caller that sets it over HTTP, unless an access rule allows that; null if
   * everybody may set it.
   *
   * @param name in lower case
   */
  public static String refusal(AllowedNames allowed, String name, String value) {
    boolean renames = name.equals(HeaderCase.NAME) && !HeaderCase.isAll(value);
    boolean may = !renames && !SteeringNames.isSteering(name) && allowed.passes(name);
    boolean isFree = may || allowed.names(name);
    return isFree && !SteeringNames.isOfTheTarget(name) ? null : detail(WireProtocol.HTTP, name);
  }

  private static String detail(WireProtocol protocol, String name) {
    if (SteeringNames.isOfTheTarget(name) && protocol == WireProtocol.HTTP) {
      return "attachment %s: the mesh itself says this to the provider; the target decides it"
          .formatted(name);
    }
    String detail =
        SteeringNames.isSteering(name) || name.equals("generic") || name.equals(HeaderCase.NAME)
            ? "attachment %s: Dubbo itself goes by it; callers may set it where the agent has"
                + " --attachment-allow %s, or an access rule for them with may: [%s]"
            : "attachment %s: callers may set those of --attachment-allow, and %s isn't among them";
    return detail.formatted(name, name, name);
  }

  private Future<Reply> refused(Call call, String name) {
    access.refused(call, "attachment " + name);
    call.payload().release();
    String detail = detail(call.record().origin().protocol(), name);
    return Future.failedFuture(new CallFailure(Status.BAD_REQUEST, where, detail));
  }
}
