package dev.vertxmesh.access.token;

import io.vertx.core.Vertx;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The key sets at URLs, which outlast the file that names them. */
public final class TokenKeys {

  private record Place(URI url, List<String> algorithms) {}

  private final Vertx vertx;
  private final LongSupplier nanoClock;
  private final Map<Place, JwksUrl> fetched = new HashMap<>();

  public TokenKeys(Vertx vertx, LongSupplier nanoClock) {
    this.vertx = vertx;
    this.nanoClock = nanoClock;
  }

  synchronized KeySource at(URI url, List<String> algorithms) {
    return fetched.computeIfAbsent(
        new Place(url, algorithms),
        place -> new JwksUrl(vertx, place.url(), place.algorithms(), nanoClock));
  }
}
