package dev.vertxmesh.it.gadget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** On the agents' class path, and never to be initialized there: it sings, into a file. */
public final class Canary extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static {
    try {
      Files.writeString(Path.of(System.getProperty("canary")), "sung");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Canary() {}

  /** Shows that it can sing. */
  public static void main(String[] args) {
    System.out.println("sung");
  }
}
