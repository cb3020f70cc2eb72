package dev.vertxmesh.discovery.etcd3;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.keyed.KeyedRegistry;
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
    return vertx ->
        new KeyedRegistry(
            vertx,
            (application, work) ->
                new EtcdStore(new Channel(application, url), work, url.folder(), url.ttlSeconds()),
            url.keyed());
  }
}
