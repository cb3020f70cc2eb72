package dev.vertxmesh.access;

import dev.vertxmesh.access.guess.GuessLimit;
import dev.vertxmesh.access.token.TokenKeys;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.ReadFile;
import dev.vertxmesh.yaml.WatchedFile;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Set;

/**
 * Who may call what, as it stands: what the file said when it was right last. May be asked on any
 * thread.
 */
public final class Access {

  private final WatchedFile watched;
  private final AccessMeters meters;
  private final AuditLog audit = new AuditLog(System::nanoTime);
  private final GuessLimit guesses = new GuessLimit(System::nanoTime);
  private final Vertx vertx;
  private volatile AccessConfig config = AccessConfig.NONE;

  private Access(WatchedFile watched, AccessMeters meters, Vertx vertx) {
    this.watched = watched;
    this.meters = meters;
    this.vertx = vertx;
  }

  /**
   * Reads the file, which blocks.
   *
   * @param file null for an agent that asks nobody who it is
   * @throws IllegalArgumentException saying what is wrong with it, and where
   */
  public static Access open(Vertx vertx, String file, MeshMeters meters) {
    AccessMeters counts = new AccessMeters();
    WatchedFile watched = new WatchedFile(vertx, file == null ? null : Path.of(file));
    Access access = new Access(watched, counts, vertx);
    if (file != null) {
      watched.add(access.new Rules());
      counts.register(meters, watched);
    }
    return access;
  }

  /** What of the file is about access. */
  private final class Rules implements WatchedFile.Part<AccessConfig> {

    private final TokenKeys atUrls = new TokenKeys(vertx, System::nanoTime);

    @Override
    public AccessConfig read(ReadFile file) {
      return AccessConfig.read(file, atUrls);
    }

    @Override
    public void take(AccessConfig read) {
      config = read;
    }
  }

  /**
   * Throws what {@link #open} would.
   *
   * @throws IllegalArgumentException saying what is wrong with the file, and where
   */
  public static void check(String file) {
    AccessConfig.read(ReadFile.of(Path.of(file)), null);
  }

  /** The file, of which limits may be a part, too. */
  public WatchedFile file() {
    return watched;
  }

  /** Looks at the file from now on. */
  public void watch() {
    watched.watch();
  }

  /** Doesn't look any more. */
  public void close() {
    watched.close();
  }

  /** Blocks; returns whether something else counts now. */
  boolean lookNow() {
    return watched.lookNow();
  }

  /** Whether there's a file, so that callers are asked who they are. */
  public boolean isOn() {
    return watched.isOn();
  }

  /** Attachments that only those may set of whom a rule says so, in lower case. */
  public Set<String> guarded() {
    return config().rules().guarded();
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

  /** How often callers of an address may show what isn't right. */
  GuessLimit guesses() {
    return guesses;
  }

  AuditLog audit() {
    return audit;
  }

  /** Notes that a layer refuses a call for what its caller may not do; it counts as denied. */
  public void refused(Call call, String reason) {
    audit.denied(call, reason);
    meters.count(AccessMeters.Outcome.DENIED, Identity.kindOf(call.record().identity()));
  }

  /** For {@code /topology}: no secrets, and no names. */
  public JsonObject described() {
    AccessConfig now = config();
    String problem = watched.problem();
    return new JsonObject()
        .put("on", isOn())
        .put("files", new JsonArray(now.stamps().files()))
        .put("rules", now.rules().size())
        .put("keys", now.keys().size())
        .put("issuers", now.tokens().size())
        .put("problem", problem.isEmpty() ? now.tokens().problem() : problem);
  }

  /**
   * Which rule decides, for a person to read.
   *
   * @param who such as {@code key:shop}, whose groups the file of keys has, or {@code anonymous},
   *     and groups after commas: {@code token:ann,group:admins}; {@code network:ADDRESS} among them
   *     says where it calls from, and {@code tag:VALUE} which {@code dubbo.tag} the call has
   * @param call such as {@code pkg.Service#method}
   * @throws IllegalArgumentException saying what was expected
   */
  public String explain(String who, String call) {
    return Explanation.of(config(), who, call);
  }

  /** The same of a file that no agent has read; blocks. */
  public static String explain(String file, String who, String call) {
    AccessConfig read =
        file == null ? AccessConfig.NONE : AccessConfig.read(ReadFile.of(Path.of(file)), null);
    return Explanation.of(read, who, call);
  }
}
