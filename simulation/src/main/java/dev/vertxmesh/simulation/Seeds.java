package dev.vertxmesh.simulation;

import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

final class Seeds {
  static void prepare() {
    System.setProperty("io.netty.allocator.type", "unpooled");
    System.setProperty("vertx.disableDnsResolver", "true");
    System.setProperty("io.netty.leakDetection.level", "disabled");
    Logger root = LogManager.getLogManager().getLogger("");
    root.setLevel(Level.OFF);
  }
}
