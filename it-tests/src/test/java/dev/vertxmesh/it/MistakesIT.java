package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Grpcurl;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The mistakes that people make who call for the first time: each one's status, type and words, by
 * both agents from a provider that tells its methods' types and from one that doesn't.
 */
class MistakesIT {

  /** What only somebody understands who knows Dubbo from the inside, or Jackson. */
  private static final List<Pattern> JARGON =
      List.of(
          Pattern.compile("GenericFilter"),
          Pattern.compile("RpcInvocation"),
          Pattern.compile("PojoUtils"),
          Pattern.compile("Dubbo status"),
          Pattern.compile("Not unique method"),
          Pattern.compile("Not found exported"),
          Pattern.compile("Fail to decode"),
          Pattern.compile("allow list"),
          Pattern.compile("serialVersionUID"),
          Pattern.compile("<parameter4>"),
          Pattern.compile("in module java.base"),
          Pattern.compile("Failed to set pojo"),
          Pattern.compile("Feature"),
          Pattern.compile("(?:Unrecognized|Non-standard) token"),
          Pattern.compile("(?<!DiskOnFire)Exception")); // which is a method's own

  private static Mesh telling;
  private static Mesh silent;
  private static Mesh older;

  /**
   * @param folder of both registries
   */
  @BeforeAll
  static void start(@TempDir Path folder) {
    Provider open = Provider.dubbo("2.6.12").unnamed();
    telling = Mesh.in(folder.resolve("a")).with(open).consumer("--dubbo-port", "0").start();
    Provider cautious = Provider.dubbo("3.3.6").unnamed().agent("--exact-numbers");
    silent = Mesh.in(folder.resolve("b")).with(cautious).consumer("--dubbo-port", "0").start();
    older = Mesh.in(folder.resolve("c")).with(Provider.dubbo("2.7.23").unnamed()).start();
  }

  @AfterAll
  static void close() {
    telling.close();
    silent.close();
    older.close();
  }

  private static Mesh mesh(String release) {
    return switch (release) {
      case "2.6" -> telling;
      case "2.7" -> older;
      default -> silent;
    };
  }

  private static void assertMistake(Answer answer, int status, String type, String words) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:" + type);
    assertThat(answer.detail()).contains(words);
    assertPlain(answer.detail());
    assertThat(answer.problem().getString("id")).isEqualTo(answer.header("x-request-id"));
    assertThat(answer.header("x-request-id")).matches("[0-9a-f]{32}");
  }

  private static void assertPlain(String words) {
    assertThat(JARGON).as(words).noneMatch(jargon -> jargon.matcher(words).find());
  }

  /** Somebody has taken another port for the one that calls go to, where nothing is a call. */
  private static void assertStray(Answer answer, int status, String words) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.problem().getString("type")).isEqualTo("about:blank");
    assertThat(answer.detail()).startsWith(words);
    assertPlain(answer.detail());
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2.6 | hash     | [5]          | 400 | argument 0: a number where java.lang.String is expected
          3.3 | hash     | [5]          | 400 | argument 0: a number where java.lang.String is expected
          2.6 | hash     | {"types":["java.lang.String"],"args":[5]} | 400 | argument 0: a number where java.lang.String is expected
          3.3 | hash     | {"types":["java.lang.String"],"args":[5]} | 400 | argument 0: a number where java.lang.String is expected
          2.6 | hash     | [[1]]        | 400 | argument 0: an array where java.lang.String is expected
          3.3 | hash     | [[1]]        | 400 | argument 0: an array where java.lang.String is expected
          2.6 | hash     | [{"a":1}]    | 400 | argument 0: an object where java.lang.String is expected
          3.3 | hash     | [{"a":1}]    | 400 | argument 0: an object where java.lang.String is expected
          3.3 | hash     | {"types":["java.lang.String"],"args":[{"a":1}]} | 400 | argument 0: an object where java.lang.String is expected
          2.6 | hash     | ["a","b"]    | 400 | 2 arguments given, but the method takes 1: (java.lang.String)
          3.3 | hash     | ["a","b"]    | 400 | 2 arguments given, but the method takes 1: (java.lang.String)
          2.6 | hash     | []           | 400 | 0 arguments given, but the method takes 1: (java.lang.String)
          3.3 | hash     | []           | 400 | 0 arguments given, but the method takes 1: (java.lang.String)
          2.6 | hash     | {"types":["java.lang.String"],"args":["a","b"]} | 400 | body: 2 arguments and 1 type, expected a type for each argument
          3.3 | hash     | {"types":[],"args":["a"]} | 400 | body: 1 argument and 0 types, expected a type for each argument
          3.3 | hash     | hello        | 400 | body: hello isn't JSON at line 1, column 1; expected a JSON array such as ["a"], or an object, {"args": ["a"]} or {"name": "a"}
          3.3 | hash     | ['a']        | 400 | body: Unexpected character ('''): expected a string in double quotes
          3.3 | hash     | [NaN]        | 400 | body: NaN isn't JSON; put it in quotes at line 1, column 2
          3.3 | hash     | ["a",]       | 400 | body: Unexpected character (']'): expected a value at line 1, column 6
          2.6 | find     | [true]       | 400 | UserService.find doesn't take a boolean; there are find(java.lang.String), find(long)
          3.3 | find     | ["Ada"]      | 400 | find is meant? There are several methods of this name: send the types, as in {"types":
          2.6 | find     | []           | 400 | 0 arguments given; there are find(java.lang.String), find(java.lang.String, dev.vertxmesh.samples.Role), find(long)
          3.3 | find     | []           | 400 | find is meant? There are several methods of this name: send the types
          2.6 | echoInt  | [null]       | 400 | argument 0: null is not an int
          3.3 | echoInt  | [null]       | 400 | argument 0: null is not an int
          2.6 | echoInt  | ["five"]     | 400 | argument 0: a string where an int is expected
          3.3 | echoInt  | ["five"]     | 400 | argument 0: a string where an int is expected
          2.6 | echoInt  | [3000000000] | 400 | argument 0: 3000000000 is not an int (-2147483648 to 2147483647)
          3.3 | echoInt  | [3000000000] | 400 | argument 0: 3000000000 is not an int (-2147483648 to 2147483647)
          2.6 | echoByte | [300]        | 400 | argument 0: 300 is not a byte (-128 to 127)
          3.3 | echoByte | [300]        | 400 | argument 0: 300 is not a byte (-128 to 127)
          2.6 | promote  | [1]          | 400 | 1 argument given, but the method takes 2: (long, int)
          3.3 | promote  | [1]          | 400 | 1 argument given, but the method takes 2
          3.3 | promote  | [1, 3000000000] | 400 | argument 1: 3000000000 is not an int (-2147483648 to 2147483647)
          3.3 | save     | [{"id":300}] | 400 | argument 0 at /id: the type of 300 isn't known, so digits could be lost, and --exact-numbers forbids that: write {"$long": 300}, or give this agent the service's classes (--api JAR)
          3.3 | save     | [{"balance":1.5}] | 400 | argument 0 at /balance: the type of 1.5 isn't known, so digits could be lost, and --exact-numbers forbids that: write {"$double": 1.5}, or give
          3.3 | save     | {"types":["dev.vertxmesh.samples.User"],"args":[{"id":300}]} | 400 | argument 0 at /id: the type of 300 isn't known, so digits could be lost, and --exact-numbers forbids that: write {"$long": 300}, or give
          2.6 | save     | [{"id":1,"name":5}] | 400 | the field User.name doesn't take a number; send a value that fits, or give this agent the service's classes (--api JAR)
          3.3 | save     | [{"id":1,"name":5}] | 400 | the field User.name doesn't take a number; send a value that fits, or give this agent the service's classes (--api JAR)
          2.6 | save     | [{"born":"tomorrow"}] | 400 | argument 0 at /born: 'tomorrow' isn't a date; expected yyyy-MM-dd HH:mm:ss, or {"$date": "1815-12-10T00:00:00Z"}
          3.3 | save     | [{"born":"tomorrow"}] | 400 | argument 0 at /born: 'tomorrow' isn't a date; expected yyyy-MM-dd HH:mm:ss, or {"$date": "1815-12-10T00:00:00Z"}
          2.6 | save     | ["Ada"]      | 400 | a string (java.lang.String) where the method takes dev.vertxmesh.samples.User; send a value that fits, or give this agent the service's classes (--api JAR)
          3.3 | save     | ["Ada"]      | 400 | a string (java.lang.String) where the method takes dev.vertxmesh.samples.User; send a value that fits, or give this agent the service's classes (--api JAR)
          2.6 | save     | [{"avatar":"AQID"}] | 400 | the field User.avatar doesn't take a string; send a value that fits, mark it, as in {"$bytes": "AQID"}, or give this agent the service's classes (--api JAR)
          3.3 | save     | [{"avatar":"AQID"}] | 400 | the field User.avatar doesn't take a string; send a value that fits, mark it, as in {"$bytes": "AQID"}, or give this agent the service's classes (--api JAR)
          2.6 | promote  | {"id":1,"level":2} | 400 | send the arguments as an array, or give this agent the service's classes (--api JAR)
          3.3 | promote  | {"id":1,"level":2} | 400 | send the arguments as an array, or give this agent the service's classes (--api JAR)
          2.6 | hash     | {"types":["java.lang.Strin"],"args":["a"]} | 404 | no such class: java.lang.Strin, the type of argument 0; did you mean java.lang.String?
          3.3 | hash     | {"types":["java.lang.Strin"],"args":["a"]} | 404 | no such class: java.lang.Strin, the type of argument 0; did you mean java.lang.String?
          2.6 | hash     | {"types":["int"],"args":[5]} | 404 | IHelloService has no hash(int); there is hash(java.lang.String)
          3.3 | hash     | {"types":["int"],"args":[5]} | 404 | IHelloService has no hash(int)
          2.6 | hash     | {"types":["java.lang.String","int"],"args":["a",1]} | 404 | has no hash(java.lang.String, int); there is hash(java.lang.String)
          3.3 | hash     | {"types":["java.lang.String","int"],"args":["a",1]} | 404 | has no hash(java.lang.String, int)
          2.6 | hsah     | ["a"]        | 404 | IHelloService has no hsah; did you mean hash?
          3.3 | hsah     | ["a"]        | 404 | IHelloService has no hsah
          2.6 | hsah     | {"types":["java.lang.String"],"args":["a"]} | 404 | has no hsah(java.lang.String); did you mean hash?
          3.3 | hsah     | {"types":["java.lang.String"],"args":["a"]} | 404 | has no hsah(java.lang.String)
          2.6 | $invoke  | []           | 404 | method: '$invoke' is Dubbo's own, expected a method of the service
          3.3 | $invoke  | []           | 404 | method: '$invoke' is Dubbo's own, expected a method of the service
          2.7 | hash     | [5]          | 400 | argument 0: a number where java.lang.String is expected
          2.7 | hash     | {"types":["java.lang.String"],"args":[{"a":1}]} | 400 | argument 0: an object where java.lang.String is expected
          2.7 | hash     | ["a","b"]    | 400 | 2 arguments given, but the method takes 1: (java.lang.String)
          2.7 | hash     | []           | 400 | 0 arguments given, but the method takes 1
          2.7 | hash     | ['a']        | 400 | body: Unexpected character ('''): expected a string in double quotes
          2.7 | find     | ["Ada"]      | 400 | find is meant? There are several methods of this name: send the types, as in {"types":
          2.7 | echoInt  | ["five"]     | 400 | argument 0: a string where an int is expected
          2.7 | echoInt  | [3000000000] | 400 | argument 0: 3000000000 is not an int (-2147483648 to 2147483647)
          2.7 | promote  | [1]          | 400 | 1 argument given, but the method takes 2
          2.7 | save     | [{"id":1,"name":5}] | 400 | the field User.name doesn't take a number; send a value that fits, or give this agent the service's classes (--api JAR)
          2.7 | save     | [{"born":"tomorrow"}] | 400 | argument 0 at /born: 'tomorrow' isn't a date; expected yyyy-MM-dd HH:mm:ss, or {"$date": "1815-12-10T00:00:00Z"}
          2.7 | save     | ["Ada"]      | 400 | a string (java.lang.String) where the method takes dev.vertxmesh.samples.User; send a value that fits, or give this agent the service's classes (--api JAR)
          2.7 | hash     | {"types":["java.lang.Strin"],"args":["a"]} | 404 | no such class: java.lang.Strin, the type of argument 0; did you mean java.lang.String?
          2.7 | hash     | {"types":["int"],"args":[5]} | 404 | IHelloService has no hash(int)
          2.7 | hsah     | ["a"]        | 404 | IHelloService has no hsah
          2.6 | hash     | "a"          | 400 | body: a string, expected a JSON array such as
          3.3 | hash     | {"args":"a"} | 400 | body.args: a string, expected an array such as ["a"], or an object of arguments by name
          3.3 | hash     | ["a"         | 400 | body: Unexpected end-of-input: expected close marker for Array at line 1, column 5
          3.3 | hash     | ["a"] ["b"]  | 400 | body: there is more after the JSON value
          3.3 | hash     | {"types":["java.lang.String"]} | 400 | body.args: the field is missing
          3.3 | hash     | {"types":["a-b"],"args":["a"]} | 400 | body.types[0]: 'a-b' is not a type, expected such as int, java.lang.String or byte[]
          3.3 | hash     | {"args":["a"],"arg":1} | 400 | body.arg: expected nothing beside types, args and attachments
          """)
  void aCallThatIsWrong(String release, String method, String body, int status, String words) {
    String service = method.equals("hash") || method.equals("hsah") ? HELLO : USERS;
    assertMistake(
        mesh(release).http().json(service, method, body),
        status,
        status == 404 ? "no-method" : "bad-request",
        words);
  }

  /** Who has said the types isn't told to say them. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2.6 | {"id":1,"born":"tomorrow"} | isn't a date; expected yyyy-MM-dd HH:mm:ss, or {"$date": "1815-12-10T00:00:00Z"}
          3.3 | {"id":1,"born":"tomorrow"} | isn't a date; expected yyyy-MM-dd HH:mm:ss, or {"$date": "1815-12-10T00:00:00Z"}
          2.6 | {"id":1,"avatar":"%%%"}    | ; send a value that fits, mark it, as in {"$bytes": "AQID"}, or give this agent the service's classes (--api JAR)
          3.3 | {"id":1,"avatar":"%%%"}    | ; send a value that fits, mark it, as in {"$bytes": "AQID"}, or give this agent the service's classes (--api JAR)
          3.3 | "Ada"                      | ; send a value that fits, or give this agent the service's classes (--api JAR)
          """)
  void theTypesHaveBeenSaid(String release, String argument, String end) {
    String body = "{\"types\":[\"dev.vertxmesh.samples.User\"],\"args\":[" + argument + "]}";
    Answer answer = mesh(release).http().json(USERS, "save", body);
    assertMistake(answer, 400, "bad-request", end);
    assertThat(answer.detail()).endsWith(end).doesNotContain("send the types");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          x-mesh-grup    | blue | 400 | bad-request | header x-mesh-grup: expected group, version, timeout, class, generic, oneway, strict or attachment-NAME
          x-mesh-timeout | abc  | 400 | bad-request | header x-mesh-timeout: 'abc', expected milliseconds from 1 to 86400000
          x-mesh-tag     | gray | 400 | bad-request | attachment dubbo.tag: Dubbo itself goes by it; callers may set it where the agent has --attachment-allow dubbo.tag, or an access rule for them with may: [dubbo.tag]
          x-mesh-oneway  | yes  | 400 | bad-request | header x-mesh-oneway: 'yes', expected true or false
          x-mesh-class   | all  | 400 | bad-request | header x-mesh-class: 'all', expected keep or drop
          x-mesh-group   | blue | 404 | no-service  | IHelloService@blue is registered; there is com.alibaba.dubbo.performance.demo.provider.IHelloService
          x-mesh-version | 9    | 404 | no-service  | is registered; there is com.alibaba.dubbo.performance.demo.provider.IHelloService
          x-mesh-attachment-dubbo.tag | gray | 400 | bad-request | attachment dubbo.tag: Dubbo itself goes by it; callers may set it where the agent has --attachment-allow dubbo.tag, or an access rule for them with may: [dubbo.tag]
          """)
  void aHeaderThatIsWrong(String name, String value, int status, String type, String words) {
    assertMistake(silent.http().json(HELLO, "hash", "[\"a\"]", name, value), status, type, words);
  }

  @Test
  void aFormThatLacksAField() {
    Http http = silent.http();
    assertMistake(
        http.send(http.post("", "application/x-www-form-urlencoded", "interface=" + HELLO)),
        400,
        "bad-request",
        "method: the field is missing");
  }

  @Test
  void onlyAPostIsACall() {
    assertMistake(
        silent.http().get(HELLO + "/hash"), 405, "bad-request", "method: GET, expected POST /");
  }

  /** Dubbo 3 doesn't send such an exception itself; what it says instead has all that matters. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2.6 | ["on fire"]
          2.7 | ["on fire"]
          3.3 | ["on fire"]
          2.6 | {"types":["java.lang.String"],"args":["on fire"]}
          2.7 | {"types":["java.lang.String"],"args":["on fire"]}
          3.3 | {"types":["java.lang.String"],"args":["on fire"]}
          """)
  void anExceptionThatTheProviderMayNotSendIsAnExceptionAllTheSame(String release, String body) {
    Answer answer = mesh(release).http().json(USERS, "failOddly", body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(500);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:exception");
    JsonObject exception = answer.problem().getJsonObject("exception");
    assertThat(exception.getString("class")).endsWith("DiskOnFireException");
    assertThat(exception.getString("message")).isEqualTo("on fire");
    assertThat(answer.detail()).contains("DiskOnFireException: on fire");
    assertPlain(answer.detail());
  }

  /** A number that is marked has its type, and a byte's fits everywhere. */
  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2.6 | echo     | ["a"]                       |
          3.3 | echo     | ["a"]                       |
          3.3 | concat   | ["a", 1, true]              |
          2.6 | save     | [{"id":1}]                  | partly
          3.3 | save     | [{"id":1}]                  | unknown
          3.3 | save     | [{"id":{"$long": 3000000000}}] | unknown
          3.3 | save     | {"types":["dev.vertxmesh.samples.User"],"args":[{"id":1}]} | partly
          """)
  void whatTheProviderHadToGuessIsSaid(String release, String method, String body, String types) {
    Answer answer = mesh(release).http().json(USERS, method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.header("x-mesh-types")).isEqualTo(types == null ? "" : types);
  }

  @ParameterizedTest
  @CsvSource({
    "2.6, IHelloService",
    "2.7, IHelloService",
    "3.3, IHelloService",
    "2.6, com.alibaba.dubbo.performance.demo.provider.IHeloService",
    "3.3, com.alibaba.dubbo.performance.demo.provider.ihelloservice"
  })
  void aServiceThatIsNotThereIsToldWithTheOneThatWasMeant(String release, String service) {
    String words = "no service %s is registered; did you mean %s?".formatted(service, HELLO);
    assertMistake(mesh(release).http().json(service, "hash", "[\"a\"]"), 404, "no-service", words);
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void aServiceThatIsLikeNoneIsJustNotThere(String release) {
    Answer answer = mesh(release).http().json("no.such.Thing", "hash", "[]");
    assertMistake(answer, 404, "no-service", "no service no.such.Thing is registered");
    assertThat(answer.detail()).doesNotContain("did you mean");
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void aDeadlineThatPassesIsToldWithWhoSetItAndWhoHadTheCall(String release) {
    String agent = "127.0.0.1:" + mesh(release).providerAgent().port();
    Answer answer = mesh(release).http().json(USERS, "slow", "[20000]", "x-mesh-timeout", "1500");
    assertMistake(answer, 504, "timeout", " ms (set by header x-mesh-timeout): " + agent);
    // the provider agent has what was left of it when the call came there
    assertThat(answer.detail())
        .matches(".*no answer came within 1?\\d{3} ms \\(.*\\): .* has had the call for \\d+ ms");
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void aCallToAnAdminPortIsToldWhereCallsGo(String release) {
    Mesh mesh = mesh(release);
    Answer consumers = Http.on(mesh.consumer().adminPort()).json(HELLO, "hash", "[\"a\"]");
    String nothing = "there is nothing at this path; calls go to ";
    String port = "port " + mesh.consumer().port() + ": this is the admin port, which has /, ";
    assertStray(consumers, 404, nothing + port);
    Answer providers = Http.on(mesh.providerAgent().adminPort()).json(HELLO, "hash", "[\"a\"]");
    assertStray(
        providers,
        404,
        nothing + "a consumer agent, at port 20000 by default: this is the admin port");
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void aCallToTheLinkPortIsToldWhereCallsGo(String release) {
    Answer answer = Http.on(mesh(release).providerAgent().port()).json(HELLO, "hash", "[\"a\"]");
    assertStray(answer, 400, "this is the link port of mesh-provider");
    assertThat(answer.detail()).contains("calls go to a consumer agent");
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void aCallToThePortForDubboConsumersIsToldWhereCallsGo(String release) {
    Answer answer = Http.on(mesh(release).consumer().dubboPort()).json(HELLO, "hash", "[\"a\"]");
    assertStray(
        answer,
        400,
        "this port of mesh-consumer speaks Dubbo's protocol, for Dubbo consumers: calls over HTTP"
            + " go to port 20000 by default, requests for health and metrics to 20002");
  }

  @Test
  void aBodyThatIsPackedIsNotRead() {
    assertMistake(
        silent.http().json(HELLO, "hash", "--x", "content-encoding", "gzip"),
        415,
        "bad-request",
        "content-encoding: 'gzip', expected none: send the body uncompressed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"image/jpeg", "multipart/form-data; boundary=x"})
  void aBodyThatIsSaidToBeSomethingElseIsNoJson(String type) {
    Http http = silent.http();
    assertMistake(
        http.send(http.post(HELLO + "/hash", type, "--x")),
        415,
        "bad-request",
        "content-type: '%s', expected JSON".formatted(type));
  }

  @ParameterizedTest
  @CsvSource({"metrics, 404", "health/ready, 405", "'', 405"})
  void whoLooksForTheAdminPortIsToldOfIt(String path, int status) {
    Answer answer = silent.http().get(path);
    assertMistake(
        answer,
        status,
        status == 404 ? "no-service" : "bad-request",
        "are at its admin port, 20002 by default");
  }

  @ParameterizedTest
  @CsvSource({"2.6", "3.3"})
  void whoCallsADubboServiceWithGrpcurlIsToldThatItDoesNotSpeakGrpc(String release) {
    Grpcurl grpcurl = Grpcurl.at(mesh(release).consumer().port());
    Grpcurl.Said said = grpcurl.call(HELLO + "/hash", "{}");
    assertThat(said.exitCode()).isNotZero();
    assertThat(said.text())
        .contains("a Dubbo service, which gRPC can't call: POST JSON to /{interface}/{method}")
        .doesNotContain("does not support the reflection API");
    assertThat(grpcurl.ask("describe", "no.Such").text()).contains("not found: no.Such");
  }

  @Test
  void aCallersOwnIdIsInWhatGoesWrong() {
    Answer answer = silent.http().json("a.B", "c", "[]", "x-request-id", "order-7");
    assertThat(answer.problem().getString("id")).isEqualTo("order-7");
    assertThat(answer.header("x-request-id")).isEqualTo("order-7");
    Answer malformed = silent.http().json(HELLO, "hash", "{", "x-request-id", "order-8");
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.problem().getString("type")).isEqualTo("urn:vertx-mesh:bad-request");
    assertThat(malformed.detail())
        .startsWith("body: Unexpected end-of-input: expected close marker");
    assertThat(malformed.problem().getString("id")).isEqualTo("order-8");
  }

  /** What the provider was given besides its arguments. */
  @ParameterizedTest
  @CsvSource({
    "2.6, traceparent, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "3.3, traceparent, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "2.6, sw8, 1-MQ==-Mg==-3-NA==-NQ==-Ng==-Nw==",
    "3.3, sw8-correlation, a:b",
    "3.3, tracestate, 'congo=t61,rojo=00'",
    "2.6, baggage, user=7",
    "3.3, x-request-id, order-9"
  })
  void whatNamesACallReachesTheProvider(String release, String name, String value) {
    Answer answer =
        mesh(release).http().json(USERS, "attachment", "[\"" + name + "\"]", name, value);
    assertThat(answer.body()).isEqualTo("\"" + value + "\"");
  }
}
