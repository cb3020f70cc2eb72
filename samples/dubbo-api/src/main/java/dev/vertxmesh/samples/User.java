package dev.vertxmesh.samples;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** A bean with a field of each kind, nested and repeated. */
// the collections that are put in are serializable; their interfaces don't say so
@SuppressWarnings("serial")
public class User implements Serializable {
  private static final long serialVersionUID = 1L;

  private long id;
  private String name;
  private Address address;
  private Role role;
  private List<String> tags;
  private Map<String, Integer> scores;
  private List<Address> formerAddresses;
  private Date born;
  private BigDecimal balance;
  private byte[] avatar;
  private Boolean active;
  private User manager;

  public long getId() {
    return id;
  }

  public void setId(long id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public Address getAddress() {
    return address;
  }

  public void setAddress(Address address) {
    this.address = address;
  }

  public Role getRole() {
    return role;
  }

  public void setRole(Role role) {
    this.role = role;
  }

  public List<String> getTags() {
    return tags;
  }

  public void setTags(List<String> tags) {
    this.tags = tags;
  }

  public Map<String, Integer> getScores() {
    return scores;
  }

  public void setScores(Map<String, Integer> scores) {
    this.scores = scores;
  }

  public List<Address> getFormerAddresses() {
    return formerAddresses;
  }

  public void setFormerAddresses(List<Address> formerAddresses) {
    this.formerAddresses = formerAddresses;
  }

  public Date getBorn() {
    return born;
  }

  public void setBorn(Date born) {
    this.born = born;
  }

  public BigDecimal getBalance() {
    return balance;
  }

  public void setBalance(BigDecimal balance) {
    this.balance = balance;
  }

  public byte[] getAvatar() {
    return avatar;
  }

  public void setAvatar(byte[] avatar) {
    this.avatar = avatar;
  }

  public Boolean getActive() {
    return active;
  }

  public void setActive(Boolean active) {
    this.active = active;
  }

  public User getManager() {
    return manager;
  }

  public void setManager(User manager) {
    this.manager = manager;
  }
}
