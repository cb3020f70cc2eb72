package dev.vertxmesh.link.setup;

/**
 * What all links of an agent may hold together.
 *
 * @param links how many may be open
 * @param names bytes of heap that dictionaries take
 * @param unfinished bytes of frames and requests of which the rest hasn't come
 */
public record LinkBounds(Quota links, Quota names, Quota unfinished) {

  /** What the heap has to have for one link: a link that does nothing takes a third of it. */
  private static final long HEAP_A_LINK = 64 << 10;

  /** An eighth of the heap. */
  private static final int NAMES_SHARE = 8;

  /** A quarter of what the heap has: they are outside of it, where there's as much room. */
  private static final int UNFINISHED_SHARE = 4;

  /**
   * @param heap bytes
   * @param maxMessage bytes of the largest message: two fit in any case
   * @param links how many may be open; 0 for as many as the heap has room for
   */
  public static LinkBounds of(long heap, int maxMessage, int links) {
    return new LinkBounds(
        new Quota(links > 0 ? links : heap / HEAP_A_LINK),
        new Quota(heap / NAMES_SHARE),
        new Quota(Math.max(heap / UNFINISHED_SHARE, 2L * maxMessage)));
  }
}
