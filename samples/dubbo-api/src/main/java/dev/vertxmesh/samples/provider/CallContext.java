package dev.vertxmesh.samples.provider;

import java.util.Map;

/** What the Dubbo that carries a call knows about it, asked on the call's own thread. */
public interface CallContext {
  /** The attachments that came with the call. */
  Map<String, Object> attachments();

  /** Sets an attachment of the answer; false if this Dubbo can't carry the value. */
  boolean attach(String name, Object value);
}
