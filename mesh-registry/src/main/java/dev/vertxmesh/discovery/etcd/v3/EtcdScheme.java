package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.Layout;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.etcd.StoreUrl;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** {@code etcd://HOST:PORT,…/PREFIX?OPTION=VALUE&…}, etcd 3.4 and later by its third API. */
public final class EtcdScheme implements RegistryScheme {

  private static final String NAME = "etcd";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String syntax() {
    return StoreUrl.syntax(NAME);
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    StoreUrl url = StoreUrl.parse(NAME, rest);
    return vertx -> {
      Registry own = open(vertx, url, url.folder(), new AgentLayout(), url.keyed());
      return url.dubboFolder() == null
          ? own
          : new JoinedRegistry(vertx, url.keyed().description(), own, dubbo(vertx, url));
    };
  }

  /** Its rules are read over the same connection. */
  private static Registry dubbo(Vertx vertx, StoreUrl url) {
    if (url.ruleFolder() == null) {
      return open(vertx, url, url.dubboFolder(), new DubboLayout(), url.keyedDubbo());
    }
    RegistryThread worker = RegistryThread.ofThread("mesh-registry");
    Channel channel = new Channel(vertx, url);
    KeyStore rules = new EtcdStore(channel, worker, url.ruleFolder(), url.ttlSeconds());
    return new KeyedRegistry(
        vertx,
        (application, work) -> new EtcdStore(channel, work, url.dubboFolder(), url.ttlSeconds()),
        new DubboLayout(),
        url.keyedDubbo(),
        worker,
        new EtcdRules(rules, worker, url.keyedDubbo().description(), EntryBounds.room() / 8));
  }

  private static Registry open(
      Vertx vertx, StoreUrl url, String folder, Layout layout, KeyedOptions options) {
    return new KeyedRegistry(
        vertx,
        (application, work) ->
            new EtcdStore(new Channel(application, url), work, folder, url.ttlSeconds()),
        layout,
        options);
  }
}
