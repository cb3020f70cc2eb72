package dev.vertxmesh.call;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HashMap;
import java.util.Map;

/**
 * One invocation. Lives on one event loop from its ingress to its end.
 *
 * <p>Cancelling tells the last holder of the call that nobody waits for it any more. It is advice:
 * the holder's future still completes, once.
 */
public final class Call {

  /** Begins the name of an attachment that isn't a string: its value is JSON. */
  public static final String JSON_ATTACHMENT = "json:";

  private final Target target;
  private final Encoding encoding;
  private final ByteBuf payload;
  private Deadline deadline;
  private final CallOptions options;
  private final CallRecord record;
  private Map<String, String> attachments;
  private boolean attachmentsAreOwn;
  private Exchange exchange;
  private String affinity;
  private boolean taken;
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
    this(
        target,
        encoding,
        payload,
        attachments,
        deadline,
        options,
        new CallRecord(payload.readableBytes()));
  }

  private Call(
      Target target,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments,
      Deadline deadline,
      CallOptions options,
      CallRecord record) {
    this.options = options;
    this.target = target;
    this.encoding = encoding;
    this.payload = payload;
    this.attachments = attachments;
    this.deadline = deadline;
    this.record = record;
  }

  /**
   * A request that ends before it's a call, for the layers that see all that comes.
   *
   * @param target {@link Target#NONE} if it isn't known
   * @param failure what its caller is told
   */
  public static Call unmade(Target target, Origin origin, long cameAt, CallFailure failure) {
    Call call =
        new Call(target, Encoding.TEXT, Unpooled.EMPTY_BUFFER, Map.of(), Deadline.none(cameAt));
    call.record.came(origin, cameAt);
    call.record.refuse(failure);
    return call;
  }

  /**
   * The same call once more; it is cancelled on its own, and has the same {@link #record()}.
   *
   * @param arguments as those of this one; owned by the first layer that is called
   */
  public Call again(ByteBuf arguments) {
    Call again = new Call(target, encoding, arguments, attachments, deadline, options, record);
    again.affinity = affinity;
    again.exchange = exchange;
    return again;
  }

  /** What it is for. */
  public Target target() {
    return target;
  }

  /** How its payload's bytes are to be read. */
  public Encoding encoding() {
    return encoding;
  }

  /** The arguments. */
  public ByteBuf payload() {
    return payload;
  }

  /** What goes with it, by name; not to be changed here, but by {@link #attach}. */
  public Map<String, String> attachments() {
    return attachments;
  }

  /** From here on it has this attachment, too. */
  public void attach(String name, String value) {
    if (!attachmentsAreOwn) {
      attachmentsAreOwn = true;
      attachments = new HashMap<>(attachments);
    }
    attachments.put(name, value);
  }

  /** From here on it hasn't this attachment, whatever the case of its name's letters. */
  public void detach(String name) {
    if (attachments.isEmpty() || !attaches(name)) {
      return;
    }
    if (!attachmentsAreOwn) {
      attachmentsAreOwn = true;
      attachments = new HashMap<>(attachments);
    }
    attachments.keySet().removeIf(name::equalsIgnoreCase);
  }

  private boolean attaches(String name) {
    for (String each : attachments.keySet()) {
      if (name.equalsIgnoreCase(each)) {
        return true;
      }
    }
    return false;
  }

  /** By when it must have ended. */
  public Deadline deadline() {
    return deadline;
  }

  /** From here on it has to be answered by then. For layers above the one that watches it. */
  public void deadline(Deadline other) {
    deadline = other;
  }

  /** What its caller wants beyond its target. */
  public CallOptions options() {
    return options;
  }

  /** Its two directions; null unless it is in {@link Encoding#GRPC}. */
  public Exchange exchange() {
    return exchange;
  }

  /** Gives it its two directions, or others in their place. */
  public void exchange(Exchange directions) {
    exchange = directions;
  }

  /** What calls that belong together have in common, and isn't sent on; null if nothing is said. */
  public String affinity() {
    return affinity;
  }

  /** Says what it has in common with others. */
  public void affinity(String common) {
    affinity = common;
  }

  /** What is known of it and of its other attempts. */
  public CallRecord record() {
    return record;
  }

  /** Names it in logs and errors: by what its caller calls it, or by a name that is made for it. */
  public String id() {
    return record.id(attachments);
  }

  /**
   * The name that the next agent on a link has to be told beside its attachments, so that both call
   * it the same; null if they say it, and while it has none.
   */
  public String unsaidName() {
    return record.unsaidName(attachments);
  }

  /**
   * Takes over the name that another agent has made for it, unless it has one.
   *
   * @param name null if that hasn't made one
   */
  public void adopt(String name) {
    record.adopt(attachments, name);
  }

  /** Whether somebody was chosen to answer it. */
  public boolean isTaken() {
    return taken;
  }

  /** It goes to this endpoint now. */
  public void takenBy(TriedEndpoint chosen, long nanos) {
    taken = true;
    record.sentTo(chosen, nanos);
  }

  /** Whether nobody waits for it any more. */
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
