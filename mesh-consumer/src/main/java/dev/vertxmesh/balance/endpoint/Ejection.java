package dev.vertxmesh.balance.endpoint;

/** Whether a member is ejected, why, and how it gets back. */
public final class Ejection {

  private static final int MOST_DOUBLINGS = 20;

  private boolean ejected;
  private boolean probing;
  private String why = "";
  private long until;
  private long lasted;
  private long backSince;
  private int times;

  public boolean isEjected() {
    return ejected;
  }

  public String why() {
    return why;
  }

  /** When one call may try whether it's well again. */
  public long until() {
    return until;
  }

  public boolean isProbing() {
    return probing;
  }

  public boolean isProbeDue(long now) {
    return ejected && now - until >= 0;
  }

  /**
   * A call tries it.
   *
   * @param lapses when another one may, if this one hasn't ended
   */
  public void toProbing(long lapses) {
    probing = true;
    until = lapses;
  }

  /** The probe has told nothing: another one may go then. */
  public void toWaiting(long next) {
    probing = false;
    until = next;
  }

  /**
   * Begins, or goes on for longer: each time is twice as long as the former, unless it was well in
   * between for as long as that lasted.
   *
   * @return how long it lasts, in nanoseconds
   */
  public long toEjected(String reason, long base, long most, long now) {
    if (!ejected && times > 0 && now - backSince > lasted) {
      times = 0;
    }
    int doublings = Math.min(times, MOST_DOUBLINGS);
    lasted = base > most >> doublings ? most : base << doublings; // which may be no number
    times++;
    ejected = true;
    probing = false;
    why = reason;
    until = now + lasted;
    return lasted;
  }

  public void toBack(long now) {
    ejected = false;
    probing = false;
    why = "";
    backSince = now;
  }
}
