package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Jars;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * JSON without types, to an agent that has read the provider's API: the provider's own, or the
 * consumer's where the provider has none.
 */
@ParameterizedClass(name = "dubbo {0}, {1}")
@CsvSource({"2.6.12, BRIDGED", "3.3.6, BRIDGED", "3.3.6, STRAIGHT"})
class ApiJarIT {

  private enum Way {
    BRIDGED,
    STRAIGHT
  }

  private static Http http;
  private static List<AutoCloseable> started;

  @Parameter(0)
  String release;

  @Parameter(1)
  Way way;

  @BeforeParameterizedClassInvocation
  static void start(String release, Way way, @TempDir Path folder) {
    if (way == Way.BRIDGED) {
      Mesh mesh = Mesh.in(folder).with(Provider.dubbo(release).api()).start();
      http = mesh.http();
      started = List.of(mesh);
    } else {
      startStraight(release);
    }
  }

  private static void startStraight(String release) {
    DubboServer dubbo = new DubboServer(Provider.dubbo(release), Ports.free());
    dubbo.start();
    String registry = "static:dubbo://127.0.0.1:" + dubbo.port();
    Agent consumer =
        Agent.of(
            "mesh-consumer", "--registry", registry, "--api", Jars.api(), "--timeout", "120000");
    consumer.start();
    http = consumer.http();
    started = List.of(consumer, dubbo);
    await().until(() -> http.hash("hello").status() == 200);
  }

  @AfterParameterizedClassInvocation
  static void close() throws Exception {
    for (AutoCloseable each : started) {
      each.close();
    }
  }

  private static Answer users(String method, String body) {
    return http.json(USERS, method, body.replace('\'', '"'));
  }

  private static String result(String method, String body) {
    Answer answer = users(method, body);
    assertThat(answer.status()).as("%s %s: %s", method, body, answer).isEqualTo(200);
    return answer.body().replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          bytes         | 'AQID'
          letters       | 'ab'
          numbers       | [1,2]
          longs         | [1,9007199254740993]
          words         | ['a',null]
          grid          | [[1],[2,3]]
          date          | '2026-11-20T12:30:00Z'
          timestamp     | '2026-11-20T12:30:00.123Z'
          day           | '2026-11-20'
          time          | '12:30:15'
          moment        | '2026-11-20T12:30:15'
          instant       | '2026-11-20T12:30:15.123456789Z'
          duration      | 'PT1H30M'
          uuid          | '0b9e6f0a-8f6e-4ac8-a1f2-9a5f0d1f5c11'
          locale        | 'de_AT'
          price         | 12.50
          huge          | 12345678901234567890
          boxedTiny     | -5
          boxedSmall    | 300
          boxedSingle   | 0.1
          boxedLetter   | 'x'
          letter        | 'y'
          role          | 'ADMIN'
          operation     | 'TIMES'
          ids           | [1,2]
          prices        | [1.10,2.20]
          roles         | ['ADMIN']
          counts        | {'a':1}
          roleById      | {'7':'MEMBER'}
          perRole       | {'GUEST':3}
          """)
  void aFieldArrivesAsItsClassSaysAndComesBack(String field, String value) {
    String body = result("sameEverything", "[{'" + field + "':" + value + "}]");
    Object got = new JsonObject(body.replace('\'', '"')).getValue(field);
    Object meant = new JsonObject(("{'v':" + value + "}").replace('\'', '"')).getValue("v");
    assertThat(got).as(body).isEqualTo(meant);
  }

  @Test
  void objectsInObjectsAreWhatTheirFieldsSay() {
    String body =
        result(
            "sameEverything",
            "[{'people':[{'name':'Ann','avatar':'AQID','born':'2000-01-01T00:00:00Z'}],"
                + "'users':[{'id':7}],'groups':{'a':[{'name':'Bob','manager':{'name':'Eve'}}]},"
                + "'page':{'items':[{'balance':1.50}],'total':1},'text':null,'number':5}]");
    JsonObject got = new JsonObject(body.replace('\'', '"'));
    JsonObject ann = got.getJsonArray("people").getJsonObject(0);
    assertThat(ann.getString("avatar")).isEqualTo("AQID");
    assertThat(ann.getString("born")).isEqualTo("2000-01-01T00:00:00Z");
    assertThat(got.getJsonArray("users").getJsonObject(0).getLong("id")).isEqualTo(7);
    JsonObject bob = got.getJsonObject("groups").getJsonArray("a").getJsonObject(0);
    assertThat(bob.getJsonObject("manager").getString("name")).isEqualTo("Eve");
    assertThat(body).contains("'balance':1.50").contains("'text':null").contains("'number':5");
  }

  @Test
  void genericTypesOfParametersAreMadeToTheLast() {
    assertThat(result("sum", "[[1,2]]")).isEqualTo("3");
    assertThat(result("sumExactly", "[['1.10',2]]")).isEqualTo("3.10");
    assertThat(result("sumNested", "[[[1],[2,3]]]")).isEqualTo("6");
    assertThat(result("sumOfValues", "[{'a':1,'b':2}]")).isEqualTo("3");
    assertThat(result("shifted", "[{'1':'GUEST'}]")).isEqualTo("{'2':'MEMBER'}");
    assertThat(result("others", "[['GUEST','MEMBER']]")).isEqualTo("['ADMIN']");
    assertThat(result("namesOf", "[[{'name':'Ann'},{'name':'Bob'}]]")).isEqualTo("['Ann','Bob']");
    assertThat(result("nextRoles", "[['GUEST']]")).isEqualTo("['MEMBER']");
    assertThat(result("namesByKey", "[{'k':[{'name':'Ann'}]}]")).contains("Ann");
    assertThat(result("turned", "[{'items':[{'name':'Ann'},{'name':'Bob'}],'total':2}]"))
        .matches(".*Bob.*Ann.*");
    assertThat(result("next", "['ADMIN']")).isEqualTo("'GUEST'");
    assertThat(result("letters", "['ab']")).isEqualTo("'ab'");
    assertThat(result("same", "[{'name':'Ann'}]")).contains("'Ann'");
  }

  @Test
  void aMemberClassPicksTheSubclass() {
    String vip = "{'name':'Ann','level':3,'class':'dev.vertxmesh.samples.VipUser'}";
    assertThat(result("same", "[" + vip + "]")).contains("'level':3");
    assertThat(result("kindsOfUser", "[" + vip + "]")).contains("VipUser");
    assertThat(result("kinds", "[{'a':" + vip + "}]")).contains("VipUser");
  }

  @Test
  void argumentsByNameInAnyOrder() {
    assertThat(result("concat", "{'flag':true,'text':'a','number':-1}")).isEqualTo("'a-1true'");
    assertThat(result("repeated", "{'times':2,'text':'ab'}")).isEqualTo("'abab'");
    assertThat(result("describe", "{'value':'a','times':3}")).isEqualTo("'String a x 3'");
  }

  @Test
  void anOverloadIsChosenByTheNumberOfArguments() {
    assertThat(result("describe", "['a',3]")).isEqualTo("'String a x 3'");
    assertThat(result("describe", "[]")).isEqualTo(result("describe", "{'types':[],'args':[]}"));
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    Answer answer = users("describe", "[5]");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.detail()).contains("which dev.vertxmesh.samples.UserService.describe is");
    Answer wrong = users("same", "[{'nmae':'Ann'}]");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.detail())
        .contains("argument 0 at /nmae: dev.vertxmesh.samples.User has no field 'nmae'");
  }
}
