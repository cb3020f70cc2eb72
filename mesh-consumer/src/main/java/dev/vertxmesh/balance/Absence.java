package dev.vertxmesh.balance;

import dev.vertxmesh.call.ServiceKey;
import java.util.function.Function;

/**
 * What a registry can say of a service that it tells nobody of; both for a person, empty if there's
 * nothing to say.
 *
 * @param unasked why it may be there all the same
 * @param skipped which of its entries aren't taken, and why
 */
public record Absence(Function<ServiceKey, String> unasked, Function<ServiceKey, String> skipped) {

  /** Who isn't told of isn't there. */
  public static final Absence CERTAIN = new Absence(service -> "", service -> "");
}
