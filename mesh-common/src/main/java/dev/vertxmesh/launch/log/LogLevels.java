package dev.vertxmesh.launch.log;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverters;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * {@code /log}: from which level on lines are written, such as {@code {"root": "info",
 * "dev.vertxmesh.links": "debug"}}. What isn't named is as it was at the start. A name counts for
 * all that begin with it, and the longest counts. Thread-safe.
 */
final class LogLevels implements Adjustable {

  static final String ROOT = "root";
  static final int MOST = 50;
  static final int LONGEST = 200;

  private static final String OURS = "dev.vertxmesh.";
  private static final String AUDIT = "audit";
  private static final Pattern NAME = Pattern.compile("[\\w$-]+(\\.[\\w$-]+)*");

  /**
   * Of what these say below a warning, Netty writes whole messages that nobody has read, with what
   * callers show of themselves.
   */
  private static final String MESSAGES = "io.netty.channel.DefaultChannelPipeline";

  private static final String STREAMS = "io.netty.handler.codec.http2.DefaultHttp2Connection";

  /** What is said of connections, in words that are for who wants to hear of each. */
  private static final Map<String, Level> QUIET =
      Map.of(
          // Netty warns of each connection that is reset before it has begun, which a port scan or
          // a health check does all day
          "io.netty.channel.ChannelInitializer",
          Level.SEVERE,
          // Netty tells of each frame of a stream that was reset while they were on their way
          "io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder",
          Level.WARNING,
          // Vert.x calls each connection that is reset an error
          "io.vertx.core.net.impl.ConnectionBase",
          Level.OFF,
          // Vert.x warns of each connection that a client of HTTP gives up; why, the agents say
          "io.vertx.core.http.impl.HttpClientConnectionInternal",
          Level.SEVERE);

  private final System.Logger.Level atStart;

  /** The log manager itself forgets loggers, and with them what was set. */
  private final Map<String, Logger> held = new HashMap<>();

  private volatile Map<String, System.Logger.Level> levels;

  /**
   * Sets them.
   *
   * @param atStart what counts where nothing else was set
   */
  LogLevels(System.Logger.Level atStart) {
    this.atStart = atStart;
    set(new TreeMap<>());
  }

  @Override
  public String path() {
    return "/log";
  }

  @Override
  public JsonObject value() {
    JsonObject value = new JsonObject();
    levels.forEach((name, level) -> value.put(name, level.name().toLowerCase(Locale.ROOT)));
    return value;
  }

  @Override
  public Future<Void> put(JsonObject value) {
    if (value.size() > MOST) {
      throw new IllegalArgumentException(
          "%d loggers, expected at most %d".formatted(value.size(), MOST));
    }
    TreeMap<String, System.Logger.Level> wanted = new TreeMap<>();
    value.forEach(
        given -> {
          checkName(given.getKey());
          wanted.put(given.getKey(), level(given.getKey(), given.getValue()));
        });
    set(wanted);
    return Future.succeededFuture();
  }

  private static System.Logger.Level level(String name, Object given) {
    try {
      return new OptionConverters.LogLevel().convert(given instanceof String text ? text : "");
    } catch (OptionConverter.Expected e) {
      String shown = given instanceof String text ? "'" + cut(text) + "'" : cut("" + given);
      throw new IllegalArgumentException(
          "%s: given %s, expected %s".formatted(name, shown, e.getMessage()), e);
    }
  }

  private void checkName(String name) {
    if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s', expected root, or a package or class, of at most %d characters"
              .formatted(cut(name), LONGEST));
    } else if (isOrBelow(name, AUDIT)) {
      throw new IllegalArgumentException(name + ": who did what is always written");
    } else if (isOrBelow(name, MESSAGES)) {
      throw new IllegalArgumentException(
          name + ": it stays as it is, as it would show what callers send");
    } else if (!levels.containsKey(name)) {
      checkKnown(name);
    }
  }

  /** A name that was misspelt would change nothing. */
  private static void checkKnown(String name) {
    Set<String> known = new TreeSet<>(Set.of(ROOT));
    for (String logger : Collections.list(LogManager.getLogManager().getLoggerNames())) {
      if (isOrBelow(logger, name)) {
        return;
      } else if (logger.startsWith(OURS)) {
        known.add(logger.substring(0, (logger + '.').indexOf('.', OURS.length())));
      }
    }
    throw new IllegalArgumentException(
        "%s: nothing logs by that name, or one below it, so far; expected a package or class, such as one of %s"
            .formatted(name, String.join(", ", known)));
  }

  private static boolean isOrBelow(String logger, String name) {
    return logger.startsWith(name)
        && (logger.length() == name.length() || logger.charAt(name.length()) == '.');
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  /** Whether it writes more than it would without being asked, and so stacks of errors too. */
  boolean isVerbose(String logger) {
    return inForce(String.valueOf(logger)).getSeverity() < System.Logger.Level.INFO.getSeverity();
  }

  private System.Logger.Level inForce(String logger) {
    Map<String, System.Logger.Level> now = levels;
    String name = logger;
    while (!name.isEmpty()) {
      System.Logger.Level level = now.get(name);
      if (level != null) {
        return level;
      }
      name = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
    return now.get(ROOT);
  }

  private synchronized void set(TreeMap<String, System.Logger.Level> wanted) {
    wanted.putIfAbsent(ROOT, atStart);
    Set<String> names = new HashSet<>(QUIET.keySet());
    names.addAll(Set.of(AUDIT, MESSAGES, STREAMS));
    names.addAll(wanted.keySet());
    levels = Collections.unmodifiableMap(wanted);
    held.keySet().stream().filter(name -> !names.contains(name)).forEach(this::unset);
    held.keySet().retainAll(names);
    names.forEach(
        name -> held.computeIfAbsent(name, LogLevels::logger).setLevel(levelOf(name, wanted)));
    held.get(STREAMS).setFilter(isVerbose(STREAMS) ? null : new LostTrailersFilter());
  }

  private void unset(String name) {
    held.get(name).setLevel(null);
  }

  private static Logger logger(String name) {
    return Logger.getLogger(name.equals(ROOT) ? "" : name);
  }

  /** Null for what a shorter name has. */
  private Level levelOf(String name, Map<String, System.Logger.Level> wanted) {
    Level inForce = julLevel(inForce(name));
    if (name.equals(AUDIT)) {
      return Level.INFO;
    } else if (name.equals(MESSAGES)) {
      return stricter(inForce, Level.INFO);
    } else if (QUIET.containsKey(name) && !wanted.containsKey(name)) {
      return isVerbose(name) ? null : stricter(inForce, QUIET.get(name));
    }
    return wanted.containsKey(name) ? inForce : null;
  }

  private static Level stricter(Level one, Level other) {
    return one.intValue() > other.intValue() ? one : other;
  }

  /**
   * FINEST is never on: what Netty, Vert.x and Lettuce trace is every byte, a password of Redis
   * among them.
   */
  private static Level julLevel(System.Logger.Level level) {
    return switch (level) {
      case ERROR -> Level.SEVERE;
      case WARNING -> Level.WARNING;
      case DEBUG -> Level.FINE;
      case TRACE -> Level.FINER;
      default -> Level.INFO;
    };
  }
}
