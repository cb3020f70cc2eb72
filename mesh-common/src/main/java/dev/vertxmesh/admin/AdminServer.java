package dev.vertxmesh.admin;

import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The HTTP server on the admin port. A router would be more code to load than these six paths. */
public final class AdminServer {

  private static final int IDLE_SECONDS = 60;

  private record Route(HttpMethod method, Consumer<HttpServerRequest> handler) {

    boolean allows(HttpMethod asked) {
      return asked.equals(method) || method.equals(HttpMethod.GET) && asked.equals(HttpMethod.HEAD);
    }

    String allowed() {
      return method.equals(HttpMethod.GET) ? "GET, HEAD" : method.name();
    }
  }

  private final Vertx vertx;
  private final Subject subject;
  private final MeshMeters meters;
  private final HttpServer server;
  private final Map<String, Route> routes =
      Map.of(
          "/", new Route(HttpMethod.GET, this::onPage),
          "/health/live", new Route(HttpMethod.GET, this::onLive),
          "/health/ready", new Route(HttpMethod.GET, this::onReady),
          "/metrics", new Route(HttpMethod.GET, this::onMetrics),
          "/topology", new Route(HttpMethod.GET, this::onTopology),
          "/drain", new Route(HttpMethod.POST, this::onDrain));
  private Page page;

  public AdminServer(Vertx vertx, Subject subject, MeshMeters meters) {
    this.vertx = vertx;
    this.subject = subject;
    this.meters = meters;
    server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(IDLE_SECONDS));
    server.requestHandler(this::onRequest);
  }

  /**
   * @param port 0 for any that is free
   * @return the port that it listens on
   */
  public Future<Integer> listen(int port, String host) {
    return server.listen(port, host).map(HttpServer::actualPort);
  }

  public Future<Void> close() {
    return server.close();
  }

  private void onRequest(HttpServerRequest request) {
    request.response().putHeader("cache-control", "no-store");
    request.response().putHeader("x-content-type-options", "nosniff");
    Route route = routes.get(request.path());
    if (route == null) {
      refuse(request, 404, "there is nothing at this path");
    } else if (!route.allows(request.method())) {
      request.response().putHeader("allow", route.allowed());
      refuse(request, 405, "this path takes " + route.allowed());
    } else {
      answer(request, route);
    }
  }

  private void answer(HttpServerRequest request, Route route) {
    try {
      route.handler.accept(request);
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
    json(request, 200, new JsonObject().put("live", true));
  }

  private void onReady(HttpServerRequest request) {
    List<String> notReady = subject.notReady();
    boolean ready = notReady.isEmpty();
    JsonObject body =
        new JsonObject().put("ready", ready).put("notReady", new JsonArray(List.copyOf(notReady)));
    json(request, ready ? 200 : 503, body);
  }

  private void onMetrics(HttpServerRequest request) {
    vertx
        .executeBlocking(meters::scrape, false)
        .onSuccess(
            text ->
                request
                    .response()
                    .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .end(text))
        .onFailure(e -> refuse(request, 500, "the meters couldn't be read: " + e));
  }

  private void onTopology(HttpServerRequest request) {
    json(request, 200, subject.topology());
  }

  /** A page of another site must not be able to do this through the browser of someone inside. */
  private void onDrain(HttpServerRequest request) {
    String origin = request.getHeader("origin");
    if (origin != null && !origin.endsWith("://" + request.authority())) {
      refuse(request, 403, "not from a page of " + origin);
      return;
    }
    subject.drain();
    json(request, 202, new JsonObject().put("draining", true));
  }

  private static void json(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .end(body.toBuffer());
  }

  private static void refuse(HttpServerRequest request, int status, String detail) {
    new Problem(status, detail).send(request.response());
  }
}
