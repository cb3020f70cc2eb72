package dev.vertxmesh.link.setup;

import dev.vertxmesh.telemetry.Count;
import dev.vertxmesh.telemetry.MeshMeters;

/** Counts all links of an agent together. */
public final class CountedLinks implements LinkMeter {

  private final Count bytesIn;
  private final Count bytesOut;
  private final Count open;
  private final Count streams;
  private final Count unread;
  private final Count windows;

  public CountedLinks(MeshMeters meters) {
    this.bytesIn = meters.linkBytesIn();
    this.bytesOut = meters.linkBytesOut();
    this.open = meters.links("open");
    this.streams = meters.linkStreams();
    this.unread = meters.linkUnread();
    this.windows = meters.linkWindows();
  }

  @Override
  public void read(int bytes) {
    bytesIn.add(bytes);
  }

  @Override
  public void written(int bytes) {
    bytesOut.add(bytes);
  }

  @Override
  public void opened() {
    open.increment();
  }

  @Override
  public void closed() {
    open.decrement();
  }

  @Override
  public void streams(int more) {
    streams.add(more);
  }

  @Override
  public void unread(int more) {
    unread.add(more);
  }

  @Override
  public void window(int more) {
    windows.add(more);
  }
}
