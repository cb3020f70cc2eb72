package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ReceivedError;
import dev.vertxmesh.it.harness.Traffic;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes on the link port that no agent would send. A good caller's calls go on: its agent keeps the
 * link that it has.
 */
@Tag("attacks")
class LinkPortIT {

  /** As docs/protocol.md draws them; its own HELLO names itself {@code it}. */
  private static final String HELLO =
      "000000260100002600000000"
          + "564d5348"
          + "01010000"
          + "0001ffff"
          + "00800000"
          + "00000000"
          + "00001000"
          + "00000000"
          + "00001388"
          + "00026974"
          + "0000"; // two bytes of a later version's field, to be left alone

  private static final String DEFINE =
      "000000111000001100000000"
          + "00000000"
          + ("000173" + "0000" + "0000" + "00016d" + "00015a"); // s, none, none, m, Z

  private static Mesh mesh;
  private static Traffic good;
  private static Victim provider;

  @BeforeAll
  static void start(@TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).jvm(Victim.MEMORY).start();
    provider = new Victim("provider", mesh.providerAgent());
    good = Traffic.through(mesh);
  }

  @AfterAll
  static void close() {
    good.close();
    provider.say();
    mesh.close();
  }

  @AfterEach
  void theGoodCallersCallsWentOnAndNothingIsLeftOfTheStranger() {
    good.awaitMore(20);
    assertThat(good.failures()).isEmpty();
    await().until(() -> openLinks() == 1);
    provider.assertUnharmed();
  }

  private static double openLinks() {
    return mesh.providerAgent().metrics().sum("mesh_links", "state=\"open\"");
  }

  private static Wire connect() throws IOException {
    return Wire.to(mesh.providerAgent().port());
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static ReceivedError errorTo(byte[]... sent) throws IOException {
    try (Wire wire = connect()) {
      for (byte[] bytes : sent) {
        sendWhatGoes(wire, bytes);
      }
      return ReceivedError.in(wire.rest());
    }
  }

  @Test
  void aStrangerWhoGreetsRightlyIsTakenAndMayLeave() throws IOException {
    try (Wire wire = connect()) {
      wire.send(hex(HELLO));
      await().until(() -> openLinks() == 2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
        "* hello hello hello hello hello *"
      })
  void aStrangersProtocolIsToldByItsFirstBytes(String bytes) throws IOException {
    assertThat(errorTo(bytes.getBytes(StandardCharsets.US_ASCII)).code()).isEqualTo(1);
  }

  @Test
  void whoSpeaksHttpIsAnsweredSoWithWhereToGo() {
    Answer answer = Http.on(mesh.providerAgent().port()).json("a.B", "c", "[]");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.detail()).startsWith("this is the link port of mesh-provider ");
  }

  @Test
  void garbageEndsTheLinkHoweverItLooks() throws IOException {
    Random random = new Random(6);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[16 + random.nextInt(2_000)];
      random.nextBytes(garbage);
      assertThat(errorTo(garbage).code()).isEqualTo(1);
    }
  }

  @Test
  void garbageAfterTheGreetingEndsTheLink() throws IOException {
    byte[] garbage = new byte[4_096];
    new Random(7).nextBytes(garbage);
    System.arraycopy(hex("000003ff3f000000"), 0, garbage, 0, 8); // only the type is wrong
    ReceivedError error = errorTo(hex(HELLO), garbage);
    assertThat(error.code()).isEqualTo(4);
  }

  @Test
  void aVersionThatNobodySpeaksIsRefusedByItsNumbers() throws IOException {
    String future = HELLO.replace("564d534801010000", "564d5348090c0000");
    ReceivedError error = errorTo(hex(future));
    assertThat(error.code()).isEqualTo(2);
    assertThat(error.reason()).contains("it speaks 9 to 12");
  }

  @ParameterizedTest
  @CsvSource({
    "a frame of 2 GiB,            7fffffff1100001000000001, 3",
    "a frame beyond maxFrame,     000200001100001000000001, 3",
    "more fields than length,     000000041100001000000001, 1",
    "a required unknown type,     000000003f00000000000000, 4",
    "a second HELLO,              HELLO,                    1",
    "a call of nothing defined,   00000010110000100000000100000005000013880000000001000000, 1",
    "a RESPONSE from the caller,  000000141200001400000001, 1"
  })
  void aFrameThatMayNotComeEndsTheLinkWithItsCode(String what, String bytes, int code)
      throws IOException {
    byte[] frame = hex(bytes.equals("HELLO") ? HELLO : bytes);
    byte[] padding = new byte[64]; // what a frame's head promises, so that nobody has to wait
    assertThat(errorTo(hex(HELLO), frame, padding).code()).as(what).isEqualTo(code);
  }

  @Test
  void anUnknownTypeThatMayBeSkippedIsSkipped() throws IOException {
    try (Wire wire = connect()) {
      wire.send(hex(HELLO)).send(hex("00000002bf00000000000000abcd"));
      wire.send(hex("0000000803000008000000000102030405060708"));
      String pong = "0000000804000008000000000102030405060708";
      wire.awaitBytes(hex(pong));
    }
  }

  @Test
  void aGreetingThatIsCutOffAnywhereLeavesNothingBehind() throws IOException {
    byte[] hello = hex(HELLO);
    for (int length = 0; length < hello.length; length++) {
      try (Wire wire = connect()) {
        wire.send(Arrays.copyOf(hello, length));
        if (length % 2 == 0) {
          wire.abort();
        }
      }
    }
  }

  @Test
  void aCallThatIsCutOffAnywhereLeavesNothingBehind() throws IOException {
    String request = "000003f81100001000000001" + "00000000" + "00001388" + "000003e8" + "02000000";
    byte[] call = hex(HELLO + DEFINE + request + "61".repeat(1_000));
    int from = HELLO.length() / 2;
    for (int length = from; length < call.length; length += 37) {
      try (Wire wire = connect()) {
        wire.send(Arrays.copyOf(call, length)).abort();
      }
    }
    await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") <= 1);
  }

  /** A DEFINE whose method has so many letters. */
  private static byte[] define(int index, int letters) {
    int fields = 4 + 5 * 2 + letters;
    return ByteBuffer.allocate(12 + fields)
        .putInt(fields)
        .putShort((short) 0x1000)
        .putShort((short) fields)
        .putInt(0)
        .putInt(index)
        .put(new byte[6])
        .putShort((short) letters)
        .put("m".repeat(letters).getBytes(StandardCharsets.US_ASCII))
        .putShort((short) 0)
        .array();
  }

  @Test
  void aNameThatIsTooLongEndsTheLink() throws IOException {
    ReceivedError error = errorTo(hex(HELLO), define(0, 65_000));
    assertThat(error.code()).isEqualTo(3);
    assertThat(error.reason())
        .isEqualTo("the names of dictionary entry 0 take 65000 bytes, expected at most 12288");
  }

  @Test
  void namesHalvesOfFramesAndSilenceOnManyLinksCostTheOthersNothing() throws IOException {
    List<Wire> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        Wire wire = connect();
        strangers.add(wire);
        sendWhatGoes(wire, hex(HELLO));
        for (int index = 0; index < 80; index++) {
          sendWhatGoes(wire, define(index, 12_000));
        }
      }
      byte[] half = new byte[120_000];
      ByteBuffer.wrap(half).putInt(131_071).put((byte) 0xbf);
      for (int i = 0; i < 600; i++) {
        Wire wire = connect();
        strangers.add(wire);
        sendWhatGoes(wire, hex(HELLO));
        sendWhatGoes(wire, half);
      }
      for (int i = 0; i < 2_000; i++) {
        strangers.add(connect());
      }
      good.awaitMore(20);
    } finally {
      for (Wire wire : strangers) {
        wire.close();
      }
    }
  }

  /** Who is over a bound is cut off while it sends. */
  private static void sendWhatGoes(Wire wire, byte[] bytes) {
    try {
      wire.send(bytes);
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|broken|closed).*");
    }
  }

  @Test
  void framesThatSayNothingAreReadAndForgotten() throws IOException {
    byte[] flood = hex("00000000bf00000000000000".repeat(10_000));
    try (Wire wire = connect()) {
      wire.send(hex(HELLO));
      for (int i = 0; i < 100; i++) {
        wire.send(flood);
      }
      wire.send(hex("0000000803000008000000000102030405060708"));
      wire.awaitBytes(hex("0000000804000008000000000102030405060708"));
    }
  }

  @Test
  void whoNeverGreetsIsLeft() throws IOException {
    try (Wire wire = connect()) {
      ReceivedError error = ReceivedError.in(wire.rest());
      assertThat(error.code()).isEqualTo(5);
      assertThat(error.reason()).isEqualTo("no HELLO within 3000 ms");
    }
  }
}
