package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.announced.AnnouncedLevels;
import dev.vertxmesh.discovery.announced.ApplicationKeys;
import dev.vertxmesh.discovery.announced.ApplicationLayout;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.follow.FollowedRegistry;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** {@code nacos://HOST:PORT,…?OPTION=VALUE&…}, Nacos 2 and 3. */
public final class NacosScheme implements RegistryScheme {

  private static final long QUESTION_MILLIS = 3_000;

  /**
   * The agents' registry, what follows Dubbo's providers, and the two levels of what is announced.
   */
  private static final int USERS = 4;

  @Override
  public String name() {
    return NacosUrl.NAME;
  }

  @Override
  public String syntax() {
    return NacosUrl.SYNTAX;
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    NacosUrl url = NacosUrl.parse(rest);
    return vertx -> open(vertx, url);
  }

  private static Registry open(Vertx vertx, NacosUrl url) {
    NacosServers servers = url.servers(vertx);
    RegistryThread worker = RegistryThread.ofThread("mesh-nacos");
    NacosClient client = new NacosClient(vertx, servers, worker, QUESTION_MILLIS);
    NacosSession session =
        new NacosSession(client, new NacosPlace(url.namespace(), url.group()), worker, USERS);
    Registry agents =
        new KeyedRegistry(
            vertx, (same, work) -> new AgentsStore(session), new AgentLayout(), url.agents());
    Registry interfaces =
        new KeyedRegistry(
            vertx,
            (same, work) -> DubboServices.ofInterfaces(session),
            new DubboLayout(),
            url.agents());
    Registry applications =
        new KeyedRegistry(
            vertx,
            (same, work) -> new ApplicationKeys(new NacosApplications(session)),
            new ApplicationLayout(),
            url.agents());
    return new JoinedRegistry(
        vertx,
        url.describe(),
        agents,
        new FollowedRegistry(
            vertx,
            new NacosStore(session, url.ruleGroup()),
            new AnnouncedLevels(vertx, interfaces, applications),
            url.followed()));
  }
}
