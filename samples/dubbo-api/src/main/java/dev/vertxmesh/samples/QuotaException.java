package dev.vertxmesh.samples;

import java.util.List;

/** A declared exception that carries a bean and a list. */
// the list that is put in is serializable; its interface doesn't say so
@SuppressWarnings("serial")
public class QuotaException extends Exception {
  private static final long serialVersionUID = 1L;

  private final User user;
  private final List<Integer> limits;

  public QuotaException(String message, User user, List<Integer> limits, Throwable cause) {
    super(message, cause);
    this.user = user;
    this.limits = limits;
  }

  public User getUser() {
    return user;
  }

  public List<Integer> getLimits() {
    return limits;
  }
}
