package dev.vertxmesh.samples;

import java.io.Serializable;
import java.util.Set;

/** What to search for; null fields match everyone. */
// the collections that are put in are serializable; their interfaces don't say so
@SuppressWarnings("serial")
public class UserQuery implements Serializable {
  private static final long serialVersionUID = 1L;

  private String prefix;
  private Set<Role> roles;
  private int offset;
  private int limit;

  public String getPrefix() {
    return prefix;
  }

  public void setPrefix(String prefix) {
    this.prefix = prefix;
  }

  public Set<Role> getRoles() {
    return roles;
  }

  public void setRoles(Set<Role> roles) {
    this.roles = roles;
  }

  public int getOffset() {
    return offset;
  }

  public void setOffset(int offset) {
    this.offset = offset;
  }

  public int getLimit() {
    return limit;
  }

  public void setLimit(int limit) {
    this.limit = limit;
  }
}
