package dev.vertxmesh.samples;

import java.io.Serializable;

/** Where a user lives. */
public class Address implements Serializable {
  private static final long serialVersionUID = 1L;

  private String street;
  private String city;
  private String zip;

  public String getStreet() {
    return street;
  }

  public void setStreet(String street) {
    this.street = street;
  }

  public String getCity() {
    return city;
  }

  public void setCity(String city) {
    this.city = city;
  }

  public String getZip() {
    return zip;
  }

  public void setZip(String zip) {
    this.zip = zip;
  }
}
