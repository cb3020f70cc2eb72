package dev.vertxmesh.bridge.dubbo.sample;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** The classes of the tests' API, from where they have been compiled to. */
public final class SampleApi {

  public static final ApiClasses CLASSES = read();

  private SampleApi() {}

  private static ApiClasses read() {
    try {
      Path tests = Path.of(Shop.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      String folder = Shop.class.getPackageName().replace('.', '/');
      return ApiClasses.read(List.of(tests.resolve(folder)));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
