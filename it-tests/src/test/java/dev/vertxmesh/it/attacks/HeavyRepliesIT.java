package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider whose answers are few bytes and many objects. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class HeavyRepliesIT {

  private static final int BODY = 8_000_000;

  private Mesh mesh;
  private FakeDubbo fake;
  private volatile byte[] body = {};
  private volatile int serialization = 2;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    mesh =
        Mesh.in(folder).with(Provider.dubbo("2.6.12")).jvm(Victim.MEMORY).underLoad().startAgents();
    fake =
        FakeDubbo.on(
            mesh.dubbo().port(),
            (id, socket) ->
                socket.getOutputStream().write(FakeDubbo.response(serialization, id, body)));
    Mesh.awaitReady(mesh.providerAgent());
    mesh.awaitOpen();
    provider = new Victim("provider", mesh.providerAgent());
  }

  @AfterAll
  void close() throws IOException {
    provider.say();
    mesh.close();
    fake.close();
  }

  @AfterEach
  void nobodyIsHarmed() {
    provider.assertUnharmed();
    answer(2, HexFormat.of().parseHex("9195"));
    assertThat(call().body()).as("the next call").isEqualTo("5");
  }

  private void answer(int in, byte[] bytes) {
    serialization = in;
    body = bytes;
  }

  private Answer call() {
    return mesh.http().hash("hello");
  }

  private static byte[] filled(String begin, String part, String end) {
    byte[] first = HexFormat.of().parseHex(begin);
    byte[] each = HexFormat.of().parseHex(part);
    byte[] last = HexFormat.of().parseHex(end);
    int count = (BODY - first.length - last.length) / each.length;
    byte[] all = new byte[first.length + count * each.length + last.length];
    System.arraycopy(first, 0, all, 0, first.length);
    for (int i = 0; i < count; i++) {
      System.arraycopy(each, 0, all, first.length + i * each.length, each.length);
    }
    System.arraycopy(last, 0, all, all.length - last.length, last.length);
    return all;
  }

  /** In hessian2, of a list without a length: small numbers, empty lists and maps, dates, texts. */
  @ParameterizedTest
  @CsvSource({"91", "78", "485a", "4b00000001", "0161", "c800", "480161905a"})
  void resultsOfManyObjectsInHessianAreRefused(String part) {
    answer(2, filled("9157", part, "5a"));
    Answer answer = call();
    assertThat(answer.status()).as("%s", answer.detail()).isEqualTo(413);
    assertThat(answer.detail()).contains("as objects it weighs more");
  }

  @ParameterizedTest
  @CsvSource({"'1,', 1", "'[],', []", "'{},', {}", "'\"\",', \"\""})
  void resultsOfManyObjectsInFastjsonAreRefused(String part, String last) {
    int count = (BODY - 10) / part.length();
    String text = "1\n[" + part.repeat(count) + last + "]\n";
    answer(6, text.getBytes(StandardCharsets.UTF_8));
    Answer answer = call();
    assertThat(answer.status()).as("%s", answer.detail()).isEqualTo(413);
    assertThat(answer.detail()).contains("as objects it weighs more");
  }
}
