package dev.vertxmesh.access.outside;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What is to become of the attachments of a Dubbo consumer's request, whose body goes on as it is:
 * which are noted for rules, and which are hidden from the provider. Nothing is made while rules
 * have the same sets as before. Belongs to one event loop.
 */
public final class AttachmentPolicy implements Supplier<Set<String>>, Predicate<String> {

  private final AllowedNames allowed;
  private final Supplier<Set<String>> ofAccess;
  private final Supplier<Set<String>> ofLimits;
  private Set<String> lastOfAccess = Set.of();
  private Set<String> lastOfLimits = Set.of();
  private Set<String> noted = SteeringNames.deliberate();

  /**
   * Each supplier has another set once its names are others; in lower case.
   *
   * @param ofAccess attachments that rules of access are about
   * @param ofLimits those that limits are about
   */
  public AttachmentPolicy(
      AllowedNames allowed, Supplier<Set<String>> ofAccess, Supplier<Set<String>> ofLimits) {
    this.allowed = allowed;
    this.ofAccess = ofAccess;
    this.ofLimits = ofLimits;
  }

  /** Names that are noted, in lower case. */
  @Override
  public Set<String> get() {
    Set<String> access = ofAccess.get();
    Set<String> limits = ofLimits.get();
    if (access != lastOfAccess || limits != lastOfLimits) {
      lastOfAccess = access;
      lastOfLimits = limits;
      Set<String> all = new HashSet<>(SteeringNames.deliberate());
      all.addAll(access);
      all.addAll(limits);
      noted = Set.copyOf(all);
    }
    return noted;
  }

  /**
   * Whether a name, in lower case, is hidden: who a consumer says it is, and what a list hasn't
   * got. What a rule of access is about that decides, and what steers on purpose is refused.
   */
  @Override
  public boolean test(String name) {
    if (SteeringNames.isOfTheRequest(name)
        || allowed.names(name)
        || SteeringNames.deliberate().contains(name)
        || ofAccess.get().contains(name)) {
      return false;
    }
    return SteeringNames.isClaim(name) || !allowed.passes(name);
  }
}
