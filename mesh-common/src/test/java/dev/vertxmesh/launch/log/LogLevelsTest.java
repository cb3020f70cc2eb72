package dev.vertxmesh.launch.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From which level on loggers write, and how much. */
class LogLevelsTest {

  private static final String OF_CONNECTIONS = "io.netty.channel.ChannelInitializer";

  /** The log manager forgets those that nobody holds. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final Logger SHOP = Logger.getLogger("com.acme.shop");
  private static final Logger CART = Logger.getLogger("com.acme.shop.Cart");
  private static final Logger OURS = Logger.getLogger("dev.vertxmesh.access.Anything");
  private static final Logger AUDIT = Logger.getLogger("audit.refused");
  private static final Logger QUIET = Logger.getLogger(OF_CONNECTIONS);
  private static final Logger MESSAGES =
      Logger.getLogger("io.netty.channel.DefaultChannelPipeline");

  private final Level before = ROOT.getLevel();
  private final LogLevels levels = new LogLevels(System.Logger.Level.INFO);
  private final List<String> written = new ArrayList<>();
  private long now;
  private final LineHandler handler = new LineHandler(levels, () -> now, written::add);

  @AfterEach
  void asItWas() {
    put("{}");
    ROOT.setLevel(before);
  }

  private void put(String value) {
    levels.put(new JsonObject(value));
  }

  @Test
  void aNameCountsForAllBelowItAndTheLongestCounts() {
    put("{\"com.acme\": \"debug\", \"com.acme.shop.Cart\": \"error\"}");
    assertThat(levels.value().encode())
        .isEqualTo("{\"com.acme\":\"debug\",\"com.acme.shop.Cart\":\"error\",\"root\":\"info\"}");
    assertThat(SHOP.isLoggable(Level.FINE)).isTrue();
    assertThat(SHOP.isLoggable(Level.FINER)).isFalse();
    assertThat(CART.isLoggable(Level.WARNING)).isFalse();
    assertThat(OURS.isLoggable(Level.FINE)).isFalse();
    assertThat(levels.isVerbose("com.acme.shop")).isTrue();
    assertThat(levels.isVerbose("com.acme.shop.Cart")).isFalse();
  }

  @Test
  void whatIsNotNamedGoesBack() {
    put("{\"root\": \"error\", \"com.acme\": \"trace\"}");
    assertThat(OURS.isLoggable(Level.WARNING)).isFalse();
    assertThat(SHOP.isLoggable(Level.FINER)).isTrue();
    put("{}");
    assertThat(levels.value().encode()).isEqualTo("{\"root\":\"info\"}");
    assertThat(OURS.isLoggable(Level.INFO)).isTrue();
    assertThat(SHOP.isLoggable(Level.FINE)).isFalse();
    assertThat(Logger.getLogger("com.acme").getLevel()).isNull();
  }

  @Test
  void whoDidWhatIsWrittenWhateverIsSet() {
    put("{\"root\": \"error\"}");
    assertThat(AUDIT.isLoggable(Level.INFO)).isTrue();
    assertRefused("{\"audit\": \"error\"}", "audit: who did what is always written");
    assertRefused("{\"audit.refused\": \"error\"}", "audit.refused: who did what");
  }

  @Test
  void whatCallersSendIsNotTraced() {
    put("{\"root\": \"trace\"}");
    assertThat(SHOP.isLoggable(Level.FINER)).isTrue();
    assertThat(SHOP.isLoggable(Level.FINEST)).as("what libraries call trace").isFalse();
    assertThat(MESSAGES.isLoggable(Level.FINE)).isFalse();
    assertRefused(
        "{\"%s\": \"debug\"}".formatted(MESSAGES.getName()), "it would show what callers send");
  }

  @Test
  void whatIsSaidOfEachConnectionIsForWhoWantsToHearIt() {
    assertThat(QUIET.isLoggable(Level.WARNING)).isFalse();
    put("{\"io.netty.channel\": \"debug\"}");
    assertThat(QUIET.isLoggable(Level.FINE)).isTrue();
    put("{\"%s\": \"warning\"}".formatted(OF_CONNECTIONS));
    assertThat(QUIET.isLoggable(Level.WARNING)).isTrue();
    put("{\"root\": \"error\"}");
    assertThat(Logger.getLogger("io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder"))
        .satisfies(quiet -> assertThat(quiet.isLoggable(Level.WARNING)).isFalse());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"root\": \"loud\"} | root: given 'loud', expected one of error, warning, info, debug,",
        "{\"root\": 7} | root: given 7, expected one of error,",
        "{\"root\": null} | root: given null, expected one of error,",
        "{\"com.acme.sho\": \"info\"} | com.acme.sho: nothing logs by that name, or one below it",
        "{\"\": \"info\"} | '', expected root, or a package or class, of at most 200 characters",
        "{\"a b\": \"info\"} | 'a b', expected root, or a package or class",
        "{\"com.acme.\": \"info\"} | 'com.acme.', expected root, or a package or class"
      })
  void whatCantBeUnderstoodChangesNothing(String value, String told) {
    assertRefused(value, told);
    assertRefused(value.replaceFirst("\\{", "{\"com.acme\": \"debug\", "), told);
  }

  private void assertRefused(String value, String told) {
    JsonObject before = levels.value();
    assertThatThrownBy(() -> put(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(told);
    assertThat(levels.value()).isEqualTo(before);
  }

  @Test
  void aRefusalNamesPackagesOfOurs() {
    assertRefused("{\"dev.vertxmesh.acces\": \"debug\"}", "one of dev.vertxmesh.access");
  }

  @Test
  void namesAreBounded() {
    assertRefused(
        "{\"%s\": \"debug\"}".formatted("a".repeat(10_000)), "'" + "a".repeat(200) + "...'");
    assertRefused("{\"root\": \"%s\"}".formatted("a".repeat(10_000)), "'" + "a".repeat(200) + "..");
    JsonObject many = new JsonObject();
    for (int i = 0; i <= LogLevels.MOST; i++) {
      many.put("com.acme.shop.C" + i, "debug");
    }
    assertRefused(many.encode(), "51 loggers, expected at most 50");
  }

  private void log(Level level, String logger, String text) {
    LogRecord record = new LogRecord(level, text);
    record.setLoggerName(logger);
    handler.publish(record);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.acme.shop", "io.netty.anything"})
  void aFloodOfDetailsIsCountedAndWhatMattersIsWritten(String logger) {
    put("{\"root\": \"debug\"}");
    for (int i = 0; i < 100_000; i++) {
      log(Level.FINE, logger, "detail");
    }
    long details = written.size();
    assertThat(written.stream().mapToInt(String::length).sum())
        .isBetween(DetailBudget.MOST, DetailBudget.MOST + 100);
    log(Level.INFO, "audit", "admin port: PUT /log by ops");
    log(Level.WARNING, logger, "it burns");
    assertThat(written.get(written.size() - 2))
        .endsWith(" INFO  audit: admin port: PUT /log by ops\n");
    assertThat(written.get(written.size() - 1)).endsWith("it burns\n");
    now += TimeUnit.SECONDS.toNanos(1);
    log(Level.FINE, logger, "detail");
    assertThat(written.get(written.size() - 2))
        .endsWith(
            " WARN  launch: %d lines of debug and trace left out, beyond 100000 characters a second\n"
                .formatted(100_000 - details));
    assertThat(written.get(written.size() - 1)).endsWith("detail\n");
  }

  @Test
  void whoAsksForMoreOfALoggerHasItsLinesThatWouldBeCounted() {
    for (int i = 0; i < 10; i++) {
      log(Level.WARNING, "io.netty.Reset", "reset");
    }
    assertThat(written).hasSize(1);
    put("{\"dev.vertxmesh\": \"debug\"}");
    log(Level.WARNING, "io.netty.Reset", "reset");
    assertThat(written).hasSize(1);
    put("{\"io.netty\": \"debug\"}");
    for (int i = 0; i < 10; i++) {
      log(Level.WARNING, "io.netty.Reset", "reset");
    }
    assertThat(written).hasSize(11);
  }
}
