package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.STRING;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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
 * What callers get wrong: each gets its status, and a problem that names the field or the place.
 */
@Tag("attacks")
class BadInputIT {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int LIMIT = 100_000;
  private static final String[] RIGHT = {
    "interface", HELLO, "method", "hash", "parameterTypesString", STRING, "parameter", "hello"
  };

  private static Mesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("3.3.6").allowAttachment("dubbo.tag"))
            .consumer(
                "--max-message",
                "" + LIMIT,
                "--dubbo-port",
                "0",
                "--attachment-allow",
                "dubbo.tag,trace")
            .start();
  }

  @AfterAll
  static void close() {
    mesh.close();
  }

  /** Whatever was wrong, the next call works. */
  @AfterEach
  void theNextCallWorks() {
    assertThat(mesh.http().hash("hello").body()).isEqualTo("99162322");
  }

  private static void assertProblem(Answer answer, int status, String type, String detail) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.detail()).isEqualTo(detail);
    assertThat(answer.problem().getInteger("status")).isEqualTo(status);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:" + type);
    assertThat(answer.problem().getString("title")).isNotBlank();
    assertThat(answer.problem().getString("where")).isNotBlank();
    assertThat(answer.problem().getString("retry")).isEqualTo("useless");
  }

  /** A problem that the bridge finds is told with the provider that it's about. */
  private static String atProvider(String detail) {
    return "dubbo 127.0.0.1:%d: %s".formatted(mesh.dubbo().port(), detail);
  }

  private static Answer post(String form) {
    return mesh.http().send(mesh.http().post("", FORM, form));
  }

  private static Answer hash(String... headers) {
    return mesh.http().form(HELLO, "hash", STRING, "hello", headers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"interface", "method", "parameterTypesString", "parameter"})
  void aMissingFieldIsNamed(String field) {
    List<String> fields = new ArrayList<>(List.of(RIGHT));
    int at = fields.indexOf(field);
    fields.subList(at, at + 2).clear();
    Answer answer = post(Http.encode(fields.toArray(String[]::new)));
    assertProblem(answer, 400, "bad-request", field + ": the field is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"interface", "method", "parameterTypesString", "parameter"})
  void aRepeatedFieldIsNamed(String field) {
    Answer answer = post(Http.encode(RIGHT) + "&" + field + "=again");
    assertProblem(answer, 400, "bad-request", field + ": the field is there more than once");
  }

  @Test
  void anEmptyFormLacksItsFirstField() {
    assertProblem(post(""), 400, "bad-request", "interface: the field is missing");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          %zz, parameter: a % that two hexadecimal digits don't follow
          %4, parameter: a % that two hexadecimal digits don't follow
          """)
  void aBrokenEscapeIsNamed(String value, String detail) {
    String form = Http.encode(RIGHT).replace("parameter=hello", "parameter=" + value);
    assertProblem(post(form), 400, "bad-request", detail);
  }

  @Test
  void bytesThatAreNotUtf8AreNamed() {
    String form = Http.encode(RIGHT).replace("method=hash", "method=%ff");
    assertProblem(post(form), 400, "bad-request", "method: the bytes are not UTF-8");
  }

  @Test
  void anUnknownInterfaceIsNamed() {
    assertProblem(
        mesh.http().form("no.such.Service", "hash", STRING, "hello"),
        404,
        "no-service",
        "no service no.such.Service is registered");
  }

  @Test
  void anUnknownMethodIsNamed() {
    Answer answer = mesh.http().form(HELLO, "hush", STRING, "hello");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:no-method");
    assertThat(answer.detail()).contains("no such method");
    assertThat(mesh.http().json(USERS, "noSuch", "[]").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          Ljava/lang/String | at character 1: the class name that starts here has no ';' at its end
          Q                 | at character 1: a type can't start with 'Q'
          I[                | at character 3: the array's type is missing
          L;                | at character 2: the class name is empty
          Ljava.lang.S;     | at character 6: '.' can't stand here in a class name
          """)
  void aMalformedDescriptorIsShownWithThePlace(String descriptor, String problem) {
    assertProblem(
        mesh.http().form(HELLO, "hash", descriptor, "hello"),
        400,
        "bad-request",
        atProvider(
            "malformed descriptor '%s' %s; expected types as the JVM writes them, such as"
                    .formatted(descriptor, problem)
                + " Ljava/lang/String; for java.lang.String or I for int"));
  }

  @Test
  void anArgumentThatDoesNotFitItsTypeIsNamedByItsPlace() {
    Answer text = mesh.http().form(USERS, "echoInt", "I", "twelve");
    assertThat(text.status()).isEqualTo(400);
    assertThat(text.detail()).startsWith(atProvider("argument 0: ")).contains("twelve");

    String body =
        "{\"types\":[\"java.lang.String\",\"int\",\"boolean\"],\"args\":[\"a\",2.5,true]}";
    Answer json = mesh.http().json(USERS, "concat", body);
    assertThat(json.status()).isEqualTo(400);
    assertThat(json.detail()).startsWith(atProvider("argument 1: ")).contains("2.5");
  }

  /** Of which nobody tells the types; what the provider says of them is the caller's to mend. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          hash    | [5]                                         | 400 | argument 0: a number where java.lang.String is expected
          hash    | [[1]]                                       | 400 | argument 0: an array where java.lang.String is expected
          hash    | ["a","b"]                                   | 400 | 2 arguments given, but the method takes 1: (java.lang.String)
          hash    | {"types":["java.lang.String"],"args":[5]}   | 400 | argument 0: a number where java.lang.String is expected
          hash    | {"types":["java.util.List"],"args":[5]}     | 400 | argument 0: a number where an array (java.util.List) is expected
          hash    | {"types":["a.B"],"args":[5]}                | 400 | argument 0: a number where an object (a.B) is expected
          hash    | {"types":["a.B"],"args":[{}]}               | 404 | no such class: a.B
          hash    | {"types":["int"],"args":[5]}                | 404 | no such method
          """)
  void whatAProviderSaysOfWrongArgumentsIsTheCallersFault(
      String method, String body, int status, String words) {
    Answer answer = mesh.http().json(HELLO, method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.detail()).contains(words);
    assertThat(answer.problem().getString("retry")).isEqualTo("useless");
  }

  /** By the provider, until it has told of its types: on a slow machine that takes a while. */
  @Test
  void aNullForAPrimitiveIsNamedByItsPlace() {
    await()
        .untilAsserted(
            () -> {
              Answer answer = mesh.http().json(USERS, "echoInt", "[null]");
              assertThat(answer.status()).as("%s", answer).isEqualTo(400);
              assertThat(answer.detail()).contains("argument 0: null is not an int");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"$invoke", "$invokeAsync", "$echo"})
  void dubbosOwnMethodsAreNobodysToCall(String method) {
    String detail =
        atProvider("method: '" + method + "' is Dubbo's own, expected a method of the service");
    String arguments =
        "{\"types\":[\"java.lang.String\",\"java.lang.String[]\",\"java.lang.Object[]\"],"
            + "\"args\":[\"hash\",[\"java.lang.String\"],[\"a\"]]}";
    assertProblem(mesh.http().json(HELLO, method, arguments), 404, "no-method", detail);
    assertProblem(mesh.http().form(HELLO, method, STRING, "a"), 404, "no-method", detail);
  }

  @Test
  void attachmentsThatDubboGoesByNeedLeave() {
    assertProblem(
        hash("x-mesh-attachment-remote.application", "shop"),
        400,
        "bad-request",
        "attachment remote.application: Dubbo itself goes by it; callers may set it where the"
            + " agent has --attachment-allow remote.application, or an access rule for them with"
            + " may: [remote.application]");
    String body = "{\"args\":[\"hello\"],\"attachments\":{\"timeout\":5}}";
    assertThat(mesh.http().json(HELLO, "hash", body).status()).isEqualTo(400);
    assertThat(hash("x-mesh-attachment-dubbo.tag", "blue").body()).isEqualTo("99162322");
    assertThat(hash("x-mesh-attachment-trace", "0af7").body()).isEqualTo("99162322");
    assertProblem(
        hash("x-mesh-attachment-colour", "blue"),
        400,
        "bad-request",
        "attachment colour: callers may set those of --attachment-allow, and colour isn't among"
            + " them");
  }

  /** A generic call of a Dubbo consumer whose mode is written as its reader here would not see. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "48 0767656e65726963 520001 6e 09 61746976656a617661 5a", // the value in chunks
        "48 520003 67656e 04 65726963 0a6e61746976656a617661 5a", // the name
        "48 0767656e65726963 0474727565 520007 67656e65726963 00 520001 6e 09 61746976656a617661 5a"
      })
  void hiddenAttachmentsAreReadOrRefused(String attachments) throws IOException {
    String head = "05322e302e32" + named(HELLO) + "05302e302e30" + "0724696e766f6b65";
    String types = "Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;";
    String arguments = "0468617368" + "4e" + "78"; // hash, no types, no arguments
    String body = head + named(types) + arguments + attachments.replace(" ", "");
    byte[] bytes = HexFormat.of().parseHex(body);
    try (Wire wire = Wire.to(mesh.consumer().dubboPort())) {
      wire.send(
          HexFormat.of()
              .parseHex("dabbc200" + "0000000000000007" + "%08x".formatted(bytes.length)));
      wire.send(bytes);
      ByteBuffer response = ByteBuffer.wrap(wire.read(16));
      assertThat(response.get(3)).as("status").isEqualTo((byte) 40);
      String reason = new String(wire.read(response.getInt(12)), StandardCharsets.UTF_8);
      assertThat(reason).containsAnyOf("generic=nativejava", "attachment generic: ");
    }
  }

  private static String named(String text) {
    String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    String length = text.length() < 32 ? "%02x" : "30%02x";
    return length.formatted(text.length()) + hex;
  }

  @Test
  void whoSendsRubbishDoesNotWriteTheLog() throws IOException {
    for (int i = 0; i < 200; i++) {
      try (Wire wire = Wire.to(mesh.consumer().dubboPort())) {
        wire.send("SSH-2.0-OpenSSH\r\n");
        assertThat(wire.rest()).isEmpty();
      }
    }
    long lines =
        mesh.consumer().process().lines().stream()
            .filter(line -> line.contains("connection closed"))
            .count();
    assertThat(lines).isBetween(1L, 20L);
  }

  @Test
  void tooManyAndTooFewArgumentsAreCounted() {
    String body = "{\"types\":[\"int\"],\"args\":[1,2]}";
    Answer json = mesh.http().json(USERS, "echoInt", body);
    assertThat(json.status()).as("%s", json).isEqualTo(400);
    Answer form = mesh.http().form(USERS, "concat", STRING + "IZ", "hello");
    assertProblem(
        form,
        400,
        "bad-request",
        atProvider(
            "text is one argument, but the method takes 3: (java.lang.String, int, boolean)"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          {"args":1}                   | body.args: a number, expected an array such as ["a"], or an object of arguments by name
          {"types":["int"]}            | body.args: the field is missing
          {"args":[],"more":1}         | body.more: expected nothing beside types, args and attachments
          {"types":[5],"args":[]}      | body.types[0]: expected a type's name as a string
          {"types":["int","a-b"],"args":[1,2]} | body.types[1]: 'a-b' is not a type, expected such as int, java.lang.String or byte[]
          "hello"                      | body: a string, expected a JSON array such as ["a"], or an object, {"args": ["a"]} or {"name": "a"}
          [1] [2]                      | body: there is more after the JSON value
          """)
  void jsonThatMakesNoCallIsAnsweredWithThePlace(String body, String detail) {
    assertProblem(mesh.http().json(USERS, "echo", body), 400, "bad-request", detail);
  }

  @Test
  void whatIsNotJsonIsAnsweredWithLineAndColumn() {
    Answer answer = mesh.http().json(USERS, "echo", "[\n\"a\",\n}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.detail()).startsWith("body: ").contains(" at line 3, column ");
  }

  @Test
  void aBodyOverTheLimitIsRefusedAndTheConnectionGoesOn() throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.post("/", FORM, "x".repeat(3 * LIMIT));
      assertProblem(
          wire.answer(), 413, "too-large", "body: more than 100000 bytes, expected at most that");
      wire.post("/", FORM, Http.encode(RIGHT));
      assertThat(wire.answer().body()).isEqualTo("99162322");
    }
  }

  @Test
  void aBodyOverTheLimitIsRefusedWithoutALengthToo() throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.send("POST / HTTP/1.1\r\nHost: it\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
      wire.send(chunk.repeat(10) + "0\r\n\r\n");
      assertProblem(
          wire.answer(), 413, "too-large", "body: more than 100000 bytes, expected at most that");
      wire.post("/", FORM, Http.encode(RIGHT));
      assertThat(wire.answer().body()).isEqualTo("99162322");
    }
  }

  @Test
  void aBodyOfExactlyTheLimitIsTaken() {
    String around = Http.encode(RIGHT);
    String form = around + "&other=" + "x".repeat(LIMIT - around.length() - "&other=".length());
    assertThat(form).hasSize(LIMIT);
    assertThat(post(form).body()).isEqualTo("99162322");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz\r\nhello\r\n", "-5\r\nhello\r\n", "5\r\nhelloTOO LONG\r\n0\r\n\r\n"})
  void brokenChunkedEncodingIsAProblemAndEndsTheConnection(String body) throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.send("POST / HTTP/1.1\r\nHost: it\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
      Answer answer = wire.answer();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.detail()).startsWith("body: it can't be read: ");
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void whatIsNotHttpIsAProblemAndEndsTheConnection() throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.send("hello\r\n\r\n");
      Answer answer = wire.answer();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.detail()).startsWith("request: ");
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void aClientThatLeavesInTheMiddleOfItsBodyLeavesNothingBehind() throws IOException {
    for (int length = 0; length < 200; length += 20) {
      try (Wire wire = Wire.to(mesh.consumer().port())) {
        wire.send(
            "POST / HTTP/1.1\r\nHost: it\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(length));
        wire.abort();
      }
    }
    await().until(() -> inFlight(mesh) == 0); // who was answered last may still be counted
  }

  @Test
  void aClientThatLeavesInTheMiddleOfACallCancelsIt() throws IOException {
    double cancelled = cancelled();
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.post("/" + USERS + "/slow", "application/json", "[20000]");
      await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == 1);
      wire.abort();
    }
    await().until(() -> cancelled() == cancelled + 1);
    await().until(() -> inFlight(mesh) == 0);
    assertThat(mesh.http().json(USERS, "slow", "[1]").body()).isEqualTo("\"slept 1 ms\"");
  }

  private static double cancelled() {
    return mesh.consumer().metrics().sum("mesh_calls_total", "outcome=\"cancelled\"");
  }

  private static double inFlight(Mesh mesh) {
    return mesh.consumer().metrics().sum("mesh_calls_in_flight")
        + mesh.providerAgent().metrics().sum("mesh_calls_in_flight")
        + mesh.inFlightOnLinks();
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0", "-1", "1.5", "", "86400001", "99999999999999999999"})
  void aMalformedTimeoutIsShown(String value) {
    assertProblem(
        hash("x-mesh-timeout", value),
        400,
        "bad-request",
        "header x-mesh-timeout: '%s', expected milliseconds from 1 to 86400000".formatted(value));
  }

  @Test
  void anUnknownHeaderOfOursIsNamed() {
    assertProblem(
        hash("X-Mesh-Colour", "blue"),
        400,
        "bad-request",
        "header x-mesh-colour: expected group, version, timeout, class, generic, oneway, strict"
            + " or attachment-NAME");
  }

  @Test
  void anotherContentTypeThanTheFormsIsNamed() {
    Answer answer = mesh.http().send(mesh.http().post("", "text/plain", Http.encode(RIGHT)));
    assertProblem(
        answer,
        400,
        "bad-request",
        "content-type: 'text/plain', expected %s; a call with JSON goes to /{interface}/{method}"
            .formatted(FORM));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", HELLO + "/hash"})
  void onlyPostMakesACall(String path) {
    Answer answer = mesh.http().get(path);
    assertProblem(
        answer,
        405,
        "bad-request",
        "method: GET, expected POST / with a form, or POST /{interface}/{method} with JSON"
            + (path.isEmpty()
                ? "; this agent's page, health and metrics are at its admin port, 20002 by default"
                : ""));
    assertThat(answer.header("allow")).isEqualTo("POST");
  }

  @Test
  void aPathThatIsNoCallIsNamed() {
    Answer answer = mesh.http().send(mesh.http().to("a/b/c").POST(BodyPublishers.ofString("[]")));
    assertProblem(answer, 404, "no-service", "path: '/a/b/c', expected / or /{interface}/{method}");
  }
}
