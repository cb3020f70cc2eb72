package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Attachments of a request that aren't for its provider. Their names become as many stars in the
 * body, which means nothing to Dubbo, and every length in it stays as it is.
 */
final class HiddenNames {

  private static final byte STAR = '*';
  private static final byte QUOTE = '"';

  /** More names of one request are nobody's. */
  private static final int MOST = 1_000;

  /** In JSONB a short text of ASCII is its length, counted from here, and its bytes. */
  private static final int JSONB_TEXT = 0x49;

  private static final int JSONB_LONGEST = 47;

  private final List<String> names = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();
  private Predicate<String> isHidden = name -> false;

  /** Says which are, of names in lower case. */
  void are(Predicate<String> hidden) {
    isHidden = hidden;
  }

  void clear() {
    names.clear();
    ends.clear();
  }

  /**
   * A request has this one.
   *
   * @param end where the name's bytes end; negative where that isn't known
   */
  void look(String name, int end) {
    if (!isHidden.test(name.toLowerCase(Locale.ROOT)) || isCovered(name)) {
      return;
    } else if (names.size() == MOST) {
      throw new DubboCodecException("more than %d attachments aren't allowed".formatted(MOST));
    }
    names.add(name);
    ends.add(end);
  }

  private static boolean isCovered(String name) {
    return name.chars().allMatch(c -> c == STAR);
  }

  /**
   * Puts stars in their places.
   *
   * @param from where the attachments begin
   * @return whether some were looked for, so that only another look tells whether they are hidden
   * @throws DubboCodecException if one is written so that no stars can stand there
   */
  boolean cover(ByteBuf body, int from) {
    if (names.isEmpty()) {
      return false; // as nearly always
    }
    Set<String> sought = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      int end = ends.get(i);
      if (end < 0 && name.chars().allMatch(c -> c < 128)) {
        sought.add(name);
      } else if (stands(body, end - name.length(), name)) {
        star(body, end - name.length(), name.length());
      } else {
        throw notHidden(name);
      }
    }
    if (!sought.isEmpty()) {
      search(body, from, sought);
    }
    return !sought.isEmpty();
  }

  /**
   * After another look.
   *
   * @param isSame whether the request is the one that it was
   */
  void check(boolean isSame) {
    if (!names.isEmpty() || !isSame) {
      throw notHidden(names.isEmpty() ? "" : names.get(0));
    }
  }

  /** Reads the body once, however many names there are, since callers choose both. */
  private static void search(ByteBuf body, int from, Set<String> sought) {
    BitSet lengths = new BitSet();
    BitSet firsts = new BitSet();
    for (String name : sought) {
      lengths.set(name.length());
      firsts.set(name.charAt(0));
    }
    for (int at = from + 1; at < body.writerIndex(); at++) {
      int length = firsts.get(body.getUnsignedByte(at)) ? textAt(body, at, lengths.length()) : 0;
      if (lengths.get(length)
          && sought.contains(body.toString(at, length, StandardCharsets.US_ASCII))) {
        star(body, at, length);
      }
    }
  }

  /**
   * How long the text is that may begin here: a name in JSON, or a text in JSONB; 0 if none does.
   *
   * @param most names are shorter
   */
  private static int textAt(ByteBuf body, int at, int most) {
    int before = body.getUnsignedByte(at - 1);
    if (before == QUOTE) {
      int end = body.indexOf(at, Math.min(at + most, body.writerIndex()), QUOTE);
      boolean isName =
          end >= 0
              && end + 1 < body.writerIndex()
              && (body.getByte(end + 1) == ':' || body.getByte(end + 1) == ' ');
      return isName ? end - at : 0;
    }
    int length = before - JSONB_TEXT;
    boolean isText = length > 0 && length <= JSONB_LONGEST && at + length <= body.writerIndex();
    return isText ? length : 0;
  }

  private static boolean stands(ByteBuf body, int at, String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 128 || at + i < 0 || body.getByte(at + i) != c) {
        return false;
      }
    }
    return true;
  }

  private static void star(ByteBuf body, int at, int length) {
    for (int i = 0; i < length; i++) {
      body.setByte(at + i, STAR);
    }
  }

  private static DubboCodecException notHidden(String name) {
    return new DubboCodecException(
        "attachment %s: this agent lets no caller set it, and can't take it out as it's written"
            .formatted(name));
  }
}
