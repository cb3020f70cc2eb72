package dev.vertxmesh.call;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is known of a call beside what it asks for: where it came from, when it got how far, and who
 * had it. One object, which all attempts at the call share and every layer may fill and ask; nobody
 * owns it. On the call's event loop; times are readings of the agent's monotonic clock.
 */
public final class CallRecord {

  /** The header or attachment by which a caller names its call. */
  public static final String ID = "x-request-id";

  /**
   * The attachment by which an agent tells the next one on a link who calls. No caller's to set:
   * every agent takes it out of what comes.
   */
  public static final String INTRODUCTION = "x-mesh-identity";

  /** Whose word the deadline is of a call that says nothing about it. */
  public static final String OPTION = "the agent's --timeout";

  private static final int LONGEST_ID = 128;

  private final long payloadBytes;
  private Origin origin = Origin.AGENT;
  private String id;
  private boolean idIsMade;
  private String identity;
  private String introduction;
  private Map<String, String> carried = Map.of();
  private Set<String> allowed = Set.of();
  private String timeoutOf;
  private CallFailure refusal;
  private TriedEndpoint latest;
  private List<TriedEndpoint> earlier = List.of();
  private long streamedIn;
  private long streamedOut;
  private long cameAt;
  private long begunAt;
  private long sentAt;
  private long answeredAt;
  private long endedAt;
  private int reached;

  CallRecord(long payloadBytes) {
    this.payloadBytes = payloadBytes;
  }

  /** Its ingress says where it came from, and when the first of it did. */
  public void came(Origin from, long nanos) {
    origin = from;
    reached(Stage.CAME, nanos);
  }

  /** Where it came from; {@link Origin#AGENT} unless an ingress has said so. */
  public Origin origin() {
    return origin;
  }

  /**
   * Names the call in logs and errors: what its caller calls it, if that fits a line, or else a
   * name that is made when it's first asked for.
   *
   * @param attachments the call's
   */
  String id(Map<String, String> attachments) {
    if (id == null) {
      String given = given(attachments);
      idIsMade = !isName(given);
      id = idIsMade ? madeId() : given;
    }
    return id;
  }

  private String given(Map<String, String> attachments) {
    String header = origin.header(ID);
    return header == null ? attachments.get(ID) : header;
  }

  /** The name that was made for it; null while none is needed, and where its caller named it. */
  public String madeName() {
    return idIsMade ? id : null;
  }

  /**
   * Its name where the attachments don't say it, as it was made or a layer has left it out of them.
   *
   * @return null while it has none
   */
  String unsaidName(Map<String, String> attachments) {
    String given = given(attachments);
    String name = id == null && isName(given) ? given : id;
    return isName(attachments.get(ID)) ? null : name;
  }

  /**
   * Takes over the name by which the agent that had the call speaks of it in its log, unless it has
   * one.
   *
   * @param attachments the call's
   * @param name null if it has named none
   */
  void adopt(Map<String, String> attachments, String name) {
    if (id == null && isName(name) && !isName(given(attachments))) {
      idIsMade = true;
      id = name;
    }
  }

  /**
   * What a request is called that is answered before anything is made of it.
   *
   * @param given what its caller calls it; null if it says nothing
   */
  public static String idOf(String given) {
    return isName(given) ? given : madeId();
  }

  /**
   * An ingress whose origin has no headers, and whose call no attachments, says what the caller
   * calls it.
   *
   * @param given null if it says nothing
   */
  public void called(String given) {
    if (isName(given)) {
      id = given;
    }
  }

  private static boolean isName(String given) {
    return given != null
        && !given.isEmpty()
        && given.length() <= LONGEST_ID
        && given.chars().allMatch(c -> c > ' ' && c < 127);
  }

  private static String madeId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }

  /** Who calls, as somebody has made sure; null while nobody has. */
  public String identity() {
    return identity;
  }

  /** A layer says who calls, of which it has made sure. */
  public void identity(String proven) {
    identity = proven;
  }

  /** What the next agent on a link is told of who calls; null for nothing. */
  public String introduction() {
    return introduction;
  }

  /** A layer that has made sure who calls says what the next agent is told of it. */
  public void introduce(String words) {
    introduction = words;
  }

  /** Names of attachments that its payload has itself, of those that rules are about. */
  public Set<String> carried() {
    return carried.keySet();
  }

  /** What the one of this name says, in lower case; null if it isn't there. */
  public String carried(String name) {
    return carried.get(name);
  }

  /**
   * An ingress whose payloads have attachments says which of those that it was asked for.
   *
   * @param texts by their names in lower case; empty for what is no text
   */
  public void carries(Map<String, String> texts) {
    carried = texts;
  }

  /** Attachments that its caller may set though others mayn't, in lower case. */
  public Set<String> allowed() {
    return allowed;
  }

  /** A layer that knows who calls says what the caller may set that others mayn't. */
  public void allow(Set<String> names) {
    allowed = names;
  }

  /** Whose word the deadline is, such as {@code header x-mesh-timeout}; null if nobody said. */
  public String timeoutOf() {
    return timeoutOf;
  }

  /** Its ingress says whose word the deadline is: a header's, an attachment's, a flag's. */
  public void timeoutOf(String setting) {
    timeoutOf = setting;
  }

  /** Notes when a stage was reached; of one that is reached again, the last time counts. */
  public void reached(Stage stage, long nanos) {
    reached |= 1 << stage.ordinal();
    switch (stage) {
      case CAME -> cameAt = nanos;
      case BEGUN -> begunAt = nanos;
      case SENT -> sentAt = nanos;
      case ANSWERED -> answeredAt = nanos;
      case ENDED -> endedAt = nanos;
    }
  }

  /** Whether it has got so far. */
  public boolean hasReached(Stage stage) {
    return (reached & 1 << stage.ordinal()) != 0;
  }

  /** When that was; 0 if it hasn't been reached. */
  public long at(Stage stage) {
    return switch (stage) {
      case CAME -> cameAt;
      case BEGUN -> begunAt;
      case SENT -> sentAt;
      case ANSWERED -> answeredAt;
      case ENDED -> endedAt;
    };
  }

  void sentTo(TriedEndpoint endpoint, long nanos) {
    if (latest != null) {
      if (earlier.isEmpty()) {
        earlier = new ArrayList<>(2);
      }
      earlier.add(latest);
    }
    latest = endpoint;
    reached(Stage.SENT, nanos);
  }

  /** How many endpoints it was given to, one after the other or beside each other. */
  public int attempts() {
    return latest == null ? 0 : earlier.size() + 1;
  }

  /** Who was given it, in order; the last one last. */
  public List<TriedEndpoint> tried() {
    if (latest == null) {
      return List.of();
    }
    List<TriedEndpoint> all = new ArrayList<>(earlier);
    all.add(latest);
    return all;
  }

  /** The address of the endpoint that was given it last; null if none was. */
  public String endpoint() {
    return latest == null ? null : latest.key();
  }

  /** Its ingress ends it, or never makes a call of it, and tells the caller this. */
  public void refuse(CallFailure failure) {
    refusal = failure;
  }

  /** Why its ingress has ended it; null if it hasn't. */
  public CallFailure refusal() {
    return refusal;
  }

  /** So many more bytes of a stream have come from the caller. */
  public void streamedIn(int bytes) {
    streamedIn += bytes;
  }

  /** So many more bytes of a stream were handed to the caller. */
  public void streamedOut(int bytes) {
    streamedOut += bytes;
  }

  /** Bytes of the arguments, so far if they are a stream. */
  public long requestBytes() {
    return payloadBytes + streamedIn;
  }

  /** Bytes of an answer that is a stream, so far; any other is the reply's payload. */
  public long streamedOut() {
    return streamedOut;
  }
}
