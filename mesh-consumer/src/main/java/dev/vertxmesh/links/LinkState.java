package dev.vertxmesh.links;

import dev.vertxmesh.link.ClientLink;
import java.util.Locale;

/** Where the way to an agent is between first being known and being gone. */
sealed interface LinkState {

  /** {@code lastError} is null before the first attempt has ended. */
  record Connecting(String lastError) implements LinkState {

    @Override
    public boolean isUsable(boolean isProviderOpen) {
      return lastError == null && !isProviderOpen;
    }

    @Override
    public String described() {
      return lastError == null ? "connecting" : "connecting: " + lastError;
    }
  }

  record Open(ClientLink link) implements LinkState {

    @Override
    public boolean isUsable(boolean isProviderOpen) {
      return link.isOpen();
    }
  }

  record Leaving(String reason) implements LinkState {

    @Override
    public String described() {
      return "leaving: " + reason;
    }
  }

  /** For the next attempt; {@code refused} if somebody was there who isn't whom it has to be. */
  record Waiting(String reason, boolean refused) implements LinkState {

    @Override
    public String word() {
      return refused ? "refused" : "waiting";
    }

    @Override
    public String described() {
      return reason;
    }
  }

  /** Nobody has called for a while, or yet; {@code wasWell} unless it couldn't be made before. */
  record Asleep(boolean wasWell) implements LinkState {

    @Override
    public boolean isUsable(boolean isProviderOpen) {
      return wasWell;
    }
  }

  /** {@code before} is what was told of it when the registry told of it last. */
  record Removed(String before) implements LinkState {}

  /**
   * Whether the agent is called, perhaps once it's woken, and not the provider behind it.
   *
   * @param isProviderOpen whether that can be called now
   */
  default boolean isUsable(boolean isProviderOpen) {
    return false;
  }

  /** What it's called. */
  default String word() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The same with the reason, for a person to read. */
  default String described() {
    return word();
  }
}
