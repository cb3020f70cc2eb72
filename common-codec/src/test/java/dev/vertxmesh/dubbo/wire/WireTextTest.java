package dev.vertxmesh.dubbo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireTextTest {

  @Test
  void whatMayContainItselfIsNotSpeltOut() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    list.add(list);
    Map<Object, Object> map = new HashMap<>();
    map.put("a", map);
    map.put("b", list);
    assertThat(WireText.of(list)).isEqualTo("(a list)");
    assertThat(WireText.of(map)).isEqualTo("(a map)");
  }

  @Test
  void anythingElseIsItsText() {
    assertThat(WireText.of("why")).isEqualTo("why");
    assertThat(WireText.of(5)).isEqualTo("5");
    assertThat(WireText.of(null)).isEqualTo("null");
  }
}
