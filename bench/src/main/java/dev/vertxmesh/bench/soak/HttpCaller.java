package dev.vertxmesh.bench.soak;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import java.util.function.Supplier;

/** Calls over HTTP of either version. */
final class HttpCaller implements Caller {
  private final HttpClient client;
  private final Supplier<Question> questions;

  HttpCaller(HttpClient client, Supplier<Question> questions) {
    this.client = client;
    this.questions = questions;
  }

  @Override
  public Future<Failure> call() {
    Question question = questions.get();
    return client
        .request(question.to())
        .compose(request -> ask(request, question))
        .otherwise(Failure::connection);
  }

  private static Future<Failure> ask(HttpClientRequest request, Question question) {
    return request
        .send(question.body())
        .compose(response -> response.body().map(body -> question.judge(response, body)));
  }

  @Override
  public Future<?> close() {
    return client.close();
  }
}
