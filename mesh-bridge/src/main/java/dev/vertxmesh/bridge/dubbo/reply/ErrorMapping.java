package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.List;

/**
 * What a provider's refusals mean. The one place where Dubbo's statuses and texts are read.
 *
 * <pre>
 *                              2.6.12                              3.3.6
 * no such service              70 Not found exported service       40 Fail to decode request
 * no such method               70 ... Not found method             40 Fail to decode request
 *   without parameters         70 ... Not found method             70 ... Not found method
 *   generic                    70 No such method                   70 No such method
 * result over the limit        50 Data length too large            25 Data length too large
 * generic, overloaded          70 Not unique method                70 Not unique method
 * generic, number of arguments 70 args.length != types.length      70 args.length != types.length
 * thread pool exhausted        100                                 100
 * wrong token                  70 Invalid token                    70 Invalid token
 * TpsLimitFilter, executes     70 exceed max service tps           20, or 70
 * result not serializable      50 must implement Serializable      50, or 25
 * </pre>
 *
 * 2.6 takes a wrong descriptor as it is: the method then throws a ClassCastException.
 *
 * <p>The reverse, what a consumer is told of a failure, is {@code FailureStatus} of the consumer
 * agent's port for Dubbo; its texts are understood here.
 */
public final class ErrorMapping {

  /** What {@code PojoUtils} says when it can't make the arguments of what a generic call has. */
  private static final List<String> CANT_BE_CONVERTED =
      List.of(
          "Unparseable date",
          "Failed to parse date",
          "Failed to set pojo",
          "argument type mismatch",
          "CAN NOT convert String",
          "PojoUtils.realize",
          "No enum constant");

  /** What {@code GenericFilter} says when it can't take the arguments as they are put. */
  private static final List<String> CANT_BE_TAKEN =
      List.of(
          "Not unique method",
          "args.length != types",
          "com.google.gson.JsonSyntaxException",
          "Json syntax exception",
          "Deserialize argument failed",
          "arguments must be of type String",
          "only support one");

  /** What the serializations say of a value that they don't write, or may not read. */
  private static final List<String> CANT_BE_SERIALIZED =
      List.of(
          "must implement java.io.Serializable",
          "only support message type",
          "Not in allow list",
          "not in allow list",
          "autoType is not support",
          "Serialized class");

  /** How the exceptions of a method begin that is a consumer itself, and whose own call failed. */
  private static final List<String> OF_A_CONSUMER =
      List.of(
          "Failed to invoke the method",
          "Failed to invoke remote method",
          "Invoke remote method",
          "No provider available",
          "Forbid consumer",
          "Failed to find any");

  /** What {@code TpsLimitFilter} and {@code ExecuteLimitFilter} say. */
  private static final List<String> LIMITED =
      List.of("exceed max service tps", "The service using threads greater than");

  private static final long LIMITED_MILLIS = 1_000;

  private static final String NO_SUCH_METHOD = "java.lang.NoSuchMethodException";
  private static final String NO_SUCH_CLASS = "java.lang.ClassNotFoundException";
  private static final String CONSTRUCTOR = ".<init>(";

  private ErrorMapping() {}

  /**
   * A response whose status isn't OK.
   *
   * @param reason what its body says: often a message and a whole stack trace
   * @param typed whether the call has said its arguments' types
   */
  static CallFailure of(int status, String reason, boolean typed, String where) {
    Status meaning = meaning(DubboStatus.of(status), reason);
    String plain = plain(meaning, reason);
    String detail = plain == null ? DubboErrorTexts.brief(reason) : plain;
    if (meaning == Status.BAD_REQUEST && contains(CANT_BE_CONVERTED, reason)) {
      detail = ConversionErrors.refused(detail, typed);
    } else if (plain == null) { // of use to who knows Dubbo, and to nobody else
      detail += " (Dubbo status " + status + ")";
    }
    return failure(meaning, where, detail);
  }

  /** Dubbo's limits don't say for how long, and callers over gRPC wait for what they are told. */
  private static CallFailure failure(Status meaning, String where, String detail) {
    return new CallFailure(meaning, where, detail, meaning == Status.LIMITED ? LIMITED_MILLIS : 0);
  }

  /** In plain words; null if there are none, or it may be somebody's own who says the same. */
  private static String plain(Status meaning, String reason) {
    if (meaning == Status.PROVIDER_ERROR) {
      return null;
    } else if (meaning == Status.REFUSED) {
      return "the provider's thread pool is exhausted";
    }
    String plain = DubboErrorTexts.of(reason);
    String missing = missing(reason);
    return plain != null || missing.isEmpty() ? plain : missing + DubboErrorTexts.brief(reason);
  }

  /**
   * What Dubbo threw, instead of the method that was called; null if it was the method.
   *
   * @param converted whether the provider's Dubbo had to make the arguments
   * @param target what was called
   */
  static CallFailure ofThrown(Object thrown, boolean converted, Target target, String where) {
    if (!(thrown instanceof WireObject object)) {
      return null;
    }
    ThrownException told = ThrownException.of(object);
    String unmade = converted ? ConversionErrors.told(told, target.typesAreKnown()) : null;
    if (unmade != null) {
      return new CallFailure(Status.BAD_REQUEST, where, unmade);
    }
    CallFailure ofGo = GoErrorTexts.told(told, target, where);
    if (ofGo != null) {
      return ofGo;
    }
    String message = DubboErrorTexts.firstLine(String.valueOf(told.message()));
    boolean dubbos =
        String.valueOf(told.className()).endsWith(".rpc.RpcException")
            && OF_A_CONSUMER.stream().noneMatch(message::startsWith);
    Status meaning = dubbos ? textMeaning(message) : null;
    if (meaning == null) {
      return null;
    }
    String plain = plain(meaning, message);
    return failure(meaning, where, plain == null ? DubboErrorTexts.brief(message) : plain);
  }

  /**
   * Of a method that was called with types that aren't its own, which 2.6 does; null if what it
   * threw isn't about them.
   */
  static CallFailure ofForeignTypes(Object thrown, String where) {
    if (thrown instanceof WireObject object
        && ConversionErrors.isCast(ThrownException.of(object))) {
      return new CallFailure(
          Status.NO_METHOD,
          where,
          "the service has no such method with these parameter types: "
              + DubboErrorTexts.ofCast(ThrownException.of(object).message()));
    }
    return null;
  }

  /** Whether the failure may as well mean that there's no such service: {@code $echo} tells. */
  public static boolean isUndecided(CallFailure failure, int status) {
    return status == DubboStatus.BAD_REQUEST.code() && failure.status() == Status.BAD_REQUEST;
  }

  /**
   * Decides by the answer to {@code $echo}, which every service has.
   *
   * @param echoStatus of the answer
   */
  public static CallFailure decided(CallFailure undecided, int echoStatus, String echoReason) {
    DubboStatus echo = DubboStatus.of(echoStatus);
    if (echo == DubboStatus.OK) {
      return new CallFailure(
          Status.NO_METHOD,
          undecided.where(),
          "the service has no such method with these parameter types: " + undecided.getMessage());
    }
    Status meaning = meaning(echo, echoReason);
    boolean noService = meaning == Status.NO_SERVICE || meaning == Status.BAD_REQUEST;
    return noService
        ? new CallFailure(
            Status.NO_SERVICE,
            undecided.where(),
            "the provider has no such service" + besides(undecided))
        : undecided;
  }

  /**
   * Whether a failure says that the provider exports nothing at all: 2.7 takes its services back
   * before it tells, by an {@code R}, that it's leaving.
   */
  public static boolean isOfOneWhoLeaves(CallFailure failure) {
    return failure.status() == Status.NO_SERVICE
        && failure.getMessage().endsWith(DubboErrorTexts.NONE_AT_ALL);
  }

  /**
   * Of a service that isn't there, though the provider told that it exports it.
   *
   * @param understood whether it has ever understood a request on this connection
   */
  public static CallFailure ofExported(CallFailure failure, boolean understood, Serialization in) {
    return understood
        ? new CallFailure(
            Status.UNAVAILABLE,
            failure.where(),
            "the provider doesn't export the service any more: " + failure.getMessage())
        : new CallFailure(
            Status.SERIALIZATION,
            failure.where(),
            "the provider exports the service, and reads no request in %s: %s"
                .formatted(in, failure.getMessage()));
  }

  /** Of a method that isn't there as its API, or the provider itself, says. */
  public static CallFailure ofTold(CallFailure failure) {
    return new CallFailure(
        Status.SERIALIZATION,
        failure.where(),
        DubboErrorTexts.UNREAD + ", though it should have the method" + besides(failure));
  }

  /** What the provider has said, if that's more than that it can't read the request. */
  private static String besides(CallFailure failure) {
    String said = failure.getMessage();
    return said.startsWith(DubboErrorTexts.UNREAD) ? "" : ": " + said;
  }

  private static Status meaning(DubboStatus status, String reason) {
    Status told = textMeaning(reason);
    return switch (status) {
      case THREAD_POOL_EXHAUSTED -> Status.REFUSED;
      case CLIENT_TIMEOUT, SERVER_TIMEOUT -> Status.TIMEOUT;
      case CHANNEL_INACTIVE -> Status.LOST;
      case SERVICE_NOT_FOUND -> Status.NO_SERVICE;
      case BAD_REQUEST -> told == null ? Status.BAD_REQUEST : told;
      default -> told == null ? Status.PROVIDER_ERROR : told;
    };
  }

  private static Status textMeaning(String reason) {
    if (reason.contains("com/google/gson")) {
      return Status.SERIALIZATION; // it isn't on the provider's class path
    } else if (reason.contains("Not found exported service")) {
      return Status.NO_SERVICE;
    } else if (reason.contains("Not found method") || reason.contains("No such method")) {
      return Status.NO_METHOD;
    } else if (reason.contains(NO_SUCH_CLASS)) {
      return Status.NO_METHOD; // of a parameter's type
    } else if (reason.contains("Invalid token")) {
      return Status.DENIED;
    } else if (contains(LIMITED, reason)) {
      return Status.LIMITED;
    } else if (reason.contains("Data length too large")) {
      return Status.TOO_LARGE;
    } else if (contains(CANT_BE_SERIALIZED, reason)) {
      return Status.SERIALIZATION;
    }
    if (reason.contains(NO_SUCH_METHOD)) { // one without a constructor is an argument's class
      return reason.contains(CONSTRUCTOR) ? Status.BAD_REQUEST : Status.NO_METHOD;
    }
    boolean isRefused = contains(CANT_BE_TAKEN, reason) || contains(CANT_BE_CONVERTED, reason);
    return isRefused ? Status.BAD_REQUEST : null;
  }

  /** What of such an exception only its name says, which may be further down in the reason. */
  private static String missing(String reason) {
    boolean isMethod = reason.contains(NO_SUCH_METHOD) && !reason.contains(CONSTRUCTOR);
    return isMethod ? "no such method: " : reason.contains(NO_SUCH_CLASS) ? "no such class: " : "";
  }

  private static boolean contains(List<String> words, String reason) {
    return words.stream().anyMatch(reason::contains);
  }
}
