package dev.vertxmesh.launch;

import dev.vertxmesh.launch.log.Logging;
import dev.vertxmesh.launch.settings.Transport;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What a start takes time for whatever the settings are, on a thread of its own while they are
 * read: Netty's and Vert.x' first classes, native libraries, and what Java builds when it's first
 * asked. Nothing comes of it but that: what fails here fails again where it's asked for, and is
 * told there.
 */
final class Preparation {

  private final CountDownLatch libraries = new CountDownLatch(1);

  private Preparation() {}

  static Preparation begin() {
    Preparation preparation = new Preparation();
    Thread thread = new Thread(preparation::run, "mesh-preparation");
    thread.setDaemon(true);
    thread.start();
    return preparation;
  }

  /**
   * To be called before Netty or Vert.x is: two threads that are each the first in their classes
   * could wait for one another.
   */
  void awaitLibraries() {
    boolean interrupted = false;
    while (true) {
      try {
        libraries.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      System.getLogger(Preparation.class.getName()); // the first one looks through the jar
      Logging.choose();
      DirectMemory.prepare(); // before anything asks Netty for a buffer
      Transport.load();
    } catch (RuntimeException | LinkageError e) {
      // the start comes to the same, and says so
    } finally {
      libraries.countDown();
    }
    firstOfJava();
  }

  /** Java makes what records are compared by, and finds its digests, when they're first used. */
  private static void firstOfJava() {
    new HashSet<>(List.of(Obstacle.passing(""), Obstacle.passing("")));
    try {
      MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      // who needs it says so
    }
  }
}
