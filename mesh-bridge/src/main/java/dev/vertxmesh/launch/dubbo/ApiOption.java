package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import java.nio.file.Path;
import java.util.List;

/** Where an agent finds its providers' API. */
public final class ApiOption {

  @Option(
      names = "--api",
      paramLabel = "JAR",
      converter = OptionConverters.Existing.class,
      split = ",",
      description =
          "the services' interfaces and classes, in a jar or a folder, by which the agent knows the"
              + " methods' types and parameter names")
  private List<Path> paths = List.of();

  /** Empty if nothing was given. */
  public List<Path> paths() {
    return paths;
  }
}
