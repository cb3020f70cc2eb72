package dev.vertxmesh.access;

import dev.vertxmesh.access.who.CallPattern;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Who;
import java.util.List;
import java.util.Set;

/**
 * One rule of the file.
 *
 * @param number its place in the file's list, from 1
 * @param place for a person to read: file and line
 * @param may names of attachments, in lower case, that whom it's for may set and others mayn't
 * @param tags of which the call has to have one; empty for any call
 */
record AccessRule(
    int number,
    String place,
    List<Who> who,
    List<CallPattern> calls,
    Set<String> tags,
    Set<String> may,
    Verdict then) {

  /** Whether it's about a call of a service and method that one of its patterns has matched. */
  boolean isFor(Identity identity, long networks, String tag) {
    if (!tags.isEmpty() && (tag == null || !tags.contains(tag))) {
      return false;
    }
    for (int i = 0; i < who.size(); i++) { // without an iterator, as one is made a call
      if (who.get(i).matches(identity, networks)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "rule " + number + " (" + place + ")";
  }
}
