package dev.vertxmesh.samples;

/** A user with more fields, to be sent where a {@link User} is asked for. */
public class VipUser extends User {
  private static final long serialVersionUID = 1L;

  private int level;
  private String perk;

  public int getLevel() {
    return level;
  }

  public void setLevel(int level) {
    this.level = level;
  }

  public String getPerk() {
    return perk;
  }

  public void setPerk(String perk) {
    this.perk = perk;
  }
}
