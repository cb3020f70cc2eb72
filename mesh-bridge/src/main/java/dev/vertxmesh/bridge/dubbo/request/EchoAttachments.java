package dev.vertxmesh.bridge.dubbo.request;

import java.util.Map;

/** What comes with the answer to an {@code $echo}, beside its value. */
public enum EchoAttachments {
  NONE,
  /** Some of the provider's own. */
  OWN,
  /** The request's come back as well, which only dubbo-go's do. */
  MIRRORED;

  /** Of an answer that has attachments. */
  public static EchoAttachments of(Map<String, Object> attachments) {
    return attachments.containsKey("path") ? MIRRORED : OWN;
  }
}
