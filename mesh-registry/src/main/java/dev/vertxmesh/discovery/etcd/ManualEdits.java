package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import java.util.Map;

/**
 * Whose words about an instance count, when a person has changed its entry in the store by hand.
 *
 * <p>Weight and tags are a person's to change, each for itself: a change of theirs holds until the
 * agent has a new mind about that field. All the rest only the agent knows.
 */
final class ManualEdits {

  private ManualEdits() {}

  /**
   * @param written what the agent wrote last
   * @param found what is in the store
   * @param wanted what the agent would write now
   * @return what it's to write
   */
  static Instance merge(Instance written, Instance found, Instance wanted) {
    boolean reweighed = written.weight() != found.weight() && wanted.weight() == written.weight();
    boolean retagged = !written.tags().equals(found.tags()) && wanted.tags().equals(written.tags());
    int weight = reweighed ? found.weight() : wanted.weight();
    Map<String, String> tags = retagged ? found.tags() : wanted.tags();
    return wanted.weighing(weight, tags);
  }
}
