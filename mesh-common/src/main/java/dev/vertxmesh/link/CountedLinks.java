package dev.vertxmesh.link;

import dev.vertxmesh.telemetry.Count;
import dev.vertxmesh.telemetry.MeshMeters;

/** Counts all links of an agent together. */
public final class CountedLinks implements LinkMeter {

  private final Count bytesIn;
  private final Count bytesOut;
  private final Count open;

  public CountedLinks(MeshMeters meters) {
    this.bytesIn = meters.linkBytesIn();
    this.bytesOut = meters.linkBytesOut();
    this.open = meters.links("open");
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
}
