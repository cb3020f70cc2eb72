package dev.vertxmesh.call;

import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.List;
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
  private final Collection<Object> avoided;
  private Exchange exchange;
  private String affinity;
  private Object taker;
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
    this(target, encoding, payload, attachments, deadline, options, List.of());
  }

  private Call(
      Target target,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments,
      Deadline deadline,
      CallOptions options,
      Collection<Object> avoided) {
    this.options = options;
    this.target = target;
    this.encoding = encoding;
    this.payload = payload;
    this.attachments = attachments;
    this.deadline = deadline;
    this.avoided = avoided;
  }

  /**
   * The same call once more; it is cancelled on its own.
   *
   * @param arguments as those of this one; owned by the first layer that is called
   * @param avoid who must not take it: the {@link #taker() takers} of other attempts
   */
  public Call again(ByteBuf arguments, Collection<Object> avoid) {
    Call again = new Call(target, encoding, arguments, attachments, deadline, options, avoid);
    again.affinity = affinity;
    again.exchange = exchange;
    return again;
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

  /** Its two directions; null unless it is in {@link Encoding#GRPC}. */
  public Exchange exchange() {
    return exchange;
  }

  public void exchange(Exchange directions) {
    exchange = directions;
  }

  /** What calls that belong together have in common, and isn't sent on; null if nothing is said. */
  public String affinity() {
    return affinity;
  }

  public void affinity(String common) {
    affinity = common;
  }

  /** Who was chosen to answer it; null until somebody is. */
  public Object taker() {
    return taker;
  }

  public void takenBy(Object chosen) {
    taker = chosen;
  }

  /** Who must not take it; mostly nobody. */
  public Collection<Object> avoided() {
    return avoided;
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
