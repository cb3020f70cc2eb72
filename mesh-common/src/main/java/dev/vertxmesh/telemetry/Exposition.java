package dev.vertxmesh.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.util.Map;

/** The meters as Micrometer and Prometheus see them. */
final class Exposition {

  private final MeshMeters meters;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  Exposition(MeshMeters meters) {
    this.meters = meters;
    registry.getPrometheusRegistry().register(new CallExport(meters.agent(), meters::calls));
    counter(MeterNames.LINK_BYTES_IN, Tags.empty(), meters.linkBytesIn());
    counter(MeterNames.LINK_BYTES_OUT, Tags.empty(), meters.linkBytesOut());
    Tags build = Tags.of(MeterNames.AGENT, meters.agent(), MeterNames.VERSION, meters.version());
    Gauge.builder(MeterNames.BUILD_INFO, () -> 1).tags(build).register(registry);
    bindNetty();
    bindJvm();
  }

  MeterRegistry registry() {
    return registry;
  }

  String text() {
    bindLabelled();
    return registry.scrape();
  }

  /** Labels that came up since the last time; registering one again changes nothing. */
  private void bindLabelled() {
    for (Map.Entry<String, Count> refusal : meters.refusals().entrySet()) {
      Tags reason = Tags.of(MeterNames.REASON, refusal.getKey());
      counter(MeterNames.REFUSALS, reason, refusal.getValue());
    }
    for (Map.Entry<String, Count> link : meters.links().entrySet()) {
      Gauge.builder(MeterNames.LINKS, link.getValue(), Count::value)
          .tag(MeterNames.STATE, link.getKey())
          .register(registry);
    }
  }

  private void counter(String name, Tags tags, Count count) {
    FunctionCounter.builder(name, count, Count::value).tags(tags).register(registry);
  }

  private void bindNetty() {
    Gauge.builder(MeterNames.NETTY_DIRECT, () -> Math.max(0, PlatformDependent.usedDirectMemory()))
        .register(registry);
    Gauge.builder(
            MeterNames.NETTY_PINNED,
            PooledByteBufAllocator.DEFAULT,
            PooledByteBufAllocator::pinnedDirectMemory)
        .register(registry);
  }

  private void bindJvm() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    // it listens for collections for as long as the process lives, as the registry does
    @SuppressWarnings("resource")
    JvmGcMetrics collections = new JvmGcMetrics();
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }
}
