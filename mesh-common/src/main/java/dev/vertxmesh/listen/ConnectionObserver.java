package dev.vertxmesh.listen;

/** Is told which connections weren't taken or were ended, and why. Any thread may tell it. */
public interface ConnectionObserver {

  ConnectionObserver NOBODY = end -> {};

  void onEnd(CloseReason end);
}
