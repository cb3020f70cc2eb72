package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Asks some questions at a time, and the others after them: who stands in services before what
 * configurations say, since thousands of both may be asked at a start. On one thread.
 */
final class Questions {

  /** After a question that a server refused. */
  static final long AGAIN_MILLIS = 3_000;

  private static final int MOST = 32;

  private record Question(String type, JsonObject body, Handler<AsyncResult<JsonObject>> answer) {}

  private final NacosClient client;
  private final Executor thread;
  private final Deque<Question> waiting = new ArrayDeque<>();
  private final Deque<Question> later = new ArrayDeque<>();
  private int asked;

  Questions(NacosClient client, Executor thread) {
    this.client = client;
    this.thread = thread;
  }

  /**
   * @param answer told on the thread, unless it's cleared before it's asked
   */
  void ask(String type, JsonObject body, Handler<AsyncResult<JsonObject>> answer) {
    waiting.add(new Question(type, body, answer));
    next();
  }

  /** The same once nothing else waits. */
  void askLater(String type, JsonObject body, Handler<AsyncResult<JsonObject>> answer) {
    later.add(new Question(type, body, answer));
    next();
  }

  private void next() {
    while (asked < MOST && !(waiting.isEmpty() && later.isEmpty())) {
      asked++;
      Question question = waiting.isEmpty() ? later.remove() : waiting.remove();
      Future<JsonObject> answer = client.ask(question.type, question.body);
      answer.onComplete(
          done ->
              thread.execute(
                  () -> {
                    asked--;
                    question.answer.handle(done);
                    next();
                  }));
    }
  }

  /** What wasn't asked yet isn't. */
  void clear() {
    waiting.clear();
    later.clear();
  }
}
