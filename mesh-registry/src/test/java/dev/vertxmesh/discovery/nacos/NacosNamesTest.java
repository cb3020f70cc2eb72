package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NacosNamesTest {

  @Test
  void aServiceHasAllPartsOrOnlyThoseThatThereAre() {
    for (String rest : List.of(":1.0:blue", "::", "")) {
      assertThat(NacosNames.interfaceOf("providers:lab.Orders" + rest)).hasValue("lab.Orders");
    }
    assertThat(NacosNames.interfaceOf("consumers:lab.Orders::")).isEmpty();
  }

  @Test
  void aNestedClassIsWrittenAsDubboWritesIt() {
    assertThat(NacosNames.writtenInterfaceOf("providers:lab.Outer___Inner::"))
        .hasValue(NacosNames.writtenInterface("lab.Outer$Inner"));
    assertThat(NacosNames.interfaceOf("providers:lab.Outer___Inner::")).hasValue("lab.Outer$Inner");
    assertThat(NacosNames.written("lab.Outer$Inner")).isEqualTo("lab.Outer___Inner");
    assertThat(NacosNames.service("lab.Outer$Inner", "", "blue"))
        .isEqualTo("providers:lab.Outer___Inner::blue");
  }

  @Test
  void anApplicationIsNoInterface() {
    assertThat(NacosNames.interfaceOf("order-app")).isEmpty();
    assertThat(NacosNames.interfaceOf("providers:")).isEmpty();
  }
}
