package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is on record of calls that aren't let pass. */
class AuditLogTest extends AccessFixture {

  private static final Logger LOG = Logger.getLogger("audit");

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AuditLog audit = new AuditLog(() -> 0);
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void stop() {
    LOG.removeHandler(handler);
  }

  @Test
  void aNameThatLooksLikeFieldsIsQuoted() {
    Call call = byHttp(Map.of(), Map.of());
    String name = "ann call=a.B#c reason=\"no\" from=1.1.1.1\nWARN";
    audit.denied(Identity.of(Identity.Kind.TOKEN, name, Set.of()), call, "no rule is for it");
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith(
            "denied who=\"token:ann call=a.B#c reason=?no? from=1.1.1.1?WARN\""
                + " call=a.Orders#place reason=\"no rule is for it\" from=10.0.0.1:4711 by=http"
                + " id=");
  }

  @Test
  void aNameOfOneWordIsAsItIs() {
    Call call = byHttp(Map.of(), Map.of());
    call.record().identity("key:shop");
    audit.limited(call, "calls");
    assertThat(lines).singleElement().asString().startsWith("limited who=key:shop call=a.Orders#");
  }
}
