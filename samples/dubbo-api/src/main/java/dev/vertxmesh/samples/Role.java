package dev.vertxmesh.samples;

/** What a user may do. */
public enum Role {
  GUEST,
  MEMBER,
  ADMIN
}
