package dev.vertxmesh.consumer;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.launch.settings.StartFailure;
import java.util.Map;
import java.util.stream.Collectors;

/** The protocols of providers that are called without an agent. */
final class DirectBackends {

  private DirectBackends() {}

  /**
   * By their names; reads files, which blocks.
   *
   * @throws StartFailure naming the setting that is wrong
   */
  static Map<String, BackendFactory> of(ConsumerOptions options) {
    BackendSettings settings =
        new BackendSettings(
            options.maxMessage,
            options.windows.most(),
            options.api.paths(),
            options.attachments.names());
    try {
      return options.common().plugins().of(BackendKind.class).stream()
          .collect(Collectors.toUnmodifiableMap(BackendKind::name, kind -> kind.with(settings)));
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), e);
    }
  }
}
