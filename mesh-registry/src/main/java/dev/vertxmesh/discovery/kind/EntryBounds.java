package dev.vertxmesh.discovery.kind;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Map;

/**
 * What of a registry's entries is taken: an agent that reads a registry must not end because of
 * what somebody else put there.
 */
public final class EntryBounds {

  /** Bytes of an entry as the registry has it. */
  public static final int LARGEST_ENTRY = 256 << 10;

  /** Characters of the name that an entry stands under; Dubbo's are whole URLs. */
  public static final int LONGEST_NAME = 64 << 10;

  private static final char LAST_OF_ONE_BYTE = '\u00ff';

  static final int MOST_SERVICES = 4_096;
  static final int LONGEST_SERVICE = 1_024;
  static final int MOST_TAGS = 50;
  static final int LONGEST_TAG = 1_000;

  /** An instance's objects without their characters, on a 64-bit JVM. */
  private static final int BYTES_AN_INSTANCE = 400;

  /** The same of a service, with its places in the lists of those who serve it. */
  private static final int BYTES_A_SERVICE = 200;

  /** The same of an argument that is called back. */
  private static final int BYTES_AN_ARGUMENT = 60;

  private EntryBounds() {}

  /** Bytes of heap that all entries of a registry may take: a third of it. */
  public static long room() {
    return Runtime.getRuntime().maxMemory() / 3;
  }

  /**
   * About the bytes of heap that an entry takes.
   *
   * @param characters of its name and its text
   */
  public static long weight(Instance instance, int characters) {
    return BYTES_AN_INSTANCE
        + characters
        + (long) BYTES_A_SERVICE * (instance.services().size() + instance.tags().size())
        + calledBack(instance);
  }

  private static long calledBack(Instance instance) {
    long bytes = 0;
    for (List<String> arguments : instance.calledBack().values()) {
      bytes += BYTES_A_SERVICE;
      for (String argument : arguments) {
        bytes += BYTES_AN_ARGUMENT + bytes(argument);
      }
    }
    return bytes;
  }

  /** Bytes of heap that a text's characters take: one each, unless one of them needs two. */
  public static long bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > LAST_OF_ONE_BYTE) {
        return 2L * text.length();
      }
    }
    return text.length();
  }

  /**
   * @throws IllegalArgumentException saying what there is too much of
   */
  public static void check(List<ServiceKey> services, Map<String, String> tags) {
    expect(services.size() <= MOST_SERVICES, services.size() + " services", MOST_SERVICES);
    for (ServiceKey service : services) {
      int length =
          service.interfaceName().length() + service.version().length() + service.group().length();
      expect(length <= LONGEST_SERVICE, "a service of " + length + " characters", LONGEST_SERVICE);
    }
    expect(tags.size() <= MOST_TAGS, tags.size() + " tags", MOST_TAGS);
    tags.forEach(
        (name, value) -> {
          int length = name.length() + value.length();
          expect(length <= LONGEST_TAG, "a tag of " + length + " characters", LONGEST_TAG);
        });
  }

  private static void expect(boolean holds, String given, int most) {
    if (!holds) {
      throw new IllegalArgumentException(given + ", expected at most " + most);
    }
  }
}
