package dev.vertxmesh.fuzz;

import dev.vertxmesh.fuzz.peer.HessianPeer;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Providers that read a request's body, each with its own release of hessian-lite. */
public final class Peers {

  /** Where the build puts Dubbo 2.6, which has a hessian-lite of its own inside. */
  private static final String DUBBO2 = "peers/dubbo.jar";

  private Peers() {}

  /** The one of Dubbo 3.3 and the one of Dubbo 2.6. */
  public static List<Function<byte[], Map<String, Object>>> hessian() {
    return List.of(new HessianPeer(), ofDubbo2());
  }

  @SuppressWarnings("unchecked")
  private static Function<byte[], Map<String, Object>> ofDubbo2() {
    try {
      return (Function<byte[], Map<String, Object>>)
          new OfJar(classPath())
              .loadClass(HessianPeer.class.getName())
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path folder = Path.of(part).toAbsolutePath();
      Path jar = folder.resolveSibling(DUBBO2);
      if (Files.isDirectory(folder) && Files.exists(jar)) {
        urls.add(jar.toUri().toURL());
        urls.add(folder.toUri().toURL());
      }
    }
    if (urls.isEmpty()) {
      throw new IllegalStateException(
          DUBBO2 + " isn't there: mvn process-test-resources -pl fuzz-tests");
    }
    return urls.toArray(URL[]::new);
  }

  /** Looks into its jar first, which has classes of the same names. */
  private static final class OfJar extends URLClassLoader {

    OfJar(URL[] urls) {
      super(urls, ClassLoader.getPlatformClassLoader());
    }
  }
}
