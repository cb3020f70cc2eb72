package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.net.TlsEngine;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedTlsTest {

  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final List<TlsMaterial> told = new CopyOnWriteArrayList<>();
  private Instant now = NOW;
  private WatchedTls watched;

  @BeforeEach
  void open() throws Exception {
    write("data-1", "first", NOW.plus(10, ChronoUnit.DAYS));
    point("data-1");
    // as Kubernetes mounts a secret: files are links through a link that is replaced
    Files.createSymbolicLink(folder.resolve("tls.crt"), Path.of("..data/tls.crt"));
    Files.createSymbolicLink(folder.resolve("tls.key"), Path.of("..data/tls.key"));
    TlsFiles files = TlsFiles.of(folder.resolve("tls.crt"), folder.resolve("tls.key"), null);
    watched = new WatchedTls(vertx, "callers", List.of(files), TlsEngine.JDK, () -> now);
    watched.onMaterial(told::add);
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private void write(String data, String name, Instant until) throws Exception {
    X509Bundle made =
        new CertificateBuilder()
            .subject("CN=" + name)
            .addSanDnsName(name)
            .notBefore(NOW.minusSeconds(60))
            .notAfter(until)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.createDirectories(folder.resolve(data));
    Files.writeString(folder.resolve(data + "/tls.crt"), made.getCertificatePEM());
    Files.writeString(folder.resolve(data + "/tls.key"), made.getPrivateKeyPEM());
  }

  private void point(String data) throws Exception {
    Files.deleteIfExists(folder.resolve("..data"));
    Files.createSymbolicLink(folder.resolve("..data"), Path.of(data));
  }

  private void look() throws Exception {
    watched.look().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private List<String> names() {
    return told.stream().map(material -> material.names().dns().get(0)).toList();
  }

  @Test
  void whoWaitsGetsWhatIsThereAndEachNewerOneOnce() throws Exception {
    look();
    write("data-2", "second", NOW.plus(20, ChronoUnit.DAYS));
    point("data-2");
    look();
    look();
    assertThat(names()).containsExactly("first", "second");
    assertThat(watched.current()).isSameAs(told.get(1));
    assertThat(watched.problem()).isNull();
  }

  @Test
  void aFileThatIsNoGoodChangesNothingAndIsSaidOnceItsFoundSoTwice() throws Exception {
    Files.writeString(folder.resolve("data-1/tls.key"), "MARKED");
    look();
    assertThat(watched.problem()).isNull();
    look();
    assertThat(watched.problem())
        .startsWith(folder.resolve("tls.key") + " holds no private key, expected ")
        .doesNotContain("MARKED");
    assertThat(names()).containsExactly("first");
    write("data-1", "second", NOW.plus(20, ChronoUnit.DAYS));
    look();
    assertThat(watched.problem()).isNull();
    assertThat(names()).containsExactly("first", "second");
  }

  @Test
  void aFileThatIsGoneChangesNothing() throws Exception {
    Files.delete(folder.resolve("tls.crt"));
    look();
    look();
    assertThat(watched.problem())
        .isEqualTo(folder.resolve("tls.crt") + " doesn't exist, expected a file in PEM");
    assertThat(names()).containsExactly("first");
  }

  @Test
  void filesThatOneOfThoseWhoWaitRefusesChangeNothingForTheOthers() throws Exception {
    watched.onMaterial(
        material -> {
          if (material.names().dns().contains("second")) {
            throw new TlsFailure("not here");
          }
        });
    write("data-1", "second", NOW.plus(20, ChronoUnit.DAYS));
    look();
    look();
    assertThat(watched.problem()).isEqualTo("not here");
    assertThat(watched.current().names().dns()).containsExactly("first");
    assertThat(names()).last().isEqualTo("first");
  }

  @Test
  void theTimeThatIsLeftIsTold() {
    assertThat(watched.left()).isEqualTo(Duration.ofDays(10));
    now = NOW.plus(11, ChronoUnit.DAYS);
    assertThat(watched.left()).isEqualTo(Duration.ofDays(-1));
  }
}
