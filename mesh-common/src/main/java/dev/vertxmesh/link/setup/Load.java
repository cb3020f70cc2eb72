package dev.vertxmesh.link.setup;

/** How busy the called side is; every answer tells it. */
public interface Load {

  /** Calls in flight from all links, those that wait included. */
  int inFlight();

  /**
   * How many calls a link may have in flight from now on; 0 while none can be served.
   *
   * @param linkInFlight how many it has now
   */
  int credit(int linkInFlight);

  /** Whether a call that has come is refused, as its event loop is short of CPU. */
  boolean sheds();
}
