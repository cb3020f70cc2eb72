package dev.vertxmesh.ingress;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets pages of other origins call from a browser (the Fetch standard's CORS protocol): answers the
 * question that a browser asks before a call, and says on each answer that the page may read it,
 * with all of its headers. Cookies aren't asked for and change nothing.
 */
public final class Cors implements Handler<HttpServerRequest> {

  /** Stands for every origin. */
  public static final String ANY = "*";

  private static final CharSequence REQUEST_METHOD =
      HttpHeaders.createOptimized("access-control-request-method");
  private static final CharSequence REQUEST_HEADERS =
      HttpHeaders.createOptimized("access-control-request-headers");

  /** Begins the names of what is said to browsers here. */
  private static final String OWN = "access-control-";

  /** How long a browser may remember the answer, in seconds; longer than this none does. */
  private static final String MAX_AGE = "7200";

  /** GET is for Connect's methods without side effects. */
  private static final String METHODS = "GET, POST";

  private static final int NO_CONTENT = 204;

  private final Set<String> origins;
  private final Handler<HttpServerRequest> next;

  /**
   * @param origins whose pages may call, as browsers write them; {@link #ANY} among them for all
   * @param next takes every request that isn't a browser's question
   */
  public Cors(Set<String> origins, Handler<HttpServerRequest> next) {
    this.origins = origins;
    this.next = next;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && allows(origin)) {
      HttpServerResponse response = request.response();
      response.putHeader(
          HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origins.contains(ANY) ? ANY : origin);
      response.putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
      if (asks(request)) {
        answer(request, response);
        return;
      }
      response.headersEndHandler(v -> expose(response));
    }
    next.handle(request);
  }

  private boolean allows(String origin) {
    return origins.contains(ANY) || origins.contains(origin);
  }

  private static boolean asks(HttpServerRequest request) {
    return request.method() == HttpMethod.OPTIONS && request.headers().contains(REQUEST_METHOD);
  }

  private static void answer(HttpServerRequest request, HttpServerResponse response) {
    String headers = request.getHeader(REQUEST_HEADERS);
    if (headers != null) {
      response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, headers);
    }
    response
        .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
        .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, MAX_AGE)
        .setStatusCode(NO_CONTENT)
        .end();
  }

  /** By their names, as the wildcard isn't one to every client. */
  private static void expose(HttpServerResponse response) {
    String names =
        response.headers().names().stream()
            .filter(name -> !name.startsWith(OWN))
            .collect(Collectors.joining(", "));
    response.putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, names);
  }
}
