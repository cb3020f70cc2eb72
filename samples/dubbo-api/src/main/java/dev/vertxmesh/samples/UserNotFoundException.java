package dev.vertxmesh.samples;

/** The business exception that {@link UserService} declares: it carries what was looked for. */
public class UserNotFoundException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long userId;
  private final String reason;

  public UserNotFoundException(long userId, String reason) {
    super("no user " + userId + ": " + reason);
    this.userId = userId;
    this.reason = reason;
  }

  public long getUserId() {
    return userId;
  }

  public String getReason() {
    return reason;
  }
}
