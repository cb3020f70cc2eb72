package dev.vertxmesh.access;

import dev.vertxmesh.access.token.TokenKeys;
import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;

/**
 * Who may call what, as it stands: what the file said when it was right last. It's looked at once a
 * second and read again when it has changed; one that is wrong changes nothing, and is told of once
 * in the log and in {@code /topology} as long as it is. May be asked on any thread.
 */
public final class Access {

  private static final Logger LOG = System.getLogger(Access.class.getName());
  private static final long LOOK_MILLIS = 1_000;

  private final Path file;
  private final AccessMeters meters;
  private final TokenKeys atUrls;
  private final AuditLog audit = new AuditLog(System::nanoTime);
  private volatile AccessConfig config;
  private volatile String problem = "";
  private Map<Path, String> refused = Map.of();
  private final Vertx vertx;
  private long timer = -1;
  private boolean looking;

  private Access(
      Path file, AccessConfig config, AccessMeters meters, TokenKeys atUrls, Vertx vertx) {
    this.atUrls = atUrls;
    this.vertx = vertx;
    this.file = file;
    this.config = config;
    this.meters = meters;
  }

  /**
   * Reads the file, which blocks.
   *
   * @param file null for an agent that asks nobody who it is
   * @throws IllegalArgumentException saying what is wrong with it, and where
   */
  public static Access open(Vertx vertx, String file, MeshMeters meters) {
    AccessMeters counts = new AccessMeters();
    if (file == null) {
      return new Access(null, AccessConfig.NONE, counts, null, vertx);
    }
    Path path = Path.of(file);
    TokenKeys atUrls = new TokenKeys(vertx, System::nanoTime);
    AccessConfig read = AccessConfig.read(path, atUrls);
    counts.register(meters);
    return new Access(path, read, counts, atUrls, vertx);
  }

  /**
   * Throws what {@link #open} would.
   *
   * @throws IllegalArgumentException saying what is wrong with the file, and where
   */
  public static void check(String file) {
    AccessConfig.read(Path.of(file), null);
  }

  /** Looks at the file from now on. */
  public void watch() {
    if (file != null) {
      timer = vertx.setPeriodic(LOOK_MILLIS, id -> look());
    }
  }

  /** Doesn't look any more. */
  public void close() {
    if (file != null) {
      vertx.cancelTimer(timer);
    }
  }

  private void look() {
    if (!looking) {
      looking = true;
      vertx.executeBlocking(this::lookNow, false).onComplete(done -> looking = false);
    }
  }

  /** Blocks; returns whether something else counts now. */
  synchronized boolean lookNow() {
    if (!config.isOutdated()) {
      if (!problem.isEmpty()) {
        problem = "";
        LOG.log(Level.INFO, "{0} is again what counts", file);
      }
      refused = Map.of();
      return false;
    }
    Map<Path, String> seen = config.stampsNow();
    if (seen.equals(refused)) {
      return false;
    }
    try {
      config = AccessConfig.read(file, atUrls);
      problem = "";
      refused = Map.of();
      LOG.log(
          Level.INFO,
          "{0} was read: {1} rules, {2} keys, {3} issuers",
          file,
          config.rules().size(),
          config.keys().size(),
          config.tokens().size());
      return true;
    } catch (IllegalArgumentException e) {
      refused = seen;
      problem = e.getMessage();
      LOG.log(Level.WARNING, "what was read before still counts: {0}", problem);
      return false;
    }
  }

  /** Whether there's a file, so that callers are asked who they are. */
  public boolean isOn() {
    return file != null;
  }

  /** What counts now. */
  AccessConfig config() {
    return config;
  }

  Vertx vertx() {
    return vertx;
  }

  AccessMeters meters() {
    return meters;
  }

  AuditLog audit() {
    return audit;
  }

  /** What is wrong with the file as it is now; empty if it counts. */
  public String problem() {
    return problem;
  }

  /** For {@code /topology}: no secrets, and no names. */
  public JsonObject described() {
    AccessConfig now = config;
    return new JsonObject()
        .put("on", isOn())
        .put("files", new JsonArray(now.files()))
        .put("rules", now.rules().size())
        .put("keys", now.keys().size())
        .put("issuers", now.tokens().size())
        .put("problem", problem.isEmpty() ? now.tokens().problem() : problem);
  }

  /**
   * Which rule decides, for a person to read.
   *
   * @param who such as {@code key:shop} or {@code anonymous}, and groups after commas: {@code
   *     token:ann,group:admins}; {@code network:ADDRESS} among them says where it calls from
   * @param call such as {@code pkg.Service#method}
   * @throws IllegalArgumentException saying what was expected
   */
  public String explain(String who, String call) {
    return Explanation.of(config.rules(), who, call);
  }

  /** The same of a file that no agent has read; blocks. */
  public static String explain(String file, String who, String call) {
    AccessConfig read = file == null ? AccessConfig.NONE : AccessConfig.read(Path.of(file), null);
    return Explanation.of(read.rules(), who, call);
  }
}
