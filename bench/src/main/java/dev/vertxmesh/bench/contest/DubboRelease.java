package dev.vertxmesh.bench.contest;

/** The Dubbo that the providers run on, and the jar that has it. */
enum DubboRelease {
  V2("2.6.12", "samples/dubbo2/target/dubbo2.jar"),
  V3("3.3.6", "samples/dubbo-provider/target/dubbo-provider.jar");

  private final String version;
  private final String jar;

  DubboRelease(String version, String jar) {
    this.version = version;
    this.jar = jar;
  }

  String jar() {
    return jar;
  }

  /**
   * The release of this version.
   *
   * @throws IllegalArgumentException if there is none
   */
  static DubboRelease of(String version) {
    for (DubboRelease release : values()) {
      if (release.version.equals(version)) {
        return release;
      }
    }
    throw new IllegalArgumentException("no provider for Dubbo " + version + "; 2.6.12 or 3.3.6");
  }

  @Override
  public String toString() {
    return version;
  }
}
