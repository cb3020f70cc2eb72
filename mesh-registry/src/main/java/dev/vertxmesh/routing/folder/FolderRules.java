package dev.vertxmesh.routing.folder;

import dev.vertxmesh.routing.RuleBook;
import dev.vertxmesh.routing.RuleSource;
import dev.vertxmesh.routing.yaml.RuleReader;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each file {@code NAME.yaml} or {@code NAME.yml} is a rule; looked at once a second. */
public final class FolderRules implements RuleSource {

  private static final Logger LOG = System.getLogger(FolderRules.class.getName());
  private static final long LOOK_MILLIS = 1_000;

  private final Vertx vertx;
  private final Path folder;
  private final NavigableMap<String, String> unreadable = new TreeMap<>();
  private Map<String, String> told;
  private boolean isAway;
  private volatile String problem = "";
  private volatile long timer = -1;
  private volatile boolean looking;

  public FolderRules(Vertx vertx, Path folder) {
    this.vertx = vertx;
    this.folder = folder;
  }

  @Override
  public Future<Void> watch(Consumer<Map<String, String>> listener) {
    Promise<Void> first = Promise.promise();
    timer = vertx.setPeriodic(LOOK_MILLIS, id -> look(listener, first));
    look(listener, first);
    return first.future();
  }

  private void look(Consumer<Map<String, String>> listener, Promise<Void> first) {
    if (!looking) {
      looking = true;
      vertx
          .<Void>executeBlocking(
              () -> {
                lookNow(listener);
                return null;
              },
              false)
          .onComplete(
              done -> {
                looking = false;
                first.tryComplete();
              });
    }
  }

  /** Blocks. */
  synchronized void lookNow(Consumer<Map<String, String>> listener) {
    try {
      Map<String, String> texts = texts();
      if (isAway) {
        LOG.log(Level.INFO, "{0} can be read again", folder);
        isAway = false;
      }
      problem = unreadable.isEmpty() ? "" : "can't be read: " + unreadable.firstEntry();
      if (!texts.equals(told)) {
        told = texts;
        listener.accept(texts);
      }
    } catch (IOException | UncheckedIOException e) {
      if (!isAway) {
        LOG.log(Level.WARNING, "the rules that were read before still count: {0}", e.toString());
      }
      isAway = true;
      problem = folder + " can't be read: " + e;
    }
  }

  private Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> some =
          files.filter(FolderRules::isRule).sorted().limit(RuleBook.MOST_RULES + 1).toList();
      some.forEach(file -> read(file, texts));
      unreadable.keySet().retainAll(some.stream().map(FolderRules::rule).toList());
    }
    return texts;
  }

  private static String rule(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.lastIndexOf('.'));
  }

  /** Dots begin the names of what is about to be put in place, such as an editor's files. */
  private static boolean isRule(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml"));
  }

  /** One that is gone by now isn't there; one that can't be read is as it was. */
  private void read(Path file, Map<String, String> texts) {
    String rule = rule(file);
    try {
      long size = Files.size(file);
      String text =
          size > 4L * RuleReader.LONGEST
              ? "x".repeat(RuleReader.LONGEST + 1) // which is refused for its length
              : Files.readString(file, StandardCharsets.UTF_8);
      texts.put(rule, text);
      unreadable.remove(rule);
    } catch (IOException e) {
      if (!e.toString().equals(unreadable.put(rule, e.toString()))) {
        LOG.log(Level.WARNING, "the rule {0} can''t be read: {1}", file, e.toString());
      }
      if (told != null && told.containsKey(rule) && Files.exists(file)) {
        texts.put(rule, told.get(rule));
      }
    }
  }

  @Override
  public String describe() {
    return folder.toString();
  }

  @Override
  public String problem() {
    return problem;
  }

  @Override
  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }
}
