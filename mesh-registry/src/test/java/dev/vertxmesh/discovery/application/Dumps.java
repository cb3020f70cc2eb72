package dev.vertxmesh.discovery.application;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What real providers of Dubbo 3.3.6 have put into a real registry. */
final class Dumps {

  private Dumps() {}

  static String text(String name) {
    try (InputStream in = Dumps.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ApplicationInstance local() {
    return ApplicationInstance.ofCurator("order-app", text("instance-local.json"));
  }

  static ApplicationInstance remote() {
    return ApplicationInstance.ofCurator("order-app", text("instance-remote.json"));
  }
}
