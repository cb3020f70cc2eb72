package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Strangers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider and a consumer of dubbo-go, over Dubbo's protocol. */
class DubboGoIT {

  private static final String ORDERS = "com.example.orders.OrderService";
  private static final Pattern READY = Pattern.compile("^ready: dubbo-go dubbo on");

  private static int port;
  private static String registry;
  private static Agent beside;
  private static Agent consumer;
  private static Http http;

  @BeforeAll
  static void start(@TempDir Path folder) {
    port = Ports.free();
    registry = "file:" + folder.resolve("registry");
    Strangers.go("dubboprovider", "dubbo", "" + port).awaitLine(READY);
    beside = agent("mesh-provider", "--dubbo", "127.0.0.1:" + port, "--service", ORDERS);
    consumer = agent("mesh-consumer", "--dubbo-port", "0", "--timeout", "120000");
    beside.start();
    consumer.start();
    http = consumer.http();
    await().until(() -> http.json(ORDERS, "ping", "[]").status() == 200);
  }

  private static Agent agent(String name, String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(List.of("--registry", registry));
    return Agent.of(name, all.toArray(String[]::new));
  }

  @AfterAll
  static void close() {
    if (consumer != null) {
      consumer.close();
      beside.close();
    }
  }

  private static List<String> answers(int address) {
    Child consumer = Strangers.go("dubboconsumer", "dubbo", "127.0.0.1:" + address);
    assertThat(consumer.awaitExit()).as("%s", consumer.log()).isZero();
    return consumer.lines().stream().filter(line -> line.startsWith("answer ")).toList();
  }

  @Test
  void itsConsumerFindsTheSameAsWithoutTheMesh() {
    assertThat(answers(consumer.dubboPort()))
        .hasSize(15)
        .contains("answer Same: map[a:1 b:map[c:true]]", "answer Year: 2024")
        .contains("answer Refuse: error refused: no")
        .isEqualTo(answers(port));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "greet | [\"Ada\"] | \"Hello, Ada\"",
        "ping | [] | \"pong\"",
        "add | [1,2] | 3",
        "add | {\"types\":[\"int\",\"int\"],\"args\":[1,2]} | 3",
        "keys | [{\"a\":1,\"b\":\"x\"}] | \"[a=1 b=x]\"",
        "same | {\"types\":[\"java.util.Map\"],\"args\":[{\"a\":{\"c\":2}}]} | {\"a\":{\"c\":2}}",
        "length | {\"types\":[\"byte[]\"],\"args\":[\"AQID\"]} | 3",
        "year | {\"types\":[\"java.util.Date\"],\"args\":[\"2024-05-06T00:00:00Z\"]} | 2024"
      })
  void itsMethodsAreCalledWithJson(String method, String body, String result) {
    Answer answer = http.json(ORDERS, method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(result);
    assertThat(answer.header("x-mesh-attachment-local-addr")).isEmpty();
  }

  @Test
  void itsObjectsAreCalledForWithAndWithoutTypes() {
    String order = "{\"id\":1,\"item\":\"tea\",\"price\":2.5,\"tags\":[\"a\"]}";
    for (String body :
        List.of(
            "[" + order + "]",
            "{\"types\":[\"com.example.orders.Order\"],\"args\":[" + order + "]}")) {
      Answer answer = http.json(ORDERS, "place", body);
      assertThat(answer.body())
          .contains("\"id\":2", "\"item\":\"tea\"", "\"price\":2.5", "\"tags\":[\"a\"]")
          .doesNotContain("class");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nope | [\"x\"] | 404 | no such method: " + ORDERS + " has no nope",
        "nope | {\"types\":[\"java.lang.String\"],\"args\":[\"x\"]} | 404 | has no nope",
        "greet | [\"a\",\"b\"] | 400 | 2 arguments given, but greet takes another number",
        "greet | {\"types\":[],\"args\":[]} | 400 | too few arguments for the method",
        "greet | [5] | 400 | '5' (Go's int32) where the method takes Go's string",
        "greet | {\"types\":[\"int\"],\"args\":[5]} | 400 | Go's int32 where the method takes Go's"
            + " string",
        "length | [\"AQID\"] | 400 | an array or bytes; send the types of the arguments",
        "year | [\"2024-05-06T00:00:00Z\"] | 400 | such as a time; send the types of the arguments",
        "same | [{\"a\":1,\"b\":2}] | 502 | dubbo-go has lost the keys of a map"
      })
  void mistakesAreTheCallersAndNoExceptions(String method, String body, int status, String text) {
    Answer answer = http.json(ORDERS, method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.detail()).contains(text);
  }

  @Test
  void itsErrorsAreTheMethodsOwn() {
    Answer answer = http.json(ORDERS, "refuse", "[\"no\"]");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.problem().getJsonObject("exception").encode())
        .isEqualTo("{\"class\":\"java.lang.Throwable\",\"message\":\"refused: no\"}");
  }

  @Test
  void whoHasntNamedItsServicesIsToldToOnce(@TempDir Path folder) {
    Child provider = Strangers.go("dubboprovider", "dubbo", "" + Ports.free());
    String at = provider.awaitLine(Pattern.compile("^ready: .* on (\\d+)")).group(1);
    try (Agent unnamed =
        Agent.of("mesh-provider", "--dubbo", "127.0.0.1:" + at, "--registry", "file:" + folder)) {
      unnamed.start();
      unnamed
          .process()
          .awaitLine(
              Pattern.compile(
                  "can't find out what it exports; name it with --service\\. Tried a call of a"
                      + " service that it hasn't: it's dubbo-go, which doesn't tell"));
      assertThat(unnamed.isReady()).isFalse();
      assertThat(provider.log()).doesNotContain("illegal package");
    }
    provider.kill();
  }
}
