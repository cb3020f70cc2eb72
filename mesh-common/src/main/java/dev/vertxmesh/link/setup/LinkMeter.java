package dev.vertxmesh.link.setup;

/** What a link tells of itself to be counted; called on its event loop. */
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

  /** So many streams more are open; fewer if negative. */
  default void streams(int more) {}

  /** So many bytes more wait for their streams' readers; fewer if negative. */
  default void unread(int more) {}

  /** A link's window of a stream has so many bytes more; fewer if the link is gone. */
  default void window(int more) {}
}
