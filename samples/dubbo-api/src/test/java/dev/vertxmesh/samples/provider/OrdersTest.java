package dev.vertxmesh.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersTest {

  private final HelloProvider hello = new HelloProvider(3_600_000, new CallCount());
  private final List<String> exports = new ArrayList<>();
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @Test
  void whatIsOrderedIsDone() {
    assertThat(obey("delay 0", "throw")).containsExactly("order 1 done", "order 2 done");
    assertThatThrownBy(() -> hello.hash("a")).hasMessage("as ordered");
    obey("answer");
    assertThat(hello.hash("a")).isEqualTo(97);
    obey("leave", "return");
    assertThat(exports).containsExactly("left", "back");
  }

  @Test
  void whatIsNoOrderIsTold() {
    assertThat(obey("delay -1", "sleep"))
        .containsExactly("order 1 is none: delay -1", "order 2 is none: sleep");
  }

  private List<String> obey(String... orders) {
    told.reset();
    Orders.Export export =
        new Orders.Export() {
          @Override
          public void leave() {
            exports.add("left");
          }

          @Override
          public void comeBack() {
            exports.add("back");
          }
        };
    PrintStream stdout = new PrintStream(told, true, StandardCharsets.UTF_8);
    new Orders(hello, export, stdout).obey(new StringReader(String.join("\n", orders)));
    return told.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
