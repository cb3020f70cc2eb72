package dev.vertxmesh.bridge.dubbo.exports;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * Keeps asking a provider what it exports: at once when told that it was connected, soon after that
 * and after every change, because services come and go one by one, and then at an interval. Who
 * never tells is asked once for each connection.
 *
 * <p>One for each provider and context. {@link #start}, {@link #connected} and what is known may be
 * asked for on any thread.
 */
public final class ExportsPoller {

  /** Told on the watch's context. */
  public interface Listener {

    /** After every answer, whether or not it's the same as before. */
    void onExports(Exports exports, String how);

    /**
     * After every question that nobody answered; what was known stays.
     *
     * @param isFinal whether it isn't asked again on this connection
     */
    void onSilence(String problem, boolean isFinal);
  }

  /** How often a provider is asked while nothing changes. */
  public static final long INTERVAL_MILLIS = 10_000;

  private static final long SOON_MILLIS = 250;

  private final Context context;
  private final ExportsQuery asker;
  private final long intervalMillis;
  private final Listener listener;
  private final ExportsDebounce debounce = new ExportsDebounce();
  private final Promise<Void> first = Promise.promise();
  private long delayMillis = SOON_MILLIS;
  private long timer = -1;
  private boolean asking;
  private boolean anew;
  private volatile boolean closed;
  private volatile Exports exports = Exports.NONE;
  private volatile String state = "not asked yet";

  /**
   * @param context on whose event loop everything happens
   * @param intervalMillis between two questions while nothing changes
   */
  public ExportsPoller(
      Context context, ExportsQuery asker, long intervalMillis, Listener listener) {
    this.context = context;
    this.asker = asker;
    this.intervalMillis = intervalMillis;
    this.listener = listener;
  }

  /** Begins; the future completes when the first question has ended, well or not. */
  public Future<Void> start() {
    connected();
    return first.future();
  }

  /** The provider may be another than before: everything is asked anew. */
  public void connected() {
    context.runOnContext(
        v -> {
          anew = true;
          delayMillis = Math.min(SOON_MILLIS, intervalMillis);
          ask();
        });
  }

  /** What is known now; never null. */
  public Exports exports() {
    return exports;
  }

  /** How it was found out, or why it wasn't, for a person to read. */
  public String state() {
    return state;
  }

  /** Asks no more. */
  public Future<Void> close() {
    closed = true;
    context.owner().cancelTimer(timer);
    return asker.close();
  }

  private void ask() {
    if (closed || asking) {
      return;
    }
    context.owner().cancelTimer(timer);
    asking = true;
    FoundExports known = anew ? null : debounce.held();
    anew = false;
    asker.ask(known).onComplete(this::onAnswer, this::onSilence);
  }

  private void onAnswer(FoundExports told) {
    debounce.take(told);
    FoundExports held = debounce.held();
    if (held == null) {
      state = "nothing is exported yet, by " + told.how();
    } else {
      hold(held);
    }
    next(true);
  }

  private void hold(FoundExports held) {
    state = (held.exports().isEmpty() ? "it exports nothing, " : "") + "by " + held.how();
    if (!held.exports().services().equals(exports.services())) {
      delayMillis = Math.min(SOON_MILLIS, intervalMillis);
    }
    exports = held.exports();
    listener.onExports(exports, held.how());
  }

  private void onSilence(Throwable error) {
    debounce.silence();
    if (debounce.held() == null) {
      state = "nobody tells: " + error.getMessage();
    }
    boolean isFinal = error instanceof NoExportsException none && none.isFinal();
    listener.onSilence(error.getMessage(), isFinal);
    next(!isFinal);
  }

  /**
   * @param again whether to ask when nothing has happened meanwhile
   */
  private void next(boolean again) {
    asking = false;
    first.tryComplete();
    if (closed) {
      return;
    } else if (anew) {
      ask();
      return;
    } else if (!again) {
      return;
    }
    timer = context.owner().setTimer(delayMillis, id -> ask());
    delayMillis = Math.min(intervalMillis, 2 * delayMillis);
  }
}
