package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where an agent finds its providers' API. A field because picocli sets it. */
public final class ApiOption {

  private static final Logger LOG = System.getLogger(ApiOption.class.getName());

  @Option(
      names = "--api",
      paramLabel = "JAR",
      converter = OptionConverters.Existing.class,
      split = ",",
      description =
          "the services' interfaces and classes, in a jar or a folder, by which the agent knows the"
              + " methods' types and parameter names")
  private List<Path> paths = List.of();

  /**
   * Reads the class files, which blocks.
   *
   * @throws StartFailure if one can't be read
   */
  public ApiClasses read() {
    if (paths.isEmpty()) {
      return ApiClasses.NONE;
    }
    try {
      ApiClasses api = ApiClasses.read(paths);
      LOG.log(
          Level.INFO,
          "the API has %d classes, and %d methods of interfaces"
              .formatted(api.size(), api.methodCount()));
      return api;
    } catch (IllegalArgumentException e) {
      throw new StartFailure("--api: " + e.getMessage(), e);
    }
  }
}
