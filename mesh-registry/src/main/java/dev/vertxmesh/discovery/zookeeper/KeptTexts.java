package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.kind.EntryBounds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Texts by names, as far as there's room for them. Not thread-safe. */
final class KeptTexts {

  /** A name's place in its map, and the objects of both texts. */
  private static final int BYTES_A_TEXT = 100;

  private final TextRoom room;
  private final Map<String, String> texts = new HashMap<>();
  private boolean isFull;

  KeptTexts(TextRoom room) {
    this.room = room;
  }

  /** Of one that's too large so much is kept that it's seen to be, a character for each byte. */
  void put(String name, byte[] data) {
    if (data.length > EntryBounds.LARGEST_ENTRY) {
      put(name, new String(data, 0, EntryBounds.LARGEST_ENTRY + 1, StandardCharsets.ISO_8859_1));
    } else {
      put(name, new String(data, StandardCharsets.UTF_8));
    }
  }

  void put(String name, String text) {
    remove(name);
    if (room.take(weight(name, text))) {
      texts.put(name, text);
    } else {
      isFull = true;
    }
  }

  /** Whether there was no room for one of them. */
  boolean isFull() {
    return isFull;
  }

  boolean has(String name) {
    return texts.containsKey(name);
  }

  void remove(String name) {
    String gone = texts.remove(name);
    if (gone != null) {
      room.give(weight(name, gone));
    }
  }

  void retain(Set<String> names) {
    Iterator<Map.Entry<String, String>> all = texts.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, String> one = all.next();
      if (!names.contains(one.getKey())) {
        room.give(weight(one.getKey(), one.getValue()));
        all.remove();
      }
    }
  }

  void clear() {
    retain(Set.of());
    isFull = false;
  }

  Map<String, String> all() {
    return new HashMap<>(texts);
  }

  private static long weight(String name, String text) {
    return BYTES_A_TEXT + EntryBounds.bytes(name) + EntryBounds.bytes(text);
  }
}
