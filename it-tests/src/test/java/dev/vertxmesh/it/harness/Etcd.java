package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An etcd of one or several members, each a process, and a person's hands on its keys. */
public final class Etcd implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(300);

  private final EtcdRelease release;
  private final Path folder;
  private final List<String> flags;
  private final List<Member> members;
  private List<String> guards = List.of();

  /**
   * @param folder for its data; a test's own
   * @param flags more flags for every member
   */
  public Etcd(EtcdRelease release, Path folder, int members, String... flags) {
    this.release = release;
    this.folder = folder;
    this.flags = List.of(flags);
    this.members = IntStream.range(0, members).mapToObj(Member::new).toList();
  }

  /**
   * Opens a second door at each member, with TLS; the first stays for a person's hands.
   *
   * @param clients PEM of the authority that agents have to be known by; null for anybody
   */
  public Etcd guarded(Authority.Identity server, Path clients) {
    Stream<String> tls = Stream.of("--cert-file=" + server.cert(), "--key-file=" + server.key());
    Stream<String> known =
        clients == null
            ? Stream.of()
            : Stream.of("--client-cert-auth=true", "--trusted-ca-file=" + clients);
    guards = Stream.concat(tls, known).toList();
    return this;
  }

  /** Starts all members, and waits until they are well. */
  public Etcd start() {
    members.forEach(Member::launch);
    awaitHealthy();
    return this;
  }

  public void awaitHealthy() {
    await().atMost(START).until(() -> members.stream().allMatch(Member::isHealthy));
  }

  public Member member(int index) {
    return members.get(index);
  }

  /** Waits until there is one. */
  public Member leader() {
    return first(this::leads);
  }

  private Member first(Predicate<Member> wanted) {
    return await()
        .until(() -> members.stream().filter(wanted).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  /** Whether it's there and leads; false too if it doesn't answer. */
  public boolean leads(Member member) {
    try {
      return member.isHealthy() && member.isLeader();
    } catch (UncheckedIOException e) { // it went meanwhile
      return false;
    }
  }

  public List<Member> members() {
    return members;
  }

  /** {@code 127.0.0.1:PORT,…} */
  public String hosts() {
    return members.stream().map(Member::address).collect(Collectors.joining(","));
  }

  /** The port of the only member's door without TLS. */
  public int plainPort() {
    return members.get(0).port;
  }

  /** The port of the only member's door with TLS. */
  public int guardedPort() {
    return members.get(0).guardedPort;
  }

  /** One of its processes. */
  public final class Member {
    private final int index;
    private final int port = Ports.free();
    private final int guardedPort = Ports.free();
    private final int peerPort = Ports.free();
    private Child child;

    Member(int index) {
      this.index = index;
    }

    public String address() {
      return "127.0.0.1:" + port;
    }

    private Path data() {
      return folder.resolve("member-" + index);
    }

    /** Starts it, and waits for nothing: where most are missing it isn't well before others are. */
    public void launch() {
      String client = "http://" + address();
      String peer = "http://127.0.0.1:" + peerPort;
      String cluster =
          members.stream()
              .map(one -> "m" + one.index + "=http://127.0.0.1:" + one.peerPort)
              .collect(Collectors.joining(","));
      Stream<String> command =
          Stream.of(
              release.program() + "",
              "--name=m" + index,
              "--data-dir=" + data(),
              "--bcrypt-cost=4", // its own is 0.1 s of CPU for a login, one after the other
              "--listen-client-urls=" + client + guardedUrl(),
              "--advertise-client-urls=" + client,
              "--listen-peer-urls=" + peer,
              "--initial-advertise-peer-urls=" + peer,
              "--initial-cluster=" + cluster);
      Stream<String> v2 = release.speaksV2() ? Stream.of("--enable-v2=true") : Stream.of();
      Stream<String> more =
          Stream.of(v2, release.withoutTheDisk(), flags.stream(), guards.stream())
              .flatMap(all -> all);
      child = Child.start(release + " m" + index, Stream.concat(command, more).toList(), Map.of());
    }

    private String guardedUrl() {
      return guards.isEmpty() ? "" : ",https://127.0.0.1:" + guardedPort;
    }

    /** SIGKILL. */
    public void kill() {
      child.kill();
    }

    /** Starts it again and waits until it's well. */
    public void start() {
      launch();
      await().atMost(START).until(this::isHealthy);
    }

    /** Throws its data away; not while it runs. */
    public void forget() {
      try (Stream<Path> files = Files.walk(data())) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public void pause() {
      child.signal("STOP");
    }

    public void resume() {
      child.signal("CONT");
    }

    boolean isHealthy() {
      return child.isAlive() && EtcdHttp.get(address(), "/health").contains("true");
    }

    boolean isLeader() {
      JsonObject status = EtcdHttp.post(address(), "/v3/maintenance/status", new JsonObject());
      String self = status.getJsonObject("header").getString("member_id");
      return self.equals(status.getString("leader"));
    }
  }

  /** As {@code etcdctl put} does. */
  public void put(String key, String value) {
    put(key, value, false);
  }

  /** As {@code etcdctl put --ignore-lease} does: what it's bound to, it stays bound to. */
  public void edit(String key, String value) {
    put(key, value, true);
  }

  private void put(String key, String value, boolean ignoreLease) {
    JsonObject request = new JsonObject().put("key", base64(key)).put("value", base64(value));
    told("/v3/kv/put", ignoreLease ? request.put("ignore_lease", true) : request);
  }

  /** As {@code etcdctl get} does; null if there is nothing. */
  public String get(String key) {
    JsonObject found = find(key);
    return found == null ? null : text(found.getString("value"));
  }

  /** A key as the third API shows it; null if there is nothing. */
  public JsonObject find(String key) {
    JsonArray found =
        told("/v3/kv/range", new JsonObject().put("key", base64(key))).getJsonArray("kvs");
    return found == null ? null : found.getJsonObject(0);
  }

  /**
   * As {@code etcdctl get --prefix --keys-only} does.
   *
   * @param prefix with a slash at its end
   */
  public List<String> keys(String prefix) {
    JsonObject request =
        new JsonObject()
            .put("key", base64(prefix))
            .put("range_end", base64(prefix.substring(0, prefix.length() - 1) + "0"))
            .put("keys_only", true);
    JsonArray found = told("/v3/kv/range", request).getJsonArray("kvs", new JsonArray());
    return found.stream().map(one -> text(((JsonObject) one).getString("key"))).toList();
  }

  private static String text(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  public void delete(String key) {
    told("/v3/kv/deleterange", new JsonObject().put("key", base64(key)));
  }

  /** Forgets everything but what is there now. */
  public void compact() {
    JsonObject now = told("/v3/kv/range", new JsonObject().put("key", base64("any")));
    String revision = now.getJsonObject("header").getString("revision");
    v3("/v3/kv/compaction", new JsonObject().put("revision", revision).put("physical", true));
  }

  /** The same, until it isn't an error, as of an etcd that elects a leader or waits for a disk. */
  private JsonObject told(String path, JsonObject request) {
    return await().until(() -> v3(path, request), answer -> answer.containsKey("header"));
  }

  /** What the third API answers. */
  public JsonObject v3(String path, JsonObject request) {
    return EtcdHttp.post(someone(), path, request);
  }

  /** How many calls of the third API have come so far, to all members. */
  public double calls() {
    return members.stream()
        .map(member -> Metrics.parse(EtcdHttp.get(member.address(), "/metrics")))
        .mapToDouble(metrics -> metrics.sum("grpc_server_started_total"))
        .sum();
  }

  /** Sets a key by the second API, without a TTL unless one is given. */
  public void putV2(String key, String value, int ttlSeconds) {
    EtcdHttp.putV2(someone(), key, value, ttlSeconds);
  }

  /** A key as the second API shows it; null if there is nothing. */
  public JsonObject nodeV2(String key) {
    String answer = EtcdHttp.get(someone(), "/v2/keys" + key);
    return answer.isEmpty() ? null : new JsonObject(answer).getJsonObject("node");
  }

  public void deleteV2(String key) {
    EtcdHttp.deleteV2(someone(), key);
  }

  /** The address of one that's well; waits until there is one. */
  String someone() {
    return first(Member::isHealthy).address();
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    for (Member member : members) {
      if (member.child != null && member.child.isAlive()) {
        member.resume();
        member.kill();
      }
    }
  }
}
