package dev.vertxmesh.it;

import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void x() {}
}
