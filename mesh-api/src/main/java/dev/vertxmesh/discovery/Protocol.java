package dev.vertxmesh.discovery;

import java.util.Locale;

/** What an instance speaks at its address. */
public enum Protocol {
  /** The agents' own: the instance is a provider agent. */
  MESH,
  /** Dubbo's: the instance is a provider without an agent. */
  DUBBO;

  /** As registries write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException saying what was given and what is expected
   */
  public static Protocol parse(String text) {
    for (Protocol protocol : values()) {
      if (protocol.text().equals(text)) {
        return protocol;
      }
    }
    throw new IllegalArgumentException("protocol is '" + text + "', expected mesh or dubbo");
  }
}
