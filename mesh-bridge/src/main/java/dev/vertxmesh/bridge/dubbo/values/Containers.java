package dev.vertxmesh.bridge.dubbo.values;

import java.util.HashMap;
import java.util.Map;

/**
 * The JDK's collections and maps, and as which class a value of each is sent: an interface as what
 * a Java caller would most likely have put in.
 */
public final class Containers {

  private static final Map<String, String> COLLECTIONS = new HashMap<>();
  private static final Map<String, String> MAPS = new HashMap<>();

  static {
    as(COLLECTIONS, "ArrayList", "ArrayList", "Collection", "List", "AbstractCollection");
    as(COLLECTIONS, "ArrayList", "AbstractList");
    COLLECTIONS.put("java.lang.Iterable", "java.util.ArrayList");
    as(COLLECTIONS, "LinkedList", "LinkedList", "Queue", "Deque");
    as(COLLECTIONS, "HashSet", "HashSet", "Set", "AbstractSet");
    as(COLLECTIONS, "LinkedHashSet", "LinkedHashSet");
    as(COLLECTIONS, "TreeSet", "TreeSet", "SortedSet", "NavigableSet");
    as(COLLECTIONS, "ArrayDeque", "ArrayDeque");
    as(COLLECTIONS, "PriorityQueue", "PriorityQueue");
    as(COLLECTIONS, "Vector", "Vector");
    as(COLLECTIONS, "Stack", "Stack");
    as(COLLECTIONS, "concurrent.CopyOnWriteArrayList", "concurrent.CopyOnWriteArrayList");
    as(
        COLLECTIONS,
        "concurrent.LinkedBlockingQueue",
        "concurrent.LinkedBlockingQueue",
        "concurrent.BlockingQueue");
    as(MAPS, "LinkedHashMap", "LinkedHashMap", "HashMap", "Map", "AbstractMap");
    as(MAPS, "TreeMap", "TreeMap", "SortedMap", "NavigableMap");
    as(MAPS, "Hashtable", "Hashtable");
    as(
        MAPS,
        "concurrent.ConcurrentHashMap",
        "concurrent.ConcurrentHashMap",
        "concurrent.ConcurrentMap");
    as(
        MAPS,
        "concurrent.ConcurrentSkipListMap",
        "concurrent.ConcurrentSkipListMap",
        "concurrent.ConcurrentNavigableMap");
  }

  private Containers() {}

  private static void as(Map<String, String> all, String sent, String... names) {
    for (String name : names) {
      all.put("java.util." + name, "java.util." + sent);
    }
  }

  /** The class that a collection of the type is sent as; null if it's no collection. */
  public static String collection(String type) {
    return COLLECTIONS.get(type);
  }

  /** Whether a map of the class knows its keys by their order. */
  static boolean isSorted(String sent) {
    return sent.equals("java.util.TreeMap") || sent.endsWith("SkipListMap");
  }

  /** The class that a map of the type is sent as; null if it's no map. */
  public static String map(String type) {
    return MAPS.get(type);
  }
}
