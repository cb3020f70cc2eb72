package dev.vertxmesh.it.advisories;

import java.time.LocalDate;
import java.util.List;

/**
 * A hole that is there and can't hurt.
 *
 * @param jars in which it may be
 * @param reason why it can't hurt
 * @param tests simple names of the test classes that prove it
 * @param review when that should be looked at again
 */
record Accepted(String id, List<String> jars, String reason, List<String> tests, LocalDate review) {

  boolean covers(Advisory advisory, String jar) {
    return id.equals(advisory.id()) && jars.contains(jar);
  }
}
