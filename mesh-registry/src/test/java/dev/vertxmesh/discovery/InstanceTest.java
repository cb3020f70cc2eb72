package dev.vertxmesh.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.frame.Hello;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceTest {

  private static final Instance FULL =
      new Instance(
          "a-1",
          "::1",
          30_000,
          List.of(ServiceKey.parse("com.x.A:1.0@g"), ServiceKey.of("com.x.B")),
          3,
          Map.of("zone", "a"),
          200,
          1_763_636_400_123L);

  @Test
  void comesBackFromJsonAsItWas() {
    JsonObject json = new JsonObject(InstanceJson.write(FULL).encode());
    assertThat(InstanceJson.read(json)).isEqualTo(FULL);
  }

  /** They are looked at without patterns, as thousands come at once. */
  @Test
  void idsHostsAndTagsHaveTheCharactersThatTheyMayHave() {
    for (char c = 0; c < 0x200; c++) {
      String text = "a" + c + "b";
      String shown = "character " + (int) c;
      assertThat(HostPort.isHost(text)).as(shown).isEqualTo(text.matches("[A-Za-z0-9._:%-]*"));
      assertThat(Tag.isValue(text)).as(shown).isEqualTo(text.matches("[^\\p{Cntrl},]*"));
      assertThat(isId(text)).as(shown).isEqualTo(text.matches("[A-Za-z0-9._:-]*"));
    }
    assertThat(isId("")).isFalse();
    assertThat(isId("x".repeat(200))).isTrue();
    assertThat(isId("x".repeat(201))).isFalse();
    assertThat(HostPort.isHost("")).isFalse();
    assertThat(HostPort.isHost("x".repeat(255))).isTrue();
    assertThat(HostPort.isHost("x".repeat(256))).isFalse();
    assertThat(Tag.isValue("")).isTrue();
    assertThat(Tag.isValue("x".repeat(201))).isFalse();
    assertThat(Tag.isValue("\ud83d\ude00".repeat(200))).as("200 characters in pairs").isTrue();
  }

  private static boolean isId(String text) {
    try {
      new Instance(text, "h", 1, List.of(), 1, Map.of(), 0, 0);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Test
  void itsSerializationComesBackAndIsLeftOutWhereNobodyKnowsIt() {
    Instance speaking = FULL.speaking("fastjson2");
    assertThat(InstanceJson.read(InstanceJson.write(speaking))).isEqualTo(speaking);
    assertThat(InstanceJson.write(FULL).containsKey("serialization")).isFalse();
    assertThat(InstanceJson.write(FULL).getInteger("protocolVersion")).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FULL.speaking("a b"))
        .withMessageContaining("serialization is 'a b'");
  }

  @Test
  void whomItProvesToBeComesBackAndStaysWithWhateverElseChanges() {
    Instance proving = FULL.provingToBe("spiffe://mesh/ns/shop/sa/orders");
    assertThat(InstanceJson.read(InstanceJson.write(proving))).isEqualTo(proving);
    Instance changed = proving.weighing(9, Map.of()).speaking("fastjson2").serving(List.of());
    assertThat(changed.identity()).isEqualTo("spiffe://mesh/ns/shop/sa/orders");
    assertThat(InstanceJson.write(FULL).containsKey("identity")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FULL.provingToBe("a,b"))
        .withMessageContaining("identity is 'a,b', expected a name of at most 2048");
  }

  @Test
  void whomItStandsBeforeComesBackAndStaysWithWhateverElseChanges() {
    List<ProviderAddress> providers =
        List.of(
            ProviderAddress.parse("dubbo://10.0.0.7:20880"),
            ProviderAddress.parse("tri://[::1]:50051"));
    Instance before = FULL.standingBefore(providers);
    assertThat(InstanceJson.read(InstanceJson.write(before))).isEqualTo(before);
    Instance changed = before.weighing(9, Map.of()).speaking("fastjson2").serving(List.of());
    assertThat(changed.provingToBe("x").fronts()).isEqualTo(providers);
    assertThat(InstanceJson.write(FULL).containsKey("fronts")).isFalse();
    List<ProviderAddress> many = Collections.nCopies(9, providers.get(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FULL.standingBefore(many))
        .withMessageContaining("expected at most 8 addresses");
  }

  @Test
  void whatItCallsBackComesBackAndStaysWithWhateverElseChanges() {
    Map<ServiceKey, List<String>> first =
        Map.of(ServiceKey.parse("com.x.A:1.0@g"), List.of("hear.0", "hear.1"));
    Instance calling = FULL.callingBack(first);
    assertThat(InstanceJson.read(InstanceJson.write(calling))).isEqualTo(calling);
    Instance changed = calling.weighing(9, Map.of()).speaking("fastjson2").provingToBe("x");
    assertThat(changed.calledBack()).isEqualTo(first);
    assertThat(changed.callingBack(Map.of(ServiceKey.of("com.x.B"), List.of("b.0"))).calledBack())
        .hasSize(2)
        .containsAllEntriesOf(first);
    assertThat(InstanceJson.write(FULL).containsKey("calledBack")).isFalse();
    JsonObject wrong = InstanceJson.write(FULL).put("calledBack", new JsonObject().put("A", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InstanceJson.read(wrong))
        .withMessage("calledBack is '1', expected an array of METHOD.N");
    List<String> many = Collections.nCopies(101, "a.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FULL.callingBack(Map.of(ServiceKey.of("com.x.B"), many)))
        .withMessage("calledBack of com.x.B has 101 arguments, expected at most 100");
    assertThat(calling.callingBack(Map.of(ServiceKey.parse("com.x.A:1.0@g"), List.of("other.0"))))
        .isEqualTo(calling);
  }

  @Test
  void itsProtocolIsTheOneThatLinksBeginWith() {
    assertThat(Instance.PROTOCOL_VERSION).isEqualTo(Hello.VERSION);
  }

  @Test
  void aProviderWithoutAnAgentComesBackAsOne() {
    Instance straight =
        new Instance(Protocol.DUBBO, "a", "h", 20_880, List.of(), 1, Map.of(), 0, 0);
    JsonObject json = InstanceJson.write(straight);
    assertThat(json.getString("protocol")).isEqualTo("dubbo");
    assertThat(InstanceJson.read(json)).isEqualTo(straight);
    assertThat(InstanceJson.write(FULL).containsKey("protocol")).isFalse();
  }

  @Test
  void readsJsonWithNoMoreThanItNeedsAndWithMoreThanItKnows() {
    Instance read =
        InstanceJson.read(
            new JsonObject(
                "{'id':'a','host':'h','port':1,'services':[],'new':1}".replace('\'', '"')));
    assertThat(read).isEqualTo(new Instance("a", "h", 1, List.of(), 1, Map.of(), 0, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'host':'h','port':1,'services':[]}|id is 'null', expected text",
        "{'id':'../a','host':'h','port':1,'services':[]}|id is '../a', expected 1 to 200",
        "{'id':'a','host':'h h','port':1,'services':[]}|host is 'h h'",
        "{'id':'a','host':'h','port':70000,'services':[]}|port is '70000'",
        "{'id':'a','host':'h','port':-5,'services':[]}|port is '-5'",
        "{'id':'a','host':'h','port':1.5,'services':[]}|port is '1.5'",
        "{'id':'a','host':'h','port':1,'services':'x'}|services is 'x', expected an array",
        "{'id':'a','host':'h','port':1,'services':[1]}|services is '1'",
        "{'id':'a','host':'h','port':1,'services':[''],'weight':1}|'' is not a service",
        "{'id':'a','host':'h','port':1,'services':[],'weight':0}|weight is '0'",
        "{'id':'a','host':'h','port':1,'services':[],'tags':1}|tags is '1'",
        "{'id':'a','host':'h','port':1,'services':[],'protocol':'T'}|protocol is 'T', expected"
            + " mesh",
        "{'id':'a','host':'h','port':1,'services':[],'protocol':1}|protocol is '1'",
        "{'id':'a','host':'h','port':1,'services':[],'identity':1}|identity is '1', expected text",
        "{'id':'a','host':'h','port':1,'services':[],'identity':'a b'}|identity is 'a b'",
        "{'id':'a','host':'h','port':1,'services':[],'fronts':'x'}|fronts is 'x', expected an array",
        "{'id':'a','host':'h','port':1,'services':[],'fronts':['h:1']}|fronts is 'h:1', expected"
            + " PROTOCOL://HOST:PORT",
        "{'id':'a','host':'h','port':1,'services':[],'fronts':[1,2,3,4,5,6,7,8,9]}|fronts is"
            + " '[1,2,3,4,5,6,7,8,9]', expected an array of at most 8 addresses",
        "{'id':'a','host':'h','port':1,'services':[],'limit':-1}|limit is '-1'"
      })
  void refusesABadFieldByItsName(String json, String message) {
    JsonObject object = new JsonObject(json.replace('\'', '"'));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InstanceJson.read(object))
        .withMessageContaining(message);
  }

  @Test
  void newIdsAreValidAndNeverTheSame() {
    String first = Instance.newId("fe80::1%eth0", 30_000);
    assertThat(first).isNotEqualTo(Instance.newId("fe80::1%eth0", 30_000));
    assertThat(new Instance(first, "h", 1, List.of(), 1, Map.of(), 0, 0).id()).isEqualTo(first);
  }
}
