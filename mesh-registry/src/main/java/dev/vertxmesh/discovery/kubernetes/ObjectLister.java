package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Lists one kind of object in one namespace, page by page; where a page is too large, by smaller
 * ones.
 */
final class ObjectLister {

  private static final int LIMIT = 100;

  /** Characters of a version and of where a list goes on, which are sent back in a URI. */
  private static final int LONGEST_MARKS = 8_000;

  private final ApiServer server;
  private final Executor worker;
  private final Scope scope;
  private final ResourceKind kind;
  private final Consumer<ApiJson.Part> items;
  private int limit = LIMIT;

  /**
   * @param worker the registry's thread
   * @param items gets what is listed, on that thread; what it throws ends the list
   */
  ObjectLister(
      ApiServer server,
      Executor worker,
      Scope scope,
      ResourceKind kind,
      Consumer<ApiJson.Part> items) {
    this.server = server;
    this.worker = worker;
    this.scope = scope;
    this.kind = kind;
    this.items = items;
  }

  /**
   * Begins, on the worker.
   *
   * @return the version to watch from
   */
  Future<String> list() {
    return page("");
  }

  private Future<String> page(String from) {
    String what = kind.plural() + " in namespace " + scope.namespace();
    String uri =
        scope.uri(
            kind, "limit=" + limit + (from.isEmpty() ? "" : "&continue=" + Scope.encoded(from)));
    Promise<String> whole = Promise.promise();
    server
        .get(uri, what)
        .onComplete(
            got ->
                worker.execute(
                    () -> {
                      Future<String> rest =
                          got.succeeded() ? read(got.result(), what) : smaller(got.cause(), from);
                      rest.onComplete(whole);
                    }));
    return whole.future();
  }

  private Future<String> smaller(Throwable cause, String from) {
    if (cause instanceof AnswerTooLarge && limit > 1) {
      limit = Math.max(1, limit / 10);
      return page(from);
    }
    return Future.failedFuture(cause);
  }

  private Future<String> read(Buffer body, String what) {
    try {
      ApiJson.Page page = ApiJson.page(body.getBytes(), items);
      if (!kind.listKind().equals(page.kind()) || page.version() == null) {
        throw new IllegalArgumentException("it's no " + kind.listKind() + " with a version");
      }
      if ((page.version() + page.next()).length() > LONGEST_MARKS) {
        throw new IllegalArgumentException("its version or its continue is too long");
      }
      return page.next() == null || page.next().isEmpty()
          ? Future.succeededFuture(page.version())
          : page(page.next());
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(
          new RegistryFailure("its answer about " + what + ": " + e.getMessage(), e));
    } catch (RegistryFailure e) {
      return Future.failedFuture(e);
    }
  }
}
