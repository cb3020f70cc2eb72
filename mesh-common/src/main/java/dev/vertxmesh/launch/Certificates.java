package dev.vertxmesh.launch;

import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.json.JsonArray;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What an agent's listeners and clients have for TLS, where people look for it: {@code /topology},
 * and a metric that says how long each is still valid. Thread-safe.
 */
public final class Certificates {

  private final String agent;
  private final MeshMeters meters;
  private final List<WatchedTls> shown = new CopyOnWriteArrayList<>();

  /**
   * @param agent its name
   */
  public Certificates(String agent, MeshMeters meters) {
    this.agent = agent;
    this.meters = meters;
  }

  public void show(WatchedTls tls) {
    shown.add(tls);
    if (tls.left() != null) {
      meters.register(
          all ->
              Gauge.builder(MeterNames.TLS_EXPIRES, tls, Certificates::secondsLeft)
                  .tag(MeterNames.AGENT, agent)
                  .tag(MeterNames.LISTENER, tls.name())
                  .register(all));
    }
  }

  private static double secondsLeft(WatchedTls tls) {
    Duration left = tls.left();
    return left == null ? Double.NaN : left.toSeconds();
  }

  JsonArray toJson() {
    return new JsonArray(shown.stream().map(WatchedTls::toJson).toList());
  }
}
