package dev.vertxmesh.launch.settings;

import java.util.regex.Pattern;

/**
 * Which of the machine's addresses an agent's ports but the admin port are at, and whether plain
 * text is meant at any of them.
 */
public final class BindOptions {

  private static final Pattern LOOPBACK =
      Pattern.compile(
          "localhost|127(\\.\\d{1,3}){3}|\\[?(::1|0:0:0:0:0:0:0:1)]?", Pattern.CASE_INSENSITIVE);

  @Option(
      names = "--bind",
      paramLabel = "HOST",
      converter = OptionConverters.Host.class,
      description =
          "the address that --port listens on, and --dubbo-port where there's one; 127.0.0.1 keeps"
              + " other machines out")
  String host = "0.0.0.0";

  @Option(
      names = "--plain-text",
      description =
          "ports that other machines reach are meant to be in plain text: without it, and without"
              + " certificates, a warning names them at start")
  boolean plainText;

  public String host() {
    return host;
  }

  /** Whether only who is on this machine reaches such an address. */
  public static boolean isOfMachine(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  /**
   * What to warn of at start; null for nothing.
   *
   * @param ports that have no TLS, for a person to read, such as {@code port 20000}; empty for none
   * @param certificate the option that gives them one
   */
  public String warning(String ports, String certificate) {
    return warning(ports, host, "--bind", certificate);
  }

  /**
   * The same of a port that has an address of its own.
   *
   * @param at its address
   * @param bind the option that says it
   */
  String warning(String ports, String at, String bind, String certificate) {
    return plainText || ports.isEmpty() || isOfMachine(at)
        ? null
        : ("%s of %s in plain text, which other machines can reach: give %s, or %s 127.0.0.1, or"
                + " --plain-text where it's meant to be so")
            .formatted(ports, at, certificate, bind);
  }
}
