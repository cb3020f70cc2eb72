package dev.vertxmesh.discovery.etcd3;

import dev.vertxmesh.discovery.JoinedRegistry;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.keyed.AgentLayout;
import dev.vertxmesh.discovery.keyed.KeyedOptions;
import dev.vertxmesh.discovery.keyed.KeyedRegistry;
import dev.vertxmesh.discovery.keyed.Layout;
import dev.vertxmesh.discovery.keyed.PemFiles;
import dev.vertxmesh.discovery.keyed.StoreUrl;
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
      PemFiles.check(url);
      Registry own = open(vertx, url, url.folder(), new AgentLayout(), url.keyed());
      return url.dubboFolder() == null
          ? own
          : new JoinedRegistry(
              vertx, own, open(vertx, url, url.dubboFolder(), new DubboLayout(), url.keyedDubbo()));
    };
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
