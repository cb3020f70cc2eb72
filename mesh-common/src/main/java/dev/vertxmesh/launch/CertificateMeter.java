package dev.vertxmesh.launch;

import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;

/** How long the certificate of a listener or client is still valid, for who watches that. */
public final class CertificateMeter {

  private CertificateMeter() {}

  public static void register(WatchedTls tls, AgentContext agent) {
    agent
        .meters()
        .register(
            all ->
                Gauge.builder(MeterNames.TLS_EXPIRES, tls, CertificateMeter::secondsLeft)
                    .tag(MeterNames.AGENT, agent.name())
                    .tag(MeterNames.LISTENER, tls.name())
                    .register(all));
  }

  private static double secondsLeft(WatchedTls tls) {
    Duration left = tls.left();
    return left == null ? Double.NaN : left.toSeconds();
  }
}
