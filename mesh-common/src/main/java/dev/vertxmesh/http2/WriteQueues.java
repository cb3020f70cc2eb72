package dev.vertxmesh.http2;

import io.netty.util.internal.PlatformDependent;
import io.vertx.core.streams.impl.MessagePassingQueue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * In what Vert.x keeps the writes that wait behind others, of each connection and of each stream of
 * HTTP/2. Its own, which is Netty's, has room for 1,024 from the start: 4.7 KiB, a third of all
 * that a gRPC call took of the heap, and half of what it held until its end. Hardly ever does one
 * wait.
 *
 * <p>Vert.x 5.0.7 has no option for it. So the one class that makes it is given to the JVM with
 * another name in it, before Vert.x asks for it. Where that can't be, all stays as it is.
 */
public final class WriteQueues {

  private static final String RESOURCE = "MessagePassingQueue$MpSc.class";

  /** How a class file's table of constants begins an entry that is a text, before its length. */
  private static final byte TEXT = 1;

  private WriteQueues() {}

  /**
   * To be called before the first connection.
   *
   * @return whether it's so from here on
   */
  public static boolean prepare() {
    try (InputStream vertx = MessagePassingQueue.class.getResourceAsStream(RESOURCE)) {
      byte[] made = vertx == null ? null : rewritten(vertx.readAllBytes());
      if (made == null) {
        return false; // another Vert.x than this was made for
      }
      MethodHandles.privateLookupIn(MessagePassingQueue.class, MethodHandles.lookup())
          .defineClass(made);
      return true;
    } catch (IOException | IllegalAccessException | LinkageError e) { // such as: it's there already
      return false;
    }
  }

  /** What the class calls in place of Netty's method of this name, which so has to have it. */
  public static <T> Queue<T> newMpscQueue() {
    return new ConcurrentLinkedQueue<>();
  }

  /** The class with this one's name in place of Netty's; null if it isn't there just once. */
  private static byte[] rewritten(byte[] made) {
    byte[] netty = constant(PlatformDependent.class);
    int at = indexOf(netty, made, 0);
    if (at < 0 || indexOf(netty, made, at + 1) >= 0) {
      return null;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(made.length);
    out.write(made, 0, at);
    out.writeBytes(constant(WriteQueues.class));
    int rest = at + netty.length;
    out.write(made, rest, made.length - rest);
    return out.toByteArray();
  }

  /** A class's name as a class file has it: 1, a u16 length, its characters (JVMS, 4.4.7). */
  private static byte[] constant(Class<?> type) {
    byte[] name = type.getName().replace('.', '/').getBytes(StandardCharsets.US_ASCII);
    byte[] constant = new byte[name.length + 3];
    constant[0] = TEXT;
    constant[1] = (byte) (name.length >> 8);
    constant[2] = (byte) name.length;
    System.arraycopy(name, 0, constant, 3, name.length);
    return constant;
  }

  private static int indexOf(byte[] sought, byte[] in, int from) {
    for (int at = from; at + sought.length <= in.length; at++) {
      if (Arrays.equals(in, at, at + sought.length, sought, 0, sought.length)) {
        return at;
      }
    }
    return -1;
  }
}
