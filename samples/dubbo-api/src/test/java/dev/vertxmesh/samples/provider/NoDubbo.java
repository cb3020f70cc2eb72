package dev.vertxmesh.samples.provider;

import java.util.Map;
import java.util.TreeMap;

/** The context of calls that no Dubbo carries: what is attached to an answer is what came. */
public final class NoDubbo implements CallContext {
  private final Map<String, Object> attachments = new TreeMap<>();

  @Override
  public Map<String, Object> attachments() {
    return attachments;
  }

  @Override
  public boolean attach(String name, Object value) {
    attachments.put(name, value);
    return true;
  }
}
