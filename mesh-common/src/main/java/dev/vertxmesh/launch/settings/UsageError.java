package dev.vertxmesh.launch.settings;

/** A setting that is refused. */
public final class UsageError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private UsageError(String message) {
    super(message, null, false, false);
  }

  /**
   * @param name the setting as it's written at its place
   * @param place where it stands
   */
  static UsageError unexpected(String name, String place, String given, String expected) {
    return new UsageError(
        name + " (" + place + "): given '" + oneLine(given) + "', expected " + expected);
  }

  public static UsageError wrong(String name, String place, String problem) {
    return new UsageError(oneLine(name) + " (" + place + "): " + problem);
  }

  private static String oneLine(String text) {
    return text == null ? "" : text.replaceAll("\\p{Cntrl}+", " ");
  }
}
