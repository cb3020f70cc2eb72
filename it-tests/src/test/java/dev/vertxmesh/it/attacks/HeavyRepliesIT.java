package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider whose answers are few bytes and many objects, but for those to a good caller. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class HeavyRepliesIT {

  private static final int BODY = 8_000_000;
  private static final byte[] SMALL = HexFormat.of().parseHex("9195");

  /** The method that the good caller calls; any other has the heavy answer. */
  private static final String GOOD = "hash";

  private Mesh mesh;
  private FakeDubbo fake;
  private volatile byte[] body = {};
  private volatile int serialization = 2;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    mesh =
        Mesh.in(folder).with(Provider.dubbo("2.6.12")).jvm(Victim.MEMORY).underLoad().startAgents();
    fake = FakeDubbo.reading(mesh.dubbo().port(), this::answer);
    Mesh.awaitReady(mesh.providerAgent());
    mesh.awaitOpen();
    theGoodCallerIsAnswered();
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.providerAgent());
  }

  @AfterAll
  void close() throws IOException {
    consumer.say();
    provider.say();
    mesh.close();
    fake.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = GoodCaller.calling(this::theGoodCallerIsAnswered);
  }

  @AfterEach
  void nobodyIsHarmed() {
    good.callOn();
    good.leave();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  private void answer(long id, String request, Socket socket) throws IOException {
    boolean isGood = request.contains(GOOD);
    FakeDubbo.write(
        socket,
        isGood ? FakeDubbo.response(2, id, SMALL) : FakeDubbo.response(serialization, id, body));
  }

  private void theGoodCallerIsAnswered() {
    assertThat(mesh.http().hash("hello").body()).isEqualTo("5");
  }

  private Answer heavy(int in, byte[] bytes) {
    serialization = in;
    body = bytes;
    return mesh.http().json(Samples.HELLO, "heavy", "[\"hello\"]");
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
    Answer answer = heavy(2, filled("9157", part, "5a"));
    assertThat(answer.status()).as("%s", answer.detail()).isEqualTo(413);
    assertThat(answer.detail()).contains("as objects it weighs more");
  }

  @ParameterizedTest
  @CsvSource({"'1,', 1", "'[],', []", "'{},', {}", "'\"\",', \"\""})
  void resultsOfManyObjectsInFastjsonAreRefused(String part, String last) {
    int count = (BODY - 10) / part.length();
    String text = "1\n[" + part.repeat(count) + last + "]\n";
    Answer answer = heavy(6, text.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as("%s", answer.detail()).isEqualTo(413);
    assertThat(answer.detail()).contains("as objects it weighs more");
  }
}
