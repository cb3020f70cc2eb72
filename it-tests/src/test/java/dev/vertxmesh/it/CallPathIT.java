package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.STRING;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of simple call, against the oldest and the newest Dubbo that is promised. */
@ParameterizedClass(name = "dubbo {0}")
@ValueSource(strings = {"2.6.12", "3.3.6"})
class CallPathIT {

  private static Mesh mesh;

  @Parameter String release;

  @BeforeParameterizedClassInvocation
  static void start(String release, @TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo(release)).consumer("--event-loops", "2").start();
  }

  @AfterParameterizedClassInvocation
  static void close() {
    mesh.close();
  }

  private static Answer hash(String text) {
    return mesh.http().hash(text);
  }

  private static Answer users(String method, String body, String... headers) {
    return mesh.http().json(USERS, method, body, headers);
  }

  private static void assertOk(Answer answer, String body) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.body().equals(body)).as("%s", answer).isTrue(); // too long to be shown
  }

  /** As the JSON of a string, however its characters are escaped. */
  private static void assertString(Answer answer, String value) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    String got = new JsonArray("[" + answer.body() + "]").getString(0);
    assertThat(got.equals(value)).as("%s", answer).isTrue();
  }

  @Test
  void theProviderIsTheReleaseThatIsPromised() {
    assertThat(mesh.dubbo().release()).isEqualTo(release);
  }

  @Test
  void everyMeterOfTheMeshSaysWhatItIs() {
    for (Agent agent : List.of(mesh.consumer(), mesh.providerAgent())) {
      assertThat(agent.admin().get("/metrics").body().lines())
          .filteredOn(line -> line.startsWith("# HELP mesh_"))
          .hasSizeGreaterThan(10)
          .allMatch(line -> line.matches("# HELP \\S+ \\S.{5,}"));
    }
  }

  @Test
  void theContestsFormIsAnsweredWithTheHashAsText() {
    Answer answer = hash("hello");
    assertOk(answer, "99162322");
    assertThat(answer.header("content-type")).isEqualTo("text/plain;charset=utf-8");
  }

  @Test
  void everyStringGetsThrough() {
    Random random = new Random(20);
    for (int i = 0; i < 100; i++) {
      String text = randomText(random, random.nextInt(1024));
      assertOk(hash(text), "" + text.hashCode());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "+%&=;", "\u0000\t\r\n", "héllo", "数学", "👩‍🚀 and 🏳️‍🌈", "\uffff"})
  void stringsThatAreEasilyGotWrongGetThrough(String text) {
    assertOk(hash(text), "" + text.hashCode());
    String json = new JsonArray().add(text).encode();
    assertString(users("echo", json), text);
    assertOk(mesh.http().form(USERS, "echo", STRING, text), text);
  }

  @Test
  void aMebibyteGetsThroughBothWays() {
    String letters = "0123456789abcdef".repeat(1 << 16);
    assertOk(hash(letters), "" + letters.hashCode());
    assertOk(users("echo", "[\"" + letters + "\"]"), "\"" + letters + "\"");
    String emoji = "🚀".repeat(1 << 18); // a mebibyte of UTF-8, in surrogates at every border
    String json = "[\"" + emoji + "\"]";
    assertString(users("echo", json), emoji); // of 2.6.12 several seconds on a busy machine
  }

  private static String randomText(Random random, int length) {
    return random
        .ints(length, 1, 0x2fff)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void jsonGivesTheResultAsJson() {
    Answer answer = mesh.http().json(HELLO, "hash", "[\"hello\"]");
    assertOk(answer, "99162322");
    assertThat(answer.header("content-type")).isEqualTo("application/json");
    assertOk(
        mesh.http().json(HELLO, "hash", "{\"types\":[\"java.lang.String\"],\"args\":[\"hello\"]}"),
        "99162322");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      textBlock =
          """
          echo             | java.lang.String  | "a"
          echoByte         | byte              | -128
          echoShort        | short             | 32767
          echoInt          | int               | -2147483648
          echoLong         | long              | 9223372036854775807
          echoFloat        | float             | 1.5
          echoDouble       | double            | 0.1
          echoChar         | char              | "数"
          echoBoolean      | boolean           | true
          echoInteger      | java.lang.Integer | 5
          echoBoxedLong    | java.lang.Long    | 9007199254740993
          echoBoxedBoolean | java.lang.Boolean | false
          echoBoxedDouble  | java.lang.Double  | -2.5E-300
          """)
  void simpleValuesComeBackAsTheyWereSent(String method, String type, String value) {
    String typed = "{\"types\":[\"%s\"],\"args\":[%s]}".formatted(type, value);
    assertOk(users(method, typed), value);
    assertOk(users(method, "[" + value + "]"), value);
  }

  @ParameterizedTest
  @CsvSource({
    "echoInteger, java.lang.Integer",
    "echoBoxedLong, java.lang.Long",
    "echoBoxedBoolean, java.lang.Boolean",
    "echoBoxedDouble, java.lang.Double",
    "echo, java.lang.String"
  })
  void nullIsAnArgumentAndAResult(String method, String type) {
    assertOk(users(method, "{\"types\":[\"%s\"],\"args\":[null]}".formatted(type)), "null");
  }

  @Test
  void methodsWithoutArgumentsAndWithoutResultAnswerNull() {
    assertOk(users("nothing", "[]"), "null");
    assertOk(users("touch", "[]"), "null");
    assertOk(users("touch", "{\"types\":[],\"args\":[]}"), "null");
    assertOk(users("touch", ""), "null");
  }

  @Test
  void severalArgumentsOfSeveralTypesGetThrough() {
    assertOk(
        users(
            "concat",
            "{\"types\":[\"java.lang.String\",\"int\",\"boolean\"],\"args\":[\"a\",-1,true]}"),
        "\"a-1true\"");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      textBlock =
          """
          int               | 5   | "int 5"
          long              | 5   | "long 5"
          java.lang.Integer | 5   | "Integer 5"
          java.lang.String  | "5" | "String 5"
          """)
  void theTypesChooseTheOverload(String type, String value, String result) {
    String body = "{\"types\":[\"%s\"],\"args\":[%s]}".formatted(type, value);
    assertOk(users("describe", body), result);
  }

  @Test
  void anOverloadIsAlsoChosenByTheNumberOfTypes() {
    assertOk(
        users("describe", "{\"types\":[\"java.lang.String\",\"int\"],\"args\":[\"a\",3]}"),
        "\"String a x 3\"");
  }

  @Test
  void aBusinessExceptionIsAProblemThatNamesItsClassAndItsMessage() {
    Answer answer = users("find", "{\"types\":[\"long\"],\"args\":[404]}");
    assertThat(answer.status()).isEqualTo(500);
    JsonObject exception = answer.problem().getJsonObject("exception");
    assertThat(exception.getString("class"))
        .isEqualTo("dev.vertxmesh.samples.UserNotFoundException");
    assertThat(exception.getString("message")).isEqualTo("no user 404: never saved");
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:exception");
    assertThat(answer.problem().getString("retry")).isEqualTo("useless");
    assertThat(answer.detail())
        .isEqualTo("dev.vertxmesh.samples.UserNotFoundException: no user 404: never saved");
  }

  @Test
  void anUndeclaredExceptionIsAProblemToo() {
    Answer answer = users("fail", "[\"no more\"]");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.detail()).startsWith("java.lang.IllegalStateException: no more");
  }

  @Test
  void attachmentsDoNotDisturbACall() {
    assertOk(users("echo", "[\"a\"]", "x-mesh-attachment-trace", "0af7651916cd43dd"), "\"a\"");
  }

  @Test
  void tooShortATimeoutEndsTheCallAndTheNextOneWorks() {
    Answer answer = users("slow", "[10000]", "x-mesh-timeout", "1000");
    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.detail())
        .matches("no answer came within (\\d{1,3}|1000) ms \\(set by header x-mesh-timeout\\): .*");
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:timeout");
    assertThat(answer.problem().getString("retry")).isEqualTo("may-repeat");
    assertOk(users("slow", "[1]"), "\"slept 1 ms\"");
  }

  @Test
  void http2InClearTextWorksToo() {
    Http http2 = Http.http2(mesh.consumer().port());
    for (int i = 0; i < 20; i++) {
      assertOk(http2.hash("hello"), "99162322");
    }
    assertOk(
        http2.json(USERS, "echo", "[\"" + "x".repeat(100_000) + "\"]"),
        "\"" + "x".repeat(100_000) + "\"");
    assertThat(http2.json(USERS, "nothingLikeIt", "[]").status()).isEqualTo(404);
  }
}
