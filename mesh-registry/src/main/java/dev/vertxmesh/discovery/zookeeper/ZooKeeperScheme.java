package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.announced.AnnouncedLevels;
import dev.vertxmesh.discovery.announced.ApplicationKeys;
import dev.vertxmesh.discovery.announced.ApplicationLayout;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.Layout;
import dev.vertxmesh.discovery.follow.FollowedRegistry;
import dev.vertxmesh.discovery.kind.JoinedRegistry;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** {@code zookeeper://HOST:PORT,…/ROOT?OPTION=VALUE&…}, ZooKeeper 3.5 and later. */
public final class ZooKeeperScheme implements RegistryScheme {

  @Override
  public String name() {
    return ZooKeeperUrl.NAME;
  }

  @Override
  public String syntax() {
    return ZooKeeperUrl.syntax();
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    ZooKeeperUrl url = ZooKeeperUrl.parse(rest);
    return vertx -> {
      Session session =
          new Session(url.servers(), url.timeoutMillis(), url.digest(), url.sessions(vertx));
      Registry agents = keyed(vertx, session, url.agents(), new AgentLayout(), url);
      Registry interfaces = keyed(vertx, session, url.root(), new DubboLayout(), url);
      Registry applications =
          new KeyedRegistry(
              vertx,
              (same, work) ->
                  new ApplicationKeys(
                      new ZooKeeperApplications(session, url.root(), url.services())),
              new ApplicationLayout(),
              url.keyed());
      return new JoinedRegistry(
          vertx,
          url.describe(),
          agents,
          new FollowedRegistry(
              vertx,
              new ZooKeeperFollowed(session, url.root(), url.services(), url.ruleGroup()),
              new AnnouncedLevels(vertx, interfaces, applications),
              url.followed()));
    };
  }

  private static Registry keyed(
      Vertx vertx, Session session, String folder, Layout layout, ZooKeeperUrl url) {
    String tombstone = layout.tombstone().orElse(null);
    return new KeyedRegistry(
        vertx,
        (application, work) -> new ZooKeeperKeys(session, folder, tombstone),
        layout,
        url.keyed());
  }
}
