package dev.vertxmesh.link;

/** What a link tells of itself to whoever counts; called on its event loop. */
public interface LinkMeter {

  LinkMeter NONE = new LinkMeter() {};

  /** Bytes that came in. */
  default void read(int bytes) {}

  /** Bytes handed to the socket. */
  default void written(int bytes) {}

  /** A link has greeted. */
  default void opened() {}

  /** A link that had greeted is gone. */
  default void closed() {}
}
