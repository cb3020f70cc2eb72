package dev.vertxmesh.kvstore.store;

/**
 * What became of one operation.
 *
 * @param entry that stands in the store now; null where none does
 */
public record Result(Outcome outcome, Entry entry) {
  static final Result MISSING = new Result(Outcome.MISSING, null);
  static final Result DELETED = new Result(Outcome.DONE, null);
}
