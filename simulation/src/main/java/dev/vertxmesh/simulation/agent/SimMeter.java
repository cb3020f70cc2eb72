package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.link.setup.LinkMeter;

/** Counts what the links of a process hold. */
final class SimMeter implements LinkMeter {

  private int open;
  private int streams;
  private int unread;
  private int windows;

  @Override
  public void opened() {
    open++;
  }

  @Override
  public void closed() {
    open--;
  }

  @Override
  public void streams(int more) {
    streams += more;
  }

  @Override
  public void unread(int more) {
    unread += more;
  }

  @Override
  public void window(int more) {
    windows += more;
  }

  int open() {
    return open;
  }

  int streams() {
    return streams;
  }

  int unread() {
    return unread;
  }

  int windows() {
    return windows;
  }
}
