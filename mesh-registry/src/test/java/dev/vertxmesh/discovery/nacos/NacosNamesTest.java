package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NacosNamesTest {

  @Test
  void aServiceHasAllPartsOrOnlyThoseThatThereAre() {
    assertThat(NacosNames.isOf("providers:lab.OrderService:1.0:blue", "lab.OrderService")).isTrue();
    assertThat(NacosNames.isOf("providers:lab.OrderService::", "lab.OrderService")).isTrue();
    assertThat(NacosNames.isOf("providers:lab.OrderService", "lab.OrderService")).isTrue();
    assertThat(NacosNames.isOf("providers:lab.OrderServiceV2::", "lab.OrderService")).isFalse();
    assertThat(NacosNames.isOf("consumers:lab.OrderService::", "lab.OrderService")).isFalse();
  }

  @Test
  void aNestedClassIsWrittenAsDubboWritesIt() {
    assertThat(NacosNames.isOf("providers:lab.Outer___Inner::", "lab.Outer$Inner")).isTrue();
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
