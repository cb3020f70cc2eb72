package dev.vertxmesh.bridge.dubbo.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportsApplicationTest {

  private static Export export(String name, String query) {
    return ExportUrl.parse("dubbo://10.0.0.1:20880/" + name + "?interface=" + name + query);
  }

  @Test
  void isTheOneThatAServiceTells() {
    Export silent = export("com.x.Hello", "");
    Export telling = export("com.x.Orders", "&application=shop");
    assertThat(new Exports(List.of(silent, telling)).application()).isEqualTo("shop");
  }

  @Test
  void isEmptyIfNoneTells() {
    Export plain = new Export(ServiceKey.of("com.x.Hello"), List.of(), Map.of());
    assertThat(new Exports(List.of(plain)).application()).isEmpty();
    assertThat(Exports.NONE.application()).isEmpty();
  }
}
