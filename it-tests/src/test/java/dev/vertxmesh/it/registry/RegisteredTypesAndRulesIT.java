package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.DESK;
import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What stands in ZooKeeper beside the providers: their types, which Dubbo 3.3.6 has written, and
 * rules for them, which somebody writes while calls go on.
 */
class RegisteredTypesAndRulesIT {

  private static final String VIP = "x-mesh-attachment-user";

  @TempDir private static Path folder;

  private static ZooKeepers zookeeper;
  private static DubboServer three;
  private static Agent consumer;
  private static Http http;

  @BeforeAll
  static void start() {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    String url = zookeeper.dubboUrl();
    Provider registered = Provider.dubbo("3.3.6").registered(url, "all", "local").desk();
    three = new DubboServer(registered, Ports.free());
    three.start();
    String registry = "zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts());
    consumer = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000");
    consumer.start();
    http = consumer.http();
    // its types come a moment after itself
    await().until(() -> users("save", "[{'nmae':'Ada'}]").status() == 400);
  }

  @AfterAll
  static void close() {
    if (three != null) {
      three.close();
    }
    if (consumer != null) {
      consumer.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  private static Answer users(String method, String body) {
    return http.json(USERS, method, body.replace('\'', '"'));
  }

  private static void person(Written written) {
    try {
      ZooKeeper person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
      try {
        written.by(person);
      } finally {
        person.close();
      }
    } catch (IOException | KeeperException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Written {
    void by(ZooKeeper person) throws KeeperException, InterruptedException;
  }

  private static void write(String path, String text) {
    person(
        person -> {
          for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
            create(person, path.substring(0, at));
          }
          create(person, path);
          person.setData(path, text.getBytes(StandardCharsets.UTF_8), -1);
        });
  }

  private static void create(ZooKeeper person, String path)
      throws KeeperException, InterruptedException {
    if (person.exists(path, false) == null) {
      person.create(path, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
  }

  @Test
  void whatTheProviderWouldCallBackIsRefused() {
    await().until(() -> subscribe().status() == 400); // each service's types come by themselves
    assertThat(subscribe().detail())
        .contains("argument 1: the provider calls back what is given here")
        .contains("nobody can be called back over HTTP");
  }

  private static Answer subscribe() {
    return http.json(DESK, "subscribe", "[\"rain\",{}]");
  }

  @Test
  void aBeanIsMadeOfItsFieldsByTheirNames() {
    String ada =
        "{'id':60,'name':'Zoe','role':'ADMIN','born':'2000-01-01T00:00:00Z','balance':1.50,"
            + "'scores':{'chess':5},'avatar':'AQID','active':true,'tags':['a'],"
            + "'formerAddresses':[{'city':'Rome'}],'manager':{'name':'Eve','role':'MEMBER'}}";
    assertThat(users("save", "[" + ada + "]").body()).isEqualTo("null");
    Answer found = users("find", "[60]");
    JsonObject got = new JsonObject(found.body());
    JsonObject meant = new JsonObject(ada.replace('\'', '"'));
    for (String name :
        new String[] {"name", "role", "born", "scores", "avatar", "active", "tags"}) {
      assertThat(got.getValue(name)).as(name).isEqualTo(meant.getValue(name));
    }
    assertThat(found.body()).contains("\"balance\":1.50");
    assertThat(got.getJsonArray("formerAddresses").getJsonObject(0).getString("city"))
        .isEqualTo("Rome");
    assertThat(got.getJsonObject("manager").getString("role")).isEqualTo("MEMBER");
    assertThat(users("saveAll", "[[{'id':61},{'id':62}]]").body()).isEqualTo("[61,62]");
    assertThat(users("remove", "[60]").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          find     | ['Ada']                 | 'id':1
          find     | [1]                     | 'name':'Ada'
          find     | ['Grace','MEMBER']      | 'id':2
          describe | [{'name':'Ann'}]        | User
          describe | []                      | nothing
          search   | [{'prefix':'Gra','roles':['MEMBER'],'limit':5}] | 'total':1
          """)
  void overloadsAreToldApartByWhatIsGiven(String method, String body, String part) {
    Answer answer = users(method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.body().replace('"', '\'')).containsIgnoringCase(part);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          save    | [{'nmae':'Ada'}]                      | argument 0 at /nmae: dev.vertxmesh.samples.User has no field 'nmae'
          save    | [{'id':'seven'}]                      | argument 0 at /id: a string where a long is expected
          save    | [{'manager':{'role':'KING'}}]         | argument 0 at /manager/role: 'KING' is no dev.vertxmesh.samples.Role
          save    | [{'born':'tomorrow'}]                 | argument 0 at /born
          save    | [{'scores':{'chess':'five'}}]         | argument 0 at /scores/chess
          saveAll | [[{'id':1},{'formerAddresses':[{'town':'x'}]}]] | argument 0 at /1/formerAddresses/0/town
          """)
  void whatDoesNotFitIsRefusedWithItsPlace(String method, String body, String words) {
    Answer answer = users(method, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(400);
    assertThat(answer.detail()).contains(words);
  }

  /** It may be one that no definition mentions. */
  @Test
  void anObjectThatSaysItsClassIsTheProvidersToMake() {
    String vip = "{'class':'dev.vertxmesh.samples.VipUser','id':63,'name':'Val','level':3}";
    assertThat(users("save", "[" + vip + "]").body()).isEqualTo("null");
    assertThat(users("find", "[63]").body()).contains("\"level\":3");
    assertThat(users("remove", "[63]").status()).isEqualTo(200);
  }

  @Test
  void typesThatAreBrokenAreSkippedAndThoseBeforeCount() {
    String parent = "/dubbo/metadata/" + USERS + "/provider";
    String[] path = new String[1];
    byte[][] before = new byte[1][];
    person(
        person -> {
          path[0] = parent + "/" + person.getChildren(parent, false).get(0);
          before[0] = person.getData(path[0], false, null);
        });
    write(path[0], "{\"methods\":");
    await().until(() -> malformed() == 1);
    JsonObject skipped = registry().getJsonArray("skipped").getJsonObject(0);
    assertThat(skipped.getString("entry")).startsWith("types of " + USERS);
    assertThat(skipped.getString("why")).isNotBlank();
    assertThat(users("save", "[{'nmae':'Ada'}]").status()).isEqualTo(400);
    write(path[0], new String(before[0], StandardCharsets.UTF_8));
    await().until(() -> malformed() == 0);
    assertThat(users("save", "[{'nmae':'Ada'}]").status()).isEqualTo(400);
  }

  /** Others serve it. */
  @Test
  void anEntryThatIsSkippedIsShownAtItsService() {
    await().until(() -> http.hash("hello").status() == 200);
    String broken = "/dubbo/" + HELLO + "/providers/dubbo%3A%2F%2F127.0.0.1%3A0%2F" + HELLO;
    write(broken, "");
    await().until(() -> malformed() == 1);
    assertThat(registry().getJsonArray("skipped").getJsonObject(0).getString("entry"))
        .isEqualTo(HELLO);
    assertThat(hello().getString("skipped")).startsWith("1 entry of it is skipped: ");
    assertThat(hello().getJsonArray("endpoints")).isNotEmpty();
    person(person -> person.delete(broken, -1));
    await().until(() -> malformed() == 0);
    assertThat(hello().getString("skipped")).isNull();
  }

  private static JsonObject hello() {
    return consumer.topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(one -> one.getString("service").equals(HELLO))
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  private static int malformed() {
    return registry().getInteger("malformed");
  }

  private static JsonArray left(String... header) {
    String asked = header.length == 0 ? "" : "&header=" + header[0] + ":" + header[1];
    String path = "/route?service=" + HELLO + "&method=hash" + asked;
    return new JsonObject(consumer.admin().get(path).body()).getJsonArray("left");
  }

  private static JsonObject routing() {
    return consumer.topology().getJsonObject("routing");
  }

  @Test
  void rulesAreFollowedAsTheyArePublishedChangedBrokenAndDeleted() {
    Provider wanted =
        Provider.dubbo("2.6.12").registered(zookeeper.dubboUrl(), "interface", "local");
    try (DubboServer six = new DubboServer(wanted, Ports.free())) {
      six.start();
      assertRulesAreFollowed(six);
    }
    // others call a provider that has written its types
    await().until(() -> left().size() == 1);
  }

  private static void assertRulesAreFollowed(DubboServer six) {
    await().until(() -> http.hash("hello").status() == 200 && left().size() == 2);
    String path = "/dubbo/config/dubbo/" + HELLO + "::.condition-router";
    String begin = "scope: service\nforce: true\nconditions:\n  - '";
    write(path, begin + "attachments[user]=vip => port=" + six.port() + "'\n");
    await().until(() -> left(VIP, "vip").size() == 1);
    assertThat(left(VIP, "vip")).containsExactly("127.0.0.1:" + six.port());
    assertThat(left()).hasSize(2);
    write(path, begin + "method=hash => false'\n");
    await().until(() -> http.hash("hello").status() == 503);
    assertThat(left()).isEmpty();
    write(path, "conditions: [");
    await().until(() -> routing().getJsonArray("skipped").size() == 1);
    assertThat(http.hash("hello").status()).as("the last good one counts").isEqualTo(503);
    person(person -> person.delete(path, -1));
    await().until(() -> left().size() == 2);
    assertThat(http.hash("hello").status()).isEqualTo(200);
    assertThat(routing().getJsonArray("skipped")).isEmpty();
    assertThat(routing().getString("from")).contains("zookeeper://");
  }
}
