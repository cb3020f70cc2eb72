package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;

/**
 * Follows one kind of object in one namespace. A watch that the server ends because its time is up
 * goes on from the last version; whatever else ends it is told. On the worker.
 */
final class ResourceWatch {

  /** Told what happens, on the worker. */
  interface Listener {

    /**
     * Takes what has happened, in order.
     *
     * @return the version of the last one
     * @throws IllegalArgumentException if one can't be understood at all
     */
    String onEvents(ResourceWatch from, List<ApiJson.Event> events);

    /** There's nothing more, once. */
    void onEnd(ResourceWatch from, Throwable cause);
  }

  /** After so long the server ends it: one whose connection has died unnoticed goes on then. */
  private static final int WATCH_SECONDS = 50;

  private static final long OVERDUE_MILLIS = (WATCH_SECONDS + 10) * 1_000L;

  /** One that ends sooner, and told nothing, isn't begun again at once. */
  private static final long LEAST_MILLIS = 1_000;

  private final ApiServer server;
  private final Scope scope;
  private final ResourceKind kind;
  private final RegistryThread worker;
  private final Listener listener;
  private String version;
  private int attempt;
  private boolean heard;
  private long begunAt;
  private EventLines lines;
  private Runnable cut = () -> {};
  private ScheduledFuture<?> overdue;

  /**
   * @param version after which it begins
   */
  ResourceWatch(
      ApiServer server,
      Scope scope,
      ResourceKind kind,
      RegistryThread worker,
      Listener listener,
      String version) {
    this.server = server;
    this.scope = scope;
    this.kind = kind;
    this.worker = worker;
    this.listener = listener;
    this.version = version;
  }

  Scope scope() {
    return scope;
  }

  ResourceKind kind() {
    return kind;
  }

  void begin() {
    int mine = ++attempt;
    heard = false;
    begunAt = worker.now();
    lines = new EventLines(ApiServer.LARGEST);
    overdue =
        worker.after(
            OVERDUE_MILLIS,
            () -> during(mine, () -> fail(new RegistryFailure("a watch is silent", null))));
    cut =
        server.watch(
            uri(),
            what(),
            new ApiServer.Chunks() {
              @Override
              public void onChunk(Buffer chunk, Runnable more) {
                worker.execute(
                    () -> {
                      during(mine, () -> take(chunk));
                      more.run();
                    });
              }

              @Override
              public void onEnd(Throwable cause) {
                worker.execute(() -> during(mine, () -> ended(cause)));
              }
            });
  }

  private String uri() {
    return scope.uri(
        kind,
        "watch=true&allowWatchBookmarks=true&timeoutSeconds="
            + WATCH_SECONDS
            + "&resourceVersion="
            + Scope.encoded(version));
  }

  private String what() {
    return kind.plural() + " in namespace " + scope.namespace();
  }

  /** Fails if it can't begin. */
  Future<Void> admitted() {
    return server.admits(uri(), what());
  }

  private void during(int mine, Runnable work) {
    if (mine == attempt) {
      work.run();
    }
  }

  private void take(Buffer chunk) {
    try {
      List<ApiJson.Event> events = new ArrayList<>();
      for (byte[] line : lines.feed(chunk)) {
        ApiJson.Event event = ApiJson.event(line);
        if (event.type().equals("ERROR")) {
          throw new ApiRefusal(what(), server.who(), ApiJson.status(event.object()));
        }
        events.add(event);
      }
      if (!events.isEmpty()) {
        heard = true;
        String last = listener.onEvents(this, events);
        version = last == null ? version : last;
      }
    } catch (IllegalArgumentException e) {
      fail(new RegistryFailure("a watch of " + kind.plural() + ": " + e.getMessage(), e));
    } catch (RegistryFailure | ApiRefusal e) {
      fail(e);
    }
  }

  private void ended(Throwable cause) {
    if (cause != null) {
      fail(cause);
    } else if (heard || worker.now() - begunAt >= LEAST_MILLIS) {
      overdue.cancel(false);
      begin();
    } else {
      fail(new RegistryFailure("a watch of " + kind.plural() + " ended at once", null));
    }
  }

  private void fail(Throwable cause) {
    end();
    listener.onEnd(this, cause);
  }

  /** Nothing is told from here on. */
  void end() {
    attempt++;
    cut.run();
    if (overdue != null) {
      overdue.cancel(false);
    }
  }
}
