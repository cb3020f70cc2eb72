package dev.vertxmesh.samples;

import java.util.Map;

/** Methods about what goes with a call beside its arguments, and about calls nobody waits for. */
public interface Contexts {
  /** The attachment that came with this call, as text; null if there was none. */
  String attachment(String name);

  /** All attachments that came with this call, with their kinds: {@code "String \"a\""}. */
  Map<String, String> attachments();

  /** Sets an attachment of the answer, and returns its value. */
  String attach(String name, String value);

  /** Sets one that isn't a string; false if this Dubbo's attachments are strings only. */
  boolean attachNumber(String name, int value);

  /** Counts; meant to be called one-way. */
  void tick();

  /** How often {@link #tick} has been called. */
  long ticks();
}
