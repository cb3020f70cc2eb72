package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a watch's bytes into its lines, wherever the chunks end. What isn't a whole line yet takes
 * at most as many bytes as a line may have.
 */
final class EventLines {

  private final int longest;
  private Buffer begun = Buffer.buffer();

  EventLines(int longest) {
    this.longest = longest;
  }

  /**
   * @return the lines that end in this chunk, without those that are empty
   * @throws RegistryFailure if one is too long
   */
  List<byte[]> feed(Buffer chunk) {
    List<byte[]> lines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < chunk.length(); i++) {
      if (chunk.getByte(i) == '\n') {
        take(chunk, from, i);
        from = i + 1;
        if (begun.length() > 0) {
          lines.add(begun.getBytes());
          begun = Buffer.buffer();
        }
      }
    }
    take(chunk, from, chunk.length());
    return lines;
  }

  private void take(Buffer chunk, int from, int to) {
    if (begun.length() + to - from > longest) {
      throw new RegistryFailure("an event of more than " + longest + " bytes", null);
    }
    begun.appendBuffer(chunk, from, to - from);
  }
}
