package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Origin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A line for each call that isn't let pass, by the logger {@code audit}: who, what, which rule,
 * from where and which call. Of many a second some are told and the others counted, as a stranger
 * makes as many as it likes. May be asked on any thread.
 */
public final class AuditLog {

  private static final Logger LOG = System.getLogger("audit");
  private static final int MOST_A_SECOND = 50;
  private static final int LONGEST = 200;

  private final LongSupplier nanoClock;
  private long second;
  private int told;
  private long untold;

  public AuditLog(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.second = nanoClock.getAsLong();
  }

  void denied(Identity who, Call call, String reason) {
    line(Level.WARNING, "denied", who.toString(), call, reason);
  }

  /** The caller is whom the call's record has. */
  public void denied(Call call, String reason) {
    line(Level.WARNING, "denied", known(call), call, reason);
  }

  /** The caller has asked for more than a limit lets it; it's whom the call's record has. */
  public void limited(Call call, String reason) {
    line(Level.WARNING, "limited", known(call), call, reason);
  }

  private static String known(Call call) {
    String who = call.record().identity();
    return who == null ? Identity.ANONYMOUS.toString() : who;
  }

  void unauthenticated(Call call, String reason) {
    line(Level.WARNING, "unauthenticated", Identity.ANONYMOUS.toString(), call, reason);
  }

  /** What the caller shows isn't looked at. */
  void notLookedAt(Call call) {
    String who = Identity.ANONYMOUS.toString();
    line(Level.WARNING, "not looked at", who, call, "too many that weren't right before");
  }

  void loggedOnly(Identity who, Call call, String reason) {
    line(Level.INFO, "passed by log-only", who.toString(), call, reason);
  }

  private void line(Level level, String what, String who, Call call, String reason) {
    long missing = admit();
    if (missing < 0) {
      return;
    }
    Origin origin = call.record().origin();
    LOG.log(
        level,
        what
            + " who="
            + word(who)
            + " call="
            + word(call.target().service() + "#" + call.target().method())
            + " reason=\""
            + plain(reason)
            + "\" from="
            + origin.peer()
            + " by="
            + origin.protocol().name().toLowerCase(Locale.ROOT)
            + " id="
            + call.id()
            + (missing == 0 ? "" : " and " + missing + " more that weren't told"));
  }

  /** How many weren't told before this one; negative if it isn't either. */
  private synchronized long admit() {
    long now = nanoClock.getAsLong();
    if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
      second = now;
      told = 0;
    }
    if (told == MOST_A_SECOND) {
      untold++;
      return -1;
    }
    told++;
    long before = untold;
    untold = 0;
    return before;
  }

  /** One word, so that a blank in it doesn't begin a field; else in quotation marks. */
  private static String word(String text) {
    String plain = plain(text);
    return plain.indexOf(' ') < 0 ? plain : '"' + plain + '"';
  }

  /** What a caller has written must not look like a line of ours, or as quoted end. */
  static String plain(String text) {
    String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    StringBuilder plain = new StringBuilder(shown.length());
    shown.chars().forEach(c -> plain.append(c >= ' ' && c < 127 && c != '"' ? (char) c : '?'));
    return plain.toString();
  }
}
