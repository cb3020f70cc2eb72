package dev.vertxmesh.access.token;

/** A token that isn't right. It says why, and nothing that stood in it. Stackless. */
public final class TokenRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isGuess;

  public TokenRefused(String why) {
    this(why, true);
  }

  /**
   * @param isGuess whether who shows it may be guessing, and not late or one of too many
   */
  TokenRefused(String why, boolean isGuess) {
    super(why, null, false, false);
    this.isGuess = isGuess;
  }

  /** Whether it counts as a guess: from what else is refused nobody learns anything. */
  public boolean isGuess() {
    return isGuess;
  }
}
