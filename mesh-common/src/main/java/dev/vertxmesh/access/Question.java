package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import java.util.Objects;

/**
 * Whether somebody may make a call. Asked of each call, so that one object can be filled again and
 * again; as a key of a map it's never filled anew.
 */
final class Question {

  private Identity identity;
  private long networks;
  private String service;
  private String method;
  private String tag;
  private String exact;

  /**
   * @param ofNetworks a bit for each network of the rules that the caller is in
   * @param ofTag null for none
   */
  Question fill(Identity who, long ofNetworks, String ofService, String ofMethod, String ofTag) {
    identity = who;
    networks = ofNetworks;
    service = ofService;
    method = ofMethod;
    tag = ofTag;
    exact = null;
    return this;
  }

  Question copy() {
    return new Question().fill(identity, networks, service, method, tag);
  }

  Identity identity() {
    return identity;
  }

  long networks() {
    return networks;
  }

  String service() {
    return service;
  }

  String method() {
    return method;
  }

  /** Service and method as one text, made when it's first asked for. */
  String exact() {
    if (exact == null) {
      exact = service + "#" + method;
    }
    return exact;
  }

  String tag() {
    return tag;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Question that
        && networks == that.networks
        && method.equals(that.method)
        && service.equals(that.service)
        && identity.equals(that.identity)
        && Objects.equals(tag, that.tag);
  }

  @Override
  public int hashCode() {
    int hash = 31 * identity.hashCode() + service.hashCode();
    return 31 * (31 * hash + method.hashCode()) + Long.hashCode(networks);
  }
}
