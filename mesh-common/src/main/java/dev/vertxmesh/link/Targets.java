package dev.vertxmesh.link;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Dictionary;

/** What a link calls, as the numbers that stand for it; the other side is told of new ones. */
final class Targets {

  /**
   * Characters of all of a target's names. Callers choose them, and both agents keep them. As UTF-8
   * they are never longer than {@link Define#LONGEST}.
   */
  private static final int MOST_CHARACTERS = Define.LONGEST / 3;

  /** What is said of one that {@link #isTooLong}. */
  static final String TOO_LONG =
      "service, method and descriptor take more than " + MOST_CHARACTERS + " characters together";

  private final Dictionary<Target> dictionary;
  private final SendQueue sendQueue;

  /**
   * @param capacity how many numbers there may be
   */
  Targets(int capacity, SendQueue sendQueue) {
    this.dictionary = new Dictionary<>(capacity);
    this.sendQueue = sendQueue;
  }

  static boolean isTooLong(Target target) {
    ServiceKey service = target.service();
    int characters =
        service.interfaceName().length()
            + service.group().length()
            + service.version().length()
            + target.method().length()
            + target.descriptor().length();
    return characters > MOST_CHARACTERS;
  }

  int numberOf(Target target) {
    int known = dictionary.find(target);
    return known >= 0 ? known : define(target);
  }

  private int define(Target target) {
    ServiceKey service = target.service();
    Define names =
        new Define(
            0,
            service.interfaceName(),
            service.group(),
            service.version(),
            target.method(),
            target.descriptor());
    int length = names.length();
    makeRoom(length);
    sendQueue.frame(names.as(dictionary.next(length))::encode);
    return dictionary.add(target, length); // once it's told: else the number would mean another
  }

  private void makeRoom(int length) {
    for (int old = dictionary.inTheWay(length); old >= 0; old = dictionary.inTheWay(length)) {
      sendQueue.frame(Define.nothing(old)::encode);
      dictionary.forget();
    }
  }
}
