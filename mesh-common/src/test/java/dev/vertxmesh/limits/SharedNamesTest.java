package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counters are called in Redis, where callers make up the names. */
class SharedNamesTest {

  private static final long SECOND = 1_000_000_000L;

  private final SharedLimits.Names names = new SharedLimits.Names();

  @Test
  void aShortNameStaysAndAllOthersAreHashes() {
    assertThat(names.of("tenants", "shop 10.0.0.1", 0)).isEqualTo("tenants:shop 10.0.0.1");
    String one = SharedLimits.Names.bounded("x".repeat(1_000));
    assertThat(one).hasSize(65).isNotEqualTo(SharedLimits.Names.bounded("x".repeat(1_001)));
    assertThat(SharedLimits.Names.bounded("a\r\nb")).hasSize(65).startsWith("*");
    assertThat(SharedLimits.Names.bounded("*others")).as("nobody takes that one").hasSize(65);
  }

  @Test
  void ofTooManyNewOnesTheRestIsCountedTogether() {
    Set<String> made = new HashSet<>();
    for (int i = 0; i < 3 * SharedLimits.Names.MOST_NEW; i++) {
      made.add(names.of("tenants", "t" + i, 0));
    }
    assertThat(made).hasSize(SharedLimits.Names.MOST_NEW + 1).contains("tenants:*others");
    for (int i = 0; i < 1_000; i++) {
      made.add(names.of("tenants", "u" + i, SECOND));
    }
    assertThat(made).hasSize(SharedLimits.Names.MOST_NEW + 1 + SharedLimits.Names.NEW_A_SECOND);
  }
}
