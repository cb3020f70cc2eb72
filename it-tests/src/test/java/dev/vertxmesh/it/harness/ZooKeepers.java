package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Authority.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A ZooKeeper of one or several members, each a process. */
public final class ZooKeepers implements AutoCloseable {

  /** The longest session that it grants, whatever is asked for. */
  public static final int SESSION_MILLIS = 4_000;

  private static final Duration START = Duration.ofSeconds(300);
  private static final int ANSWER_MILLIS = 2_000;

  private final Path folder;
  private final String classPath;
  private final List<Member> members;
  private Identity identity;
  private Path clients;
  private List<String> jvmFlags = List.of();

  /**
   * One of 3.9.
   *
   * @param folder for its data; a test's own
   */
  public ZooKeepers(Path folder, int members) {
    this(folder, members, System.getProperty("java.class.path"));
  }

  private ZooKeepers(Path folder, int members, String classPath) {
    this.folder = folder;
    this.classPath = classPath;
    this.members = IntStream.range(0, members).mapToObj(Member::new).toList();
  }

  /** One of 3.8. */
  public static ZooKeepers older(Path folder, int members) {
    return new ZooKeepers(folder, members, Jars.olderZooKeeper());
  }

  /**
   * Has it listen on another port, too, for TLS alone. Before it's started.
   *
   * @param identity whose it is
   * @param clients PEM of whoever has signed its clients' certificates
   */
  public ZooKeepers guarded(Identity identity, Path clients) {
    this.identity = identity;
    this.clients = clients;
    return this;
  }

  /** More flags for the JVM of each member. */
  public ZooKeepers jvm(List<String> more) {
    jvmFlags = more;
    return this;
  }

  /** Starts all members, and waits until they are well. */
  public ZooKeepers start() {
    members.forEach(Member::launch);
    await().atMost(START).until(() -> members.stream().allMatch(Member::isHealthy));
    return this;
  }

  public List<Member> members() {
    return members;
  }

  /** {@code 127.0.0.1:PORT,…} */
  public String hosts() {
    return members.stream().map(Member::address).collect(Collectors.joining(","));
  }

  /** Where the first of them has none. */
  public int plainPort() {
    return members.get(0).port;
  }

  /** Where the first of them wants TLS. */
  public int guardedPort() {
    return members.get(0).guardedPort;
  }

  /** As Dubbo's programs are told it. */
  public String dubboUrl() {
    return dubboUrl(members.stream().map(Member::address).toList());
  }

  /**
   * The same of ways to its members.
   *
   * @param addresses {@code HOST:PORT} of each
   */
  public static String dubboUrl(List<String> addresses) {
    String others = String.join(",", addresses.subList(1, addresses.size()));
    return "zookeeper://" + addresses.get(0) + (others.isEmpty() ? "" : "?backup=" + others);
  }

  @Override
  public void close() {
    members.forEach(Member::end);
  }

  /** One of its processes. */
  public final class Member {
    private final int index;
    private final int port = Ports.free();
    private final int peerPort = Ports.free();
    private final int electionPort = Ports.free();
    private final int guardedPort = Ports.free();
    private Child child;

    /** How often it has answered what it counts as a request, too. */
    private int asked;

    Member(int index) {
      this.index = index;
    }

    /** Starts it, and waits for nothing. */
    public void launch() {
      asked = 0;
      List<String> command =
          new ArrayList<>(Jars.java("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(jvmFlags);
      command.addAll(
          List.of(
              "-Dzookeeper.admin.enableServer=false",
              "-cp",
              classPath,
              "org.apache.zookeeper.server.quorum.QuorumPeerMain",
              configuration().toString()));
      child = Child.start("zookeeper m" + index, command, Map.of());
    }

    private Path configuration() {
      try {
        Path data = Files.createDirectories(folder.resolve("member-" + index));
        Files.writeString(data.resolve("myid"), "" + index);
        List<String> lines = new ArrayList<>();
        lines.add("dataDir=" + data);
        lines.add("clientPort=" + port);
        lines.add("clientPortAddress=127.0.0.1");
        lines.add("tickTime=500");
        lines.add("initLimit=40");
        lines.add("syncLimit=10");
        lines.add("minSessionTimeout=1000");
        lines.add("maxSessionTimeout=" + SESSION_MILLIS);
        lines.add("forceSync=no");
        lines.add("4lw.commands.whitelist=srvr");
        if (members.size() > 1) {
          members.forEach(
              one ->
                  lines.add(
                      "server.%d=127.0.0.1:%d:%d"
                          .formatted(one.index, one.peerPort, one.electionPort)));
        }
        if (identity != null) {
          // which wants a certificate and its key in one file
          Path both = data.resolve("server.pem");
          Files.writeString(
              both, Files.readString(identity.cert()) + Files.readString(identity.key()));
          lines.add("secureClientPort=" + guardedPort);
          lines.add("secureClientPortAddress=127.0.0.1");
          lines.add("serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory");
          lines.add("ssl.keyStore.type=PEM");
          lines.add("ssl.keyStore.location=" + both);
          lines.add("ssl.trustStore.type=PEM");
          lines.add("ssl.trustStore.location=" + clients);
          lines.add("ssl.clientAuth=need");
          lines.add("ssl.hostnameVerification=false");
        }
        return Files.write(data.resolve("zoo.cfg"), lines);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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

    public void pause() {
      child.signal("STOP");
    }

    public void resume() {
      child.signal("CONT");
    }

    /** {@code HOST:PORT} */
    public String address() {
      return "127.0.0.1:" + port;
    }

    /** Whether the others follow it. */
    public boolean leads() {
      return answer().contains("Mode: leader");
    }

    /** How many clients it has. */
    public int connections() {
      return said(answer(), "Connections: ").map(Integer::parseInt).orElse(0);
    }

    /** How many requests have come so far, the beginning of each session included. */
    public int requests() {
      String answer = answer();
      return said(answer, "Received: ").map(Integer::parseInt).orElseThrow() - asked;
    }

    private static Optional<String> said(String answer, String label) {
      return answer
          .lines()
          .filter(line -> line.startsWith(label))
          .map(line -> line.substring(label.length()).strip())
          .findFirst();
    }

    private boolean isHealthy() {
      if (!child.isAlive()) {
        throw new IllegalStateException("ZooKeeper has ended:\n" + child.log());
      }
      return answer().contains("Mode: ");
    }

    private String answer() {
      try (Socket socket = new Socket("127.0.0.1", port)) {
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
        String answer =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        asked += answer.isEmpty() ? 0 : 1;
        return answer;
      } catch (IOException e) { // it isn't there yet
        return "";
      }
    }

    private void end() {
      if (child != null) {
        child.signalIfAlive("CONT");
        child.end();
      }
    }
  }
}
