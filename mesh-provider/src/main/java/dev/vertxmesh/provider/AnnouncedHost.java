package dev.vertxmesh.provider;

import dev.vertxmesh.launch.settings.BindOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.regex.Pattern;

/** The address that the agent announces: whether those who read it there can reach it. */
final class AnnouncedHost {

  private static final Logger LOG = System.getLogger(AnnouncedHost.class.getName());

  /** Registries that agents on several machines share: a server's URL, of whatever kind. */
  private static final Pattern SHARED =
      Pattern.compile("(?:^|[\\s;])(?!file:|static:)\\w[\\w+.-]*://");

  private AnnouncedHost() {}

  /** Warns of one that others can't reach. */
  static void check(String host, String registry) {
    String warning = warning(host, registry);
    if (warning != null) {
      LOG.log(Level.WARNING, warning);
    }
  }

  /** Null if there's nothing to say. */
  static String warning(String host, String registry) {
    return BindOptions.isOfMachine(host) && SHARED.matcher(registry).find()
        ? ("it announces itself as %s, which consumer agents on other machines take for their own:"
                + " give --host the address that they reach this one at")
            .formatted(host)
        : null;
  }
}
