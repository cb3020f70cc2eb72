package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricsTest {
  private final Metrics metrics =
      new Metrics(
          "# TYPE mesh_links gauge\n"
              + "mesh_links{state=\"open\"} 3.0\n"
              + "mesh_links_more{state=\"open\"} 9.0\n"
              + "mesh_deadlines 7.0\n"
              + "jvm_memory_used_bytes{area=\"heap\",id=\"Eden Space\"} 1.5E6\n"
              + "jvm_memory_used_bytes{area=\"heap\",id=\"Tenured Gen\"} 500000.0\n"
              + "jvm_memory_used_bytes{area=\"nonheap\",id=\"Metaspace\"} 4.0\n");

  @Test
  void whatHasALabelIsSummed() {
    assertThat(metrics.sum("jvm_memory_used_bytes", "area=\"heap\"")).isEqualTo(2_000_000);
  }

  @Test
  void aNameIsWhole() {
    assertThat(metrics.sum("mesh_links", "")).isEqualTo(3);
    assertThat(metrics.sum("mesh_deadlines", "")).isEqualTo(7);
  }

  @Test
  void whatIsNotToldIsNone() {
    assertThat(metrics.sum("mesh_dubbo_connections", "")).isZero();
  }
}
