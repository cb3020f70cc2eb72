package dev.vertxmesh.discovery.etcd.v2;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.StoreUrl;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** {@code etcd2://HOST:PORT,…/PREFIX?OPTION=VALUE&…}, etcd up to 3.5 with {@code --enable-v2}. */
public final class Etcd2Scheme implements RegistryScheme {

  private static final String NAME = "etcd2";

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
    if (url.dubboFolder() != null) {
      throw new IllegalArgumentException(
          "dubbo is for etcd://, as Dubbo has never used etcd's second API");
    }
    return vertx -> {
      return new KeyedRegistry(
          vertx,
          (application, work) ->
              new Etcd2Store(new Etcd2Servers(application, url), url.folder(), url.ttlSeconds()),
          new AgentLayout(),
          url.keyed());
    };
  }
}
