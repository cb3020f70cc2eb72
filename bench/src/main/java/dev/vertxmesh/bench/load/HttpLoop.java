package dev.vertxmesh.bench.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;

/** One and the same request over HTTP/1.1 or HTTP/2. */
final class HttpLoop implements ClosedLoop {
  private final Vertx vertx;
  private final HttpClient client;
  private final int inFlight;
  private final RequestOptions request;
  private final Buffer body;
  private final Buffer answer;

  /** A turn that goes on. */
  private static final class Turn {
    private final Promise<Seen> end = Promise.promise();
    private boolean over;
    private int workers;
    private long calls;
    private long errors;
    private String firstError;
  }

  /**
   * @param answer the only right one
   */
  HttpLoop(
      Vertx vertx,
      HttpClient client,
      int inFlight,
      RequestOptions request,
      Buffer body,
      Buffer answer) {
    this.vertx = vertx;
    this.client = client;
    this.inFlight = inFlight;
    this.request = request;
    this.body = body;
    this.answer = answer;
  }

  @Override
  public Future<Seen> turn(int millis) {
    Turn turn = new Turn();
    turn.workers = inFlight;
    vertx.timer(millis, TimeUnit.MILLISECONDS).onSuccess(done -> turn.over = true);
    for (int i = 0; i < inFlight; i++) {
      next(turn);
    }
    return turn.end.future();
  }

  private void next(Turn turn) {
    if (turn.over) {
      leave(turn);
      return;
    }
    client
        .request(request)
        .compose(this::ask)
        .onSuccess(right -> answered(turn, right))
        .onFailure(error -> failed(turn, error.toString()));
  }

  private Future<String> ask(HttpClientRequest asked) {
    return asked
        .send(body)
        .compose(response -> response.body().map(said -> complaint(response, said)));
  }

  /** Null if all is well. */
  private String complaint(HttpClientResponse response, Buffer said) {
    boolean right = response.statusCode() == 200 && said.equals(answer);
    return right ? null : response.statusCode() + " " + response.headers() + said;
  }

  private void answered(Turn turn, String complaint) {
    if (complaint == null) {
      turn.calls++;
      next(turn);
    } else {
      failed(turn, complaint);
    }
  }

  private void failed(Turn turn, String why) {
    turn.errors++;
    if (turn.firstError == null) {
      turn.firstError = why;
    }
    leave(turn);
  }

  private void leave(Turn turn) {
    if (--turn.workers == 0) {
      turn.end.complete(new Seen(turn.calls, turn.errors, turn.firstError));
    }
  }

  @Override
  public Future<?> close() {
    return client.close();
  }
}
