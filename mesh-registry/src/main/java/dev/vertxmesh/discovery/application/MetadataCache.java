package dev.vertxmesh.discovery.application;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * What the instances of each revision serve, asked once for all of them, however many begin at
 * once: three times, a second apart, as Dubbo does, each time another instance. Used on one thread.
 */
public final class MetadataCache {

  /** How often is asked for one. */
  public static final int TRIES = 3;

  /** Between two tries. */
  public static final long PAUSE_MILLIS = 1_000;

  /** How many are asked at once; others wait. */
  static final int MOST_ASKED = 32;

  /** Whose metadata it is. */
  public record Key(String application, String revision) {}

  private record Question(
      Key key, List<ApplicationInstance> instances, Promise<MetadataInfo> told) {}

  private final MetadataSource source;
  private final Executor thread;
  private final BiConsumer<Long, Runnable> timer;
  private final long room;
  private final Map<Key, Promise<MetadataInfo>> known = new HashMap<>();
  private final Deque<Question> waiting = new ArrayDeque<>();
  private int asked;
  private long characters;

  /**
   * @param thread that this is used on
   * @param timer runs something on it after so many milliseconds
   * @param room characters of all texts together that may be known
   */
  public MetadataCache(
      MetadataSource source, Executor thread, BiConsumer<Long, Runnable> timer, long room) {
    this.source = source;
    this.thread = thread;
    this.timer = timer;
    this.room = room;
  }

  /**
   * @param instances of the revision, at least one
   * @return completes on the thread, at once if it's known; a failure isn't remembered
   */
  public Future<MetadataInfo> get(Key key, List<ApplicationInstance> instances) {
    Promise<MetadataInfo> here = known.get(key);
    if (here == null) {
      here = Promise.promise();
      known.put(key, here);
      waiting.add(new Question(key, List.copyOf(instances), here));
      next();
    }
    return here.future();
  }

  /** What isn't any of these is forgotten. */
  public void retain(Set<Key> keys) {
    known
        .entrySet()
        .removeIf(
            one -> {
              Future<MetadataInfo> told = one.getValue().future();
              boolean isForgotten = told.isComplete() && !keys.contains(one.getKey());
              if (isForgotten && told.succeeded()) {
                characters -= told.result().characters();
              }
              return isForgotten;
            });
  }

  /** How many are known or asked for. */
  public int size() {
    return known.size();
  }

  private void next() {
    while (asked < MOST_ASKED && !waiting.isEmpty()) {
      asked++;
      ask(waiting.remove(), 0);
    }
  }

  private void ask(Question question, int before) {
    ApplicationInstance instance = question.instances.get(before % question.instances.size());
    text(question.key, instance)
        .map(text -> read(question.key, text))
        .onComplete(
            told ->
                thread.execute(
                    () -> {
                      if (told.succeeded()) {
                        onTold(question, told.result());
                      } else if (before + 1 < TRIES) {
                        timer.accept(PAUSE_MILLIS, () -> ask(question, before + 1));
                      } else {
                        onFailure(question, told.cause());
                      }
                    }));
  }

  private Future<String> text(Key key, ApplicationInstance instance) {
    try {
      return instance.isRemote()
          ? source.remote(key.application, key.revision)
          : source.local(MetadataAddress.of(instance), key.revision);
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
  }

  private static MetadataInfo read(Key key, String text) {
    if (text == null || text.isBlank()) {
      throw new IllegalArgumentException(
          "the registry has no metadata of the revision " + key.revision);
    }
    return MetadataInfo.parse(text);
  }

  private void onTold(Question question, MetadataInfo info) {
    if (characters + info.characters() > room) {
      onFailure(
          question,
          new IllegalArgumentException(
              "the metadata of others takes " + characters + " characters of " + room));
      return;
    }
    characters += info.characters();
    asked--;
    question.told.complete(info);
    next();
  }

  private void onFailure(Question question, Throwable cause) {
    known.remove(question.key);
    asked--;
    question.told.fail(cause);
    next();
  }
}
