package dev.vertxmesh.admin;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A drain for who can only GET and waits for the answer, as Kubernetes' hooks do: what stands
 * beside this agent in a pod is told to stop once this is answered. It may be that alone which
 * stops, such as a provider that fails its own liveness. So the hook may say after how many seconds
 * the agent comes back if nobody has ended it. On the admin port's own event loop.
 */
final class PreStopHook {

  private static final Logger LOG = System.getLogger(PreStopHook.class.getName());

  /** What asks has to carry it, as no page of another site can make a browser. */
  private static final String HOOK = "x-mesh-hook";

  private static final String BACK_AFTER = "x-mesh-back-after";
  private static final Pattern SECONDS = Pattern.compile("[1-9]\\d{0,4}");
  private static final long NONE = -1;

  private final Vertx vertx;
  private final AdminView subject;
  private long back = NONE;

  PreStopHook(Vertx vertx, AdminView subject) {
    this.vertx = vertx;
    this.subject = subject;
  }

  void onRequest(HttpServerRequest request) {
    String seconds = request.getHeader(BACK_AFTER);
    if (!"pre-stop".equals(request.getHeader(HOOK))) {
      String expected = "this drains the agent, expected the header " + HOOK + ": pre-stop";
      AdminServer.refuse(request, 403, expected);
    } else if (seconds != null && !SECONDS.matcher(seconds).matches()) {
      String expected = "header %s: '%s', expected whole seconds, 1 to 99999";
      AdminServer.refuse(request, 400, expected.formatted(BACK_AFTER, seconds));
    } else {
      drain(request, seconds == null ? 0 : Long.parseLong(seconds));
    }
  }

  /**
   * @param backAfter seconds; 0 to stay drained
   */
  private void drain(HttpServerRequest request, long backAfter) {
    JsonObject answer = new JsonObject().put("drained", true);
    boolean isOthers = back == NONE && subject.isDraining();
    if (backAfter > 0 && !isOthers) {
      forget();
      back = vertx.setTimer(TimeUnit.SECONDS.toMillis(backAfter), id -> onNotEnded(backAfter));
      answer.put("backAfterSeconds", backAfter);
    }
    subject.drain().onComplete(done -> AdminServer.json(request, 200, answer));
  }

  private void onNotEnded(long seconds) {
    back = NONE;
    LOG.log(
        Level.WARNING,
        "a hook had this agent drain {0} s ago, and nobody has ended it: what the hook is of has"
            + " been restarted alone, or takes longer to stop than its pod may",
        String.valueOf(seconds));
    subject.undrain();
  }

  /** Somebody else says now whether it drains. */
  void forget() {
    vertx.cancelTimer(back);
    back = NONE;
  }
}
