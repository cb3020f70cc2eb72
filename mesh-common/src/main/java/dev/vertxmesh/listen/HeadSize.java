package dev.vertxmesh.listen;

import java.util.Iterator;
import java.util.Map.Entry;

/**
 * How large a head is.
 *
 * @param characters of its first line's target, and of its headers' names and values
 * @param headers how many there are, each one of a name counted
 */
record HeadSize(int characters, int headers) {

  /**
   * @param target characters that aren't in a header
   */
  static HeadSize of(int target, Iterator<Entry<CharSequence, CharSequence>> headers) {
    int characters = target;
    int count = 0;
    while (headers.hasNext()) {
      Entry<CharSequence, CharSequence> header = headers.next();
      characters += header.getKey().length() + header.getValue().length();
      count++;
    }
    return new HeadSize(characters, count);
  }

  /**
   * Characters and so many bytes for each header besides, as an object and its places take them.
   */
  int bytes(int forEachHeader) {
    return characters + headers * forEachHeader;
  }
}
