package dev.vertxmesh.access.guess;

import io.netty.util.NetUtil;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * How often callers of one address may show what isn't right: a token bucket for each, of IPv6 for
 * each network of 64 bits, as one caller has all of that. Once it's empty, what they show isn't
 * looked at any more, right or wrong, so that nobody learns by trying; but for what was right
 * before from the same address. So who shares an address with somebody that guesses goes on, and a
 * guess finds out at most what was used from there lately.
 *
 * <p>Bounded: of more addresses than are kept, that one is forgotten which was wrong longest ago.
 * What was right is kept as 64 bits in a table of fixed size, mixed with a number that nobody
 * knows, and gives way to what has the same place. May be asked on any thread.
 */
public final class GuessLimit {

  /** Unless a setting says otherwise: so many a minute, and at once. */
  public static final int A_MINUTE = 30;

  static final int MOST_ADDRESSES = 4_096;
  private static final int PLACES = 8_192; // of 8 bytes; a power of two
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** Stands before an address of IPv4, and is no network of IPv6 that somebody has. */
  private static final long OF_IPV4 = 0x0000_ffff_0000_0000L;

  private final LongSupplier nanoClock;
  private final long seed = ThreadLocalRandom.current().nextLong();
  private final AtomicLongArray right = new AtomicLongArray(PLACES);

  /** When each will be as if it had never been wrong; that which was wrong longest ago first. */
  private final Map<Long, Long> wholeAt = new LinkedHashMap<>(16, 0.75f, true);

  /** When the last of them that mayn't go on may again; until then all are looked up. */
  private volatile long until;

  public GuessLimit(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.until = nanoClock.getAsLong();
  }

  /** An address as a number: all of IPv4's, the first 64 bits of IPv6's. Null is one, too. */
  public static long addressOf(String host) {
    int zone = host == null ? -1 : host.indexOf('%');
    byte[] bytes =
        host == null
            ? null
            : NetUtil.createByteArrayFromIpAddressString(zone < 0 ? host : host.substring(0, zone));
    if (bytes == null) {
      return 0;
    }
    ByteBuffer all = ByteBuffer.wrap(bytes);
    if (bytes.length == Integer.BYTES) {
      return OF_IPV4 | all.getInt() & 0xffff_ffffL;
    }
    long network = all.getLong();
    boolean isMapped = network == 0 && all.getInt() == 0xffff;
    return isMapped ? OF_IPV4 | all.getInt() & 0xffff_ffffL : network;
  }

  /**
   * So long what somebody shows isn't looked at, in nanoseconds; 0 if it is now.
   *
   * @param secret a hash of what is shown
   * @param aMinute how often an address may be wrong; 0 for as often as it likes
   */
  public long waitOf(long address, long secret, int aMinute) {
    long now = nanoClock.getAsLong();
    if (aMinute == 0 || until - now <= 0) {
      return 0;
    }
    long wait;
    synchronized (this) {
      Long whole = wholeAt.get(address);
      wait = whole == null ? 0 : whole - now + MINUTE / aMinute - MINUTE;
    }
    return wait <= 0 || right.get(place(mixed(address, secret))) == mixed(address, secret)
        ? 0
        : wait;
  }

  /** What somebody has shown is right. */
  public void right(long address, long secret) {
    long mixed = mixed(address, secret);
    int place = place(mixed);
    if (right.get(place) != mixed) {
      right.set(place, mixed);
    }
  }

  /** It isn't. */
  public synchronized void wrong(long address, int aMinute) {
    if (aMinute == 0) {
      return;
    }
    long now = nanoClock.getAsLong();
    long step = MINUTE / aMinute;
    Long before = wholeAt.get(address);
    long ahead = before == null ? 0 : Math.max(0, before - now);
    long whole = now + Math.min(ahead + step, MINUTE);
    wholeAt.put(address, whole);
    long over = whole + step - MINUTE;
    if (over - until > 0) {
      until = over;
    }
    forget(now);
  }

  /** Who is as if it had never been wrong; and of too many the oldest. */
  private void forget(long now) {
    Iterator<Long> oldest = wholeAt.values().iterator();
    while (oldest.hasNext()) {
      if (oldest.next() - now > 0 && wholeAt.size() <= MOST_ADDRESSES) {
        return;
      }
      oldest.remove();
    }
  }

  /** How many addresses are kept. */
  synchronized int size() {
    return wholeAt.size();
  }

  private static int place(long mixed) {
    return (int) (mixed >>> 32) & PLACES - 1;
  }

  /** By the finalizer of MurmurHash3 (public domain), so that all bits count; never 0. */
  private long mixed(long address, long secret) {
    long bits = secret ^ Long.rotateLeft(address * 0x9e37_79b9_7f4a_7c15L, 31) ^ seed;
    bits = (bits ^ bits >>> 33) * 0xff51_afd7_ed55_8ccdL;
    bits = (bits ^ bits >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
    return bits ^ bits >>> 33 | 1;
  }
}
