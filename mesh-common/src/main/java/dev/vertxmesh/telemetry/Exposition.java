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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The meters as Micrometer and Prometheus see them. */
final class Exposition {

  private final MeshMeters meters;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Set<Count> bound = new HashSet<>();

  /** The JVM's collectors hold it, and all that's here with it, until it's closed. */
  private final JvmGcMetrics collections = new JvmGcMetrics();

  Exposition(MeshMeters meters) {
    this.meters = meters;
    registry.config().meterFilter(new MeterHelp());
    registry.getPrometheusRegistry().register(new CallExport(meters.agent(), meters::calls));
    registry.getPrometheusRegistry().register(this::buildInfo);
    counter(MeterNames.LINK_BYTES_IN, Tags.empty(), meters.linkBytesIn());
    counter(MeterNames.LINK_BYTES_OUT, Tags.empty(), meters.linkBytesOut());
    gauge(MeterNames.LINK_STREAMS, meters.linkStreams());
    gauge(MeterNames.LINK_UNREAD, meters.linkUnread());
    gauge(MeterNames.LINK_WINDOWS, meters.linkWindows());
    bindNetty();
    bindJvm();
  }

  MeterRegistry registry() {
    return registry;
  }

  /** Its text can be had still. */
  void close() {
    collections.close();
    registry.close();
  }

  String text() {
    bindLabelled();
    return registry.scrape();
  }

  /** Past Micrometer, which takes the name's end away from everything that isn't an info. */
  private InfoSnapshot buildInfo() {
    return InfoSnapshot.builder()
        .name(MeterNames.BUILD)
        .help("What runs")
        .dataPoint(
            InfoSnapshot.InfoDataPointSnapshot.builder()
                .labels(
                    Labels.of(
                        MeterNames.AGENT, meters.agent(), MeterNames.VERSION, meters.version()))
                .build())
        .build();
  }

  /** Labels that came up since the last time. */
  private void bindLabelled() {
    counters(MeterNames.REFUSALS, MeterNames.REASON, meters.refusals());
    counters(MeterNames.RETRIES, MeterNames.KIND, meters.retries());
    for (Map.Entry<String, Count> link : meters.links().entrySet()) {
      if (bound.add(link.getValue())) {
        Gauge.builder(MeterNames.LINKS, link.getValue(), Count::value)
            .tag(MeterNames.STATE, link.getKey())
            .register(registry);
      }
    }
  }

  private void counters(String name, String label, Map<String, Count> counts) {
    for (Map.Entry<String, Count> count : counts.entrySet()) {
      if (bound.add(count.getValue())) {
        counter(
            name,
            Tags.of(MeterNames.AGENT, meters.agent(), label, count.getKey()),
            count.getValue());
      }
    }
  }

  private void gauge(String name, Count level) {
    Gauge.builder(name, level, Count::value).register(registry);
  }

  private void counter(String name, Tags tags, Count count) {
    FunctionCounter.builder(name, count, Count::value).tags(tags).register(registry);
  }

  private void bindNetty() {
    // the one that Vert.x's sockets use too
    ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
    if (allocator instanceof ByteBufAllocatorMetricProvider known) {
      Gauge.builder(MeterNames.NETTY_DIRECT, () -> known.metric().usedDirectMemory())
          .register(registry);
    }
    if (allocator instanceof PooledByteBufAllocator pooled) {
      Gauge.builder(MeterNames.NETTY_PINNED, pooled::pinnedDirectMemory).register(registry);
    }
  }

  private void bindJvm() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }
}
