package dev.vertxmesh.call;

/** An endpoint that was given a call. */
public interface TriedEndpoint {

  /** Names it: its address. */
  String key();

  /**
   * Whether it sits out, because somebody else is looked for who is given a call that it has had.
   */
  void passedOver(boolean isPassedOver);
}
