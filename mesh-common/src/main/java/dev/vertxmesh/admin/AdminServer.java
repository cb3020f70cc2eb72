package dev.vertxmesh.admin;

import dev.vertxmesh.http1.BadRequest;
import dev.vertxmesh.net.tls.listener.TlsListener;
import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The HTTP server on the admin port. A router would be more code to load than these few paths. */
public final class AdminServer {

  /** How long an answer waits for each event loop to look at what it has. */
  private static final String NO_TOKEN = "without a token that is known";

  private static final int FRESH_MILLIS = 1_000;

  /** What changes something whatever the method. */
  private static final Set<String> CHANGES = Set.of("/drain", "/undrain", "/pre-stop");

  private final Vertx vertx;
  private final AdminView subject;
  private final Supplier<MeshMeters> meters;
  private final AdminAccess access;
  private final CrossSiteGuard visitors;
  private final ProbeAnswers probes;
  private final PreStopHook hook;
  private final HttpServer server;

  /** By path, and then by method. */
  private final Map<String, Map<HttpMethod, Consumer<HttpServerRequest>>> routes =
      new HashMap<>(
          Map.of(
              "/", Map.of(HttpMethod.GET, this::onPage),
              "/health/live", Map.of(HttpMethod.GET, this::onLive),
              "/health/ready", Map.of(HttpMethod.GET, this::onReady),
              "/metrics", Map.of(HttpMethod.GET, this::onMetrics),
              "/access", Map.of(HttpMethod.GET, this::onAccess),
              "/route", Map.of(HttpMethod.GET, this::onRoute),
              "/topology", Map.of(HttpMethod.GET, this::onTopology),
              "/drain", Map.of(HttpMethod.POST, this::onDrain),
              "/undrain", Map.of(HttpMethod.POST, this::onUndrain),
              "/pre-stop", Map.of(HttpMethod.GET, this::onPreStop)));

  private Page page;

  /**
   * @param meters those of now
   * @param hosts names under which browsers may ask, besides those that no page can have
   * @param access who may ask for what
   * @param tls null for plain text
   */
  public AdminServer(
      Vertx vertx,
      AdminView subject,
      Supplier<MeshMeters> meters,
      Collection<String> hosts,
      AdminAccess access,
      TlsListener tls) {
    this.access = access;
    visitors = new CrossSiteGuard(hosts);
    probes = new ProbeAnswers(subject);
    hook = new PreStopHook(vertx, subject);
    this.vertx = vertx;
    this.subject = subject;
    this.meters = meters;
    subject.adjustables().forEach(this::add);
    server = AdminPort.server(vertx, tls);
    server.requestHandler(this::onRequest).invalidRequestHandler(AdminServer::onInvalid);
  }

  /**
   * @param port 0 for any that is free
   * @return the port that it listens on
   */
  public Future<Integer> listen(int port, String host) {
    access.watch(vertx);
    return server.listen(port, host).map(HttpServer::actualPort);
  }

  /** Something that can be changed, besides what the agent has; to be called before it listens. */
  public void add(Adjustable adjustable) {
    routes.put(
        adjustable.path(),
        Map.of(
            HttpMethod.GET, request -> json(request, 200, adjustable.value()),
            HttpMethod.PUT, request -> onPut(request, adjustable)));
  }

  private void onRequest(HttpServerRequest request) {
    request.response().putHeader("cache-control", "no-store");
    request.response().putHeader("x-content-type-options", "nosniff");
    String forbidden = visitors.forbid(request);
    Map<HttpMethod, Consumer<HttpServerRequest>> methods = routes.get(request.path());
    String path = methods == null ? "something else" : request.path();
    if (forbidden != null) {
      AdminAudit.refused(request, path, "by a page or for a host that isn't let in");
      refuse(request, 403, forbidden);
      return;
    }
    long wait = access.waitOf(request);
    if (wait > 0) {
      AdminAudit.refused(request, path, NO_TOKEN);
      long seconds = TimeUnit.NANOSECONDS.toSeconds(wait) + 1;
      request.response().putHeader("retry-after", "" + seconds);
      refuse(request, 429, "too many tokens that weren't right have come from this address");
      return;
    }
    String visitor = access.visitor(request);
    if (visitor == null) {
      AdminAudit.refused(request, path, NO_TOKEN);
      request.response().putHeader("www-authenticate", AdminAccess.CHALLENGE);
      refuse(request, 401, access.expected());
      return;
    }
    if (methods == null) {
      refuse(request, 404, "there is nothing at this path" + elsewhere());
      return;
    }
    boolean head = request.method().equals(HttpMethod.HEAD);
    Consumer<HttpServerRequest> handler = methods.get(head ? HttpMethod.GET : request.method());
    if (handler == null) {
      String allowed = allowed(methods.keySet());
      request.response().putHeader("allow", allowed);
      refuse(request, 405, "this path takes " + allowed + elsewhere());
    } else {
      if (CHANGES.contains(request.path()) || request.method().equals(HttpMethod.PUT)) {
        AdminAudit.asked(request, visitor, request.path());
      }
      answer(request, handler);
    }
  }

  /** For who has taken this port for the one that calls go to. */
  private String elsewhere() {
    String calls = subject.whereCallsGo();
    return (calls.isEmpty() ? "; " : "; " + calls + ": ")
        + "this is the admin port, which has "
        + String.join(", ", new TreeSet<>(routes.keySet()));
  }

  /** What isn't HTTP: the connection can't go on after it. */
  private static void onInvalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    refuse(request, BadRequest.statusOf(cause), "request: " + cause.getMessage());
    request.connection().close();
  }

  private static String allowed(Set<HttpMethod> methods) {
    Set<String> names = new TreeSet<>();
    methods.forEach(method -> names.add(method.name()));
    if (names.contains("GET")) {
      names.add("HEAD");
    }
    return String.join(", ", names);
  }

  private static void answer(HttpServerRequest request, Consumer<HttpServerRequest> handler) {
    try {
      handler.accept(request);
    } catch (RuntimeException e) {
      refuse(request, 500, "the agent couldn't answer: " + e);
    }
  }

  private void onPage(HttpServerRequest request) {
    if (page == null) {
      page = Page.load();
    }
    request
        .response()
        .putHeader("content-type", "text/html; charset=utf-8")
        .putHeader("content-security-policy", page.policy())
        .putHeader("referrer-policy", "no-referrer")
        .end(page.html());
  }

  private void onLive(HttpServerRequest request) {
    probes.live(request);
  }

  private void onReady(HttpServerRequest request) {
    probes.ready(request);
  }

  private void onMetrics(HttpServerRequest request) {
    vertx
        .executeBlocking(() -> meters.get().scrape(), false)
        .onSuccess(
            text ->
                request
                    .response()
                    .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .end(text))
        .onFailure(e -> refuse(request, 500, "the meters couldn't be read: " + e));
  }

  private void onTopology(HttpServerRequest request) {
    subject
        .refresh()
        .timeout(FRESH_MILLIS, TimeUnit.MILLISECONDS)
        .otherwiseEmpty() // a loop that is stuck is told of as it was
        .map(refreshed -> subject.topology())
        .onSuccess(topology -> json(request, 200, topology))
        .onFailure(e -> refuse(request, 500, "the topology couldn't be read: " + e));
  }

  private void onAccess(HttpServerRequest request) {
    try {
      String said = subject.explainAccess(request.getParam("who"), request.getParam("call"));
      json(request, 200, new JsonObject().put("decision", said));
    } catch (IllegalArgumentException e) {
      refuse(request, 400, e.getMessage());
    }
  }

  private void onRoute(HttpServerRequest request) {
    try {
      subject
          .route(request.params())
          .timeout(FRESH_MILLIS, TimeUnit.MILLISECONDS)
          .onSuccess(told -> json(request, 200, told))
          .onFailure(
              e -> {
                int status = e instanceof NoSuchElementException ? 404 : 400;
                refuse(request, status, String.valueOf(e.getMessage()));
              });
    } catch (IllegalArgumentException e) {
      refuse(request, 400, e.getMessage());
    }
  }

  private void onPreStop(HttpServerRequest request) {
    hook.onRequest(request);
  }

  private void onDrain(HttpServerRequest request) {
    hook.forget();
    subject.drain();
    json(request, 202, new JsonObject().put("draining", true));
  }

  private void onUndrain(HttpServerRequest request) {
    hook.forget();
    subject
        .undrain()
        .onSuccess(back -> probes.readiness(request, 200))
        .onFailure(e -> refuse(request, 503, "the agent can't come back: " + e.getMessage()));
  }

  private void onPut(HttpServerRequest request, Adjustable adjustable) {
    String visitor = access.visitor(request); // who was let in with it
    String type = request.getHeader("content-type");
    if (type == null || !type.startsWith("application/json")) {
      String problem = "content-type is " + type + ", expected application/json";
      Adjustment.refuse(request, visitor, adjustable, 415, problem);
    } else {
      Adjustment.read(vertx, request, visitor, adjustable);
    }
  }

  static void json(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .end(body.toBuffer());
  }

  static void refuse(HttpServerRequest request, int status, String detail) {
    new AdminProblem(status, detail).send(request.response());
  }
}
