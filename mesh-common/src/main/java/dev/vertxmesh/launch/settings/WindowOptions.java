package dev.vertxmesh.launch.settings;

import dev.vertxmesh.link.setup.LinkOptions;

/** How much of a gRPC stream may be on its way. */
public final class WindowOptions {

  @Option(
      names = "--window",
      paramLabel = "BYTES",
      converter = OptionConverters.WindowBytes.class,
      description =
          "how much of a gRPC stream may be on its way to its reader here at first, in bytes; it"
              + " follows bandwidth x delay")
  private int first = LinkOptions.DEFAULT_WINDOW;

  @Option(
      names = "--window-max",
      paramLabel = "BYTES",
      converter = OptionConverters.WindowBytes.class,
      description = "up to how much that grows, in bytes; as much as --window if it shouldn't")
  private int most = LinkOptions.DEFAULT_WINDOW_MAX;

  /** Of streams at first, in bytes. */
  public int first() {
    return first;
  }

  /**
   * The largest, in bytes.
   *
   * @throws StartFailure if it is smaller than the first
   */
  public int most() {
    if (most < first) {
      throw new StartFailure(
          "--window-max: %d, expected at least --window, %d".formatted(most, first), null);
    }
    return most;
  }

  /** A link's options with these windows. */
  public LinkOptions of(LinkOptions options) {
    return options.withWindows(first(), most());
  }
}
