package dev.vertxmesh.call;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * One invocation. Lives on one event loop from its ingress to its end.
 *
 * <p>Cancelling tells whoever holds the call last that nobody waits for it any more. It is advice:
 * the holder's future still completes, once.
 */
public final class Call {

  /** Begins the name of an attachment that isn't a string: its value is JSON. */
  public static final String JSON_ATTACHMENT = "json:";

  private final Target target;
  private final Encoding encoding;
  private final ByteBuf payload;
  private final Map<String, String> attachments;
  private final Deadline deadline;
  private final CallOptions options;
  private Runnable onCancel;
  private boolean cancelled;

  /**
   * @param payload the arguments as {@code encoding} says; owned by the first layer that is called
   */
  public Call(
      Target target,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments,
      Deadline deadline) {
    this(target, encoding, payload, attachments, deadline, CallOptions.NONE);
  }

  /**
   * @param payload the arguments as {@code encoding} says; owned by the first layer that is called
   */
  public Call(
      Target target,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments,
      Deadline deadline,
      CallOptions options) {
    this.options = options;
    this.target = target;
    this.encoding = encoding;
    this.payload = payload;
    this.attachments = attachments;
    this.deadline = deadline;
  }

  public Target target() {
    return target;
  }

  public Encoding encoding() {
    return encoding;
  }

  public ByteBuf payload() {
    return payload;
  }

  public Map<String, String> attachments() {
    return attachments;
  }

  public Deadline deadline() {
    return deadline;
  }

  public CallOptions options() {
    return options;
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /** Sets what cancelling does from now on; the layer that holds the call last has the say. */
  public void onCancel(Runnable action) {
    onCancel = action;
  }

  /** Tells the layer that holds the call. Only the first time counts. */
  public void cancel() {
    if (cancelled) {
      return;
    }
    cancelled = true;
    Runnable action = onCancel;
    onCancel = null;
    if (action != null) {
      action.run();
    }
  }
}
