package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.pick.Picker;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;

/**
 * Members in this agent's own zone, and elsewhere. Calls stay in the zone while it has free
 * capacity: while less than three quarters of the calls that its usable members may have in flight
 * are. From there on a part of the calls goes elsewhere, in proportion to how little is left, and
 * all of them where nothing is. Who is ejected has no capacity here.
 *
 * <pre>
 *              in flight / credit - 0.75
 * part away =  -------------------------    between 0 and 1
 *                       0.25
 * </pre>
 *
 * <p>It feeds back at once: more calls away are fewer in flight here. With d times as many calls as
 * the zone can do it settles where u = d (4 - 4 u), at u = 4 d / (1 + 4 d), which never reaches 1.
 */
final class ZoneSplit {

  /** Where calls begin to go elsewhere. */
  static final double FULL_FROM = 0.75;

  /** What an instance's zone is called; the first that it has. */
  private static final String[] NAMES = {"zone", "topology.kubernetes.io/zone"};

  /** Of more members capacity isn't added up for each call. */
  private static final int MOST_ADDED = 32;

  private final GroupSettings settings;
  private final Member[] near;
  private final Member[] far;
  private final Picker picker;
  private final Picker farPicker;
  private int calls;
  private double away;

  /**
   * @param members of both kinds
   */
  ZoneSplit(Member[] members, GroupSettings settings, Function<Member[], Picker> pickers) {
    this.settings = settings;
    this.near = Arrays.stream(members).filter(one -> isNear(one, settings)).toArray(Member[]::new);
    this.far = Arrays.stream(members).filter(one -> !isNear(one, settings)).toArray(Member[]::new);
    this.picker = pickers.apply(near);
    this.farPicker = pickers.apply(far);
  }

  /** Whether some of them are in the agent's zone, and some aren't. */
  static boolean divides(Member[] members, GroupSettings settings) {
    if (settings.zone().isEmpty() || settings.isHashing()) {
      return false;
    }
    long near = Arrays.stream(members).filter(one -> isNear(one, settings)).count();
    return near > 0 && near < members.length;
  }

  private static boolean isNear(Member member, GroupSettings settings) {
    return settings.zone().equals(zone(member.endpoint().tags()));
  }

  /** Empty if nobody has said. */
  static String zone(Map<String, String> tags) {
    for (String name : NAMES) {
      if (tags.containsKey(name)) {
        return tags.get(name);
      }
    }
    return "";
  }

  /** Null when it's as if there were no zones. */
  Member pick(long key) {
    if (calls-- <= 0) {
      calls = near.length > MOST_ADDED ? near.length / MOST_ADDED : 0;
      away = partAway();
    }
    boolean goes = away > 0 && settings.random().nextDouble() < away;
    if (!goes) {
      return picker.pick(key);
    }
    return hasCredit(far) ? farPicker.pick(key) : null;
  }

  private double partAway() {
    double inFlight = 0;
    double free = 0;
    for (Member member : near) {
      if (member.isUsable()) {
        inFlight += member.endpoint().inFlight();
        free += Math.max(0, member.endpoint().freeCredit());
      }
    }
    if (free == 0) {
      return 1;
    }
    double used = inFlight / (inFlight + free);
    return Math.max(0, (used - FULL_FROM) / (1 - FULL_FROM));
  }

  private static boolean hasCredit(Member[] members) {
    for (Member member : members) {
      if (member.isUsable() && member.endpoint().freeCredit() > 0) {
        return true;
      }
    }
    return false;
  }

  void reweigh() {
    picker.reweigh();
    farPicker.reweigh();
  }
}
