package dev.vertxmesh.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import io.micrometer.core.instrument.Gauge;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MeshMetersTest {

  private final MeshMeters meters = new MeshMeters("mesh-consumer", "1.2.3");
  private final CallMeters hello = meters.forService(ServiceKey.of("com.x.IHello"));

  @Test
  void callsAreCountedByHowTheyEnded() {
    hello.begun();
    hello.begun();
    hello.begun();
    hello.ended(Status.OK, 1);
    hello.ended(Status.NO_METHOD, 1);
    assertThat(meters.scrape())
        .contains(
            "mesh_calls_total{agent=\"mesh-consumer\",outcome=\"ok\",service=\"com.x.IHello\"} 1.0")
        .contains("outcome=\"no_method\",service=\"com.x.IHello\"} 1.0")
        .contains("mesh_calls_in_flight{agent=\"mesh-consumer\",service=\"com.x.IHello\"} 1.0")
        .doesNotContain("outcome=\"timeout\"");
  }

  @Test
  void durationsFallIntoTheBucketWhoseBoundTheyDontExceed() {
    hello.ended(Status.OK, TimeUnit.MICROSECONDS.toNanos(500));
    hello.ended(Status.OK, TimeUnit.MICROSECONDS.toNanos(500) + 1);
    hello.ended(Status.OK, TimeUnit.SECONDS.toNanos(11));
    String labels = "{agent=\"mesh-consumer\",service=\"com.x.IHello\"";
    assertThat(meters.scrape())
        .contains("mesh_call_seconds_bucket" + labels + ",le=\"5.0E-4\"} 1\n")
        .contains("mesh_call_seconds_bucket" + labels + ",le=\"0.001\"} 2\n")
        .contains("mesh_call_seconds_bucket" + labels + ",le=\"10.0\"} 2\n")
        .contains("mesh_call_seconds_bucket" + labels + ",le=\"+Inf\"} 3\n")
        .contains("mesh_call_seconds_count" + labels + "} 3\n")
        .contains("mesh_call_seconds_sum" + labels + "} 11.001000001\n");
  }

  @Test
  void whatIsntACallIsThereToo() {
    meters.refusals("limit").increment();
    meters.links("open").increment();
    meters.linkBytesIn().add(7);
    meters.linkBytesOut().add(8);
    assertThat(meters.scrape())
        .contains("mesh_refusals_total{agent=\"mesh-consumer\",reason=\"limit\"} 1.0")
        .contains("mesh_links{state=\"open\"} 1.0")
        .contains("mesh_link_received_bytes_total 7.0")
        .contains("mesh_link_sent_bytes_total 8.0")
        .contains("mesh_build_info{agent=\"mesh-consumer\",version=\"1.2.3\"} 1")
        .contains("mesh_netty_direct_bytes ")
        .contains("jvm_memory_used_bytes{area=\"heap\"")
        .contains("jvm_buffer_memory_used_bytes{id=\"direct\"")
        .contains("jvm_threads_live_threads ")
        .contains("process_cpu_usage ");
  }

  @Test
  void aLinkThatChangesItsStateLeavesTheFormerOne() {
    meters.links("connecting").increment();
    meters.scrape();
    meters.links("connecting").decrement();
    meters.links("open").increment();
    assertThat(meters.scrape())
        .contains("mesh_links{state=\"connecting\"} 0.0")
        .contains("mesh_links{state=\"open\"} 1.0");
  }

  @Test
  void othersMetersAreAddedBeforeAndAfterTheFirstScrape() {
    meters.register(registry -> Gauge.builder("early", () -> 1).register(registry));
    meters.scrape();
    meters.register(registry -> Gauge.builder("late", () -> 2).register(registry));
    assertThat(meters.scrape()).contains("early 1.0").contains("late 2.0");
  }

  @Test
  void theThousandAndFirstServiceSharesTheOthersMeters() {
    for (int i = 1; i < MeshMeters.MOST_SERVICES; i++) {
      meters.forService(ServiceKey.of("s" + i));
    }
    CallMeters other = meters.forService(ServiceKey.of("one too many"));
    other.begun();
    assertThat(other.service()).isEqualTo("other");
    assertThat(meters.forService(ServiceKey.of("another"))).isSameAs(other);
    assertThat(meters.forService(ServiceKey.of("com.x.IHello"))).isSameAs(hello);
    assertThat(meters.scrape()).contains("service=\"other\"");
  }

  @Test
  void noCountIsLostBetweenThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int thread = 0; thread < 4; thread++) {
      threads.execute(
          () -> {
            for (int call = 0; call < 10_000; call++) {
              hello.begun();
              hello.ended(Status.OK, call);
            }
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
    assertThat(hello.count(Status.OK)).isEqualTo(40_000);
    assertThat(hello.inFlight()).isZero();
  }
}
