package dev.vertxmesh.samples.dubbo3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.RuleBook;
import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.rule.RouteRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.config.configcenter.ConfigChangeType;
import org.apache.dubbo.common.config.configcenter.ConfigChangedEvent;
import org.apache.dubbo.common.utils.Holder;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.cluster.router.condition.config.ServiceStateRouter;
import org.apache.dubbo.rpc.cluster.router.state.AbstractStateRouter;
import org.apache.dubbo.rpc.cluster.router.state.BitList;
import org.apache.dubbo.rpc.cluster.router.state.TailStateRouter;
import org.apache.dubbo.rpc.cluster.router.tag.TagStateRouter;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rules, candidates and calls, taken by Dubbo's own routers and by the agents'. */
class RealRulesTest {

  private static final int PICKS = 1_000;
  private static final String SERVICE = "com.foo.BarService";

  private static final String NAME = SERVICE + "::.condition-router";

  private static final List<String> REGIONS = List.of("hangzhou", "beijing", "shanghai");
  private static final List<String> TAGS = List.of("", "", "t1", "t2");
  private static final List<String> CALL_TAGS = List.of("", "t1", "t2", "t9", "t1|x");
  private static final List<String> METHODS = List.of("getOne", "listAll", "save");

  private final SplittableRandom random = new SplittableRandom(20_261_124);

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private List<RouteCandidate> candidates() {
    List<RouteCandidate> candidates = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      Map<String, String> parameters = new TreeMap<>();
      parameters.put("application", "bar");
      parameters.put("region", any(REGIONS));
      parameters.put("level", Integer.toString(random.nextInt(20)));
      String tag = any(TAGS);
      if (!tag.isEmpty()) {
        parameters.put("dubbo.tag", tag);
      }
      candidates.add(new RouteCandidate("10.0.0." + (i + 1), 20_880 + i % 2, parameters));
    }
    return candidates;
  }

  private record Asked(String method, Map<String, String> attachments, Map<String, String> caller)
      implements RouteRequest {

    @Override
    public String parameter(String name) {
      return caller.get(name);
    }

    @Override
    public String attachment(String name) {
      return attachments.get(name);
    }

    @Override
    public String argument(int index) {
      return index == 0 ? "tom" : null;
    }

    Asked untagged() {
      Map<String, String> others = new TreeMap<>(attachments);
      others.remove(TAG);
      return new Asked(method, others, caller);
    }
  }

  private Asked call() {
    Map<String, String> attachments = new TreeMap<>();
    String tag = any(CALL_TAGS);
    if (!tag.isEmpty()) {
      attachments.put("dubbo.tag", tag);
    }
    if (random.nextInt(4) == 0) {
      attachments.put("dubbo.force.tag", "true");
    }
    if (random.nextBoolean()) {
      attachments.put("user", "vip" + random.nextInt(3));
    }
    Map<String, String> caller =
        Map.of(
            "host", "10.0.0." + random.nextInt(4), "application", "shop", "region", any(REGIONS));
    return new Asked(any(METHODS), attachments, caller);
  }

  private static RouteRules read(String name, String yaml) {
    RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);
    RouteRules rules = book.take(Map.of(name, yaml));
    assertThat(book.skipped()).isEmpty();
    return rules;
  }

  /** Whom the agents' rules leave, by their places. */
  private BitSet ours(RouteRules rules, List<RouteCandidate> candidates, Asked call) {
    BitSet left = new BitSet();
    rules.of(SERVICE, candidates).route(left, call, random);
    return left;
  }

  private static URL scoped(String url) {
    return URL.valueOf(url).setScopeModel(ApplicationModel.defaultModel().getDefaultModule());
  }

  private static URL consumer(Asked call) {
    return scoped(
        "consumer://%s/%s?application=shop&region=%s"
            .formatted(call.caller.get("host"), SERVICE, call.caller.get("region")));
  }

  private static URL provider(RouteCandidate candidate) {
    String query =
        candidate.parameters().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining("&"));
    return scoped(
        "dubbo://%s/%s?remote.application=bar&%s".formatted(candidate.address(), SERVICE, query));
  }

  /** Dubbo's own routers need no more of one; what isn't deprecated wants a model of a service. */
  @SuppressWarnings("deprecation")
  private static Invocation invocation(Asked call) {
    RpcInvocation invocation = new RpcInvocation();
    invocation.setMethodName(call.method);
    invocation.setArguments(new Object[] {"tom"});
    call.attachments.forEach(invocation::setAttachment);
    return invocation;
  }

  /** Whom Dubbo's own router leaves. */
  private static BitSet theirs(
      AbstractStateRouter<Object> router,
      Runnable onNotified,
      List<RouteCandidate> candidates,
      Asked call) {
    List<Invoker<Object>> invokers = new ArrayList<>();
    candidates.forEach(candidate -> invokers.add(new NoInvoker(provider(candidate))));
    BitList<Invoker<Object>> all = new BitList<>(invokers);
    router.setNextRouter(TailStateRouter.getInstance());
    router.notify(all);
    onNotified.run();
    BitList<Invoker<Object>> left =
        router.route(all.clone(), consumer(call), invocation(call), false, new Holder<>());
    BitSet places = new BitSet();
    left.forEach(invoker -> places.set(invokers.indexOf(invoker)));
    return places;
  }

  private record NoInvoker(URL url) implements Invoker<Object> {
    @Override
    public URL getUrl() {
      return url;
    }

    @Override
    public Class<Object> getInterface() {
      return Object.class;
    }

    @Override
    public boolean isAvailable() {
      return true;
    }

    @Override
    public Result invoke(Invocation invocation) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void destroy() {}
  }

  private static ConfigChangedEvent event(String key, String yaml) {
    return new ConfigChangedEvent(key, "dubbo", yaml, ConfigChangeType.ADDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "force: false\ntags:\n- {name: t1, addresses: ['10.0.0.1:20880', '10.0.0.3:20880']}\n",
        "force: true\n"
            + "tags:\n"
            + "- {name: t1, addresses: ['10.0.0.2']}\n"
            + "- {name: t9, addresses: ['10.0.9.9']}\n",
        "force: false\ntags:\n- {name: t9, addresses: ['10.0.0.*:20881']}\n",
        "force: false\nenabled: false\ntags:\n- {name: t1, addresses: ['10.0.0.1:20880']}\n",
        "configVersion: v3.0\n"
            + "force: false\n"
            + "tags:\n"
            + "- name: t9\n"
            + "  match:\n"
            + "  - key: region\n"
            + "    value: {exact: beijing}\n",
      })
  void tags(String rule) {
    String yaml =
        "key: bar\nruntime: true\n" + (rule.contains("enabled") ? "" : "enabled: true\n") + rule;
    RouteRules rules = read("bar.tag-router", yaml);
    TagStateRouter<Object> router = new TagStateRouter<>(consumer(call()));
    for (int i = 0; i < PICKS; i++) {
      List<RouteCandidate> candidates = candidates();
      Asked call = call();
      Runnable told = () -> router.process(event("bar.tag-router", yaml));
      assertThat(ours(rules, candidates, call))
          .as("%s of %s by %s", call, candidates, yaml)
          .isEqualTo(theirs(router, told, candidates, call));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "method=getOne => region=hangzhou",
        "=> region != beijing",
        "application=shop =>",
        "application!=shop => region=beijing",
        "method=get*,list* => region=hangzhou,beijing & level=5~15",
        "host=10.0.0.1,10.0.0.2 => host=10.0.0.*",
        "host=10.0.0.1 => host=10.0.0.1",
        "=> host=$host",
        "=> region=$region",
        "attachments[user]=vip1 => address=*:20881",
        "attachments[user]!=vip1 => port=20880",
        "arguments[0]=tom => level=~9",
        "arguments[0]=ann => level=~9",
        "method=save & attachments[user]=vip* => region=shanghai",
        "region=hangzhou & region!=hangzhou => region=shanghai",
      })
  void conditions(String condition) {
    String yaml =
        "configVersion: v3.0\n"
            + "scope: service\n"
            + "key: %s\n"
            + "enabled: true\n"
            + "force: %s\n"
            + "conditions:\n"
            + "- '%s'\n";
    sameAsDubbo(yaml, condition);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{from: {match: 'method=getOne'}, to: [{match: 'region=hangzhou'}]}",
        "{from: {match: 'region=beijing'}, to: [{match: 'region=$region'}]}",
        "{from: {match: ''}, to: [{match: 'level=5~15', weight: 100}]}",
        "{from: {match: 'method=save'}, to: [{match: 'region=mars'}]}",
      })
  void splits(String condition) {
    String yaml =
        "configVersion: v3.1\n"
            + "scope: service\n"
            + "key: %s\n"
            + "enabled: true\n"
            + "force: %s\n"
            + "conditions:\n"
            + "- %s\n";
    sameAsDubbo(yaml, condition);
  }

  /** Half of the calls with a rule that is forced. */
  private void sameAsDubbo(String yaml, String condition) {
    for (boolean force : new boolean[] {false, true}) {
      String text = yaml.formatted(SERVICE, force, condition);
      ServiceStateRouter<Object> router = new ServiceStateRouter<>(consumer(call()));
      router.process(event(NAME, text));
      RouteRules rules = read(NAME, text);
      for (int i = 0; i < PICKS / 2; i++) {
        sameAsDubbo(router, rules, text);
      }
    }
  }

  private void sameAsDubbo(ServiceStateRouter<Object> router, RouteRules rules, String yaml) {
    List<RouteCandidate> untagged = candidates().stream().map(RealRulesTest::untagged).toList();
    Asked call = call().untagged();
    assertThat(ours(rules, untagged, call))
        .as("%s of %s by %s", call, untagged, yaml)
        .isEqualTo(theirs(router, () -> {}, untagged, call));
  }

  /** Only this router is asked, and no other one looks at tags. */
  private static RouteCandidate untagged(RouteCandidate candidate) {
    Map<String, String> parameters = new TreeMap<>(candidate.parameters());
    parameters.remove("dubbo.tag");
    return new RouteCandidate(candidate.host(), candidate.port(), parameters);
  }
}
