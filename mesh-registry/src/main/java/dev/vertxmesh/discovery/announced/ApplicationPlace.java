package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.etcd.KeyStore;
import io.vertx.core.Future;

/**
 * Where Dubbo's application level stands in a registry. Never blocks, may be used on any thread,
 * and completes on any; each operation makes one attempt.
 */
public interface ApplicationPlace {

  /**
   * What is known of who has an interface.
   *
   * @param text {@code APPLICATION[,APPLICATION…]}; empty for nobody
   * @param version changes whenever the text does; empty if there's no text yet
   */
  record Mapping(String text, String version) {}

  /**
   * The instances by the names of {@link ApplicationLayout}: they go with the grant. Closed with
   * the place's owner.
   */
  KeyStore instances();

  /** What of an application is put among the instances. */
  String entry(AnnouncedApplication application);

  /** Puts what a revision serves, which stays. */
  Future<Void> putMetadata(AnnouncedApplication application);

  Future<Boolean> hasMetadata(AnnouncedApplication application);

  /** Takes it away, if it's there. */
  Future<Void> removeMetadata(AnnouncedApplication application);

  /**
   * Who has an interface. Fails with an {@link IllegalArgumentException} if that may not be read,
   * and won't be soon.
   */
  Future<Mapping> mapping(String interfaceName);

  /**
   * Puts another text in the place of one.
   *
   * @return false if it has to be looked at anew, since somebody else may have written it
   *     meanwhile; fails with an {@link IllegalArgumentException} if it may not be written
   */
  Future<Boolean> map(String interfaceName, Mapping before, String text);
}
