package dev.vertxmesh.links;

/** Where an agent listens. */
record Address(String host, int port) implements Comparable<Address> {

  @Override
  public int compareTo(Address other) {
    int byHost = host.compareTo(other.host);
    return byHost != 0 ? byHost : Integer.compare(port, other.port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
