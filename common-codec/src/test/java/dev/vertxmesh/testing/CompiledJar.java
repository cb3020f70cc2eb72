package dev.vertxmesh.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A jar of somebody else's: one class that isn't on the tests' class path, and what it provides.
 */
public final class CompiledJar {

  private CompiledJar() {}

  /**
   * @param name the class's, without a package
   * @param source the whole file
   * @param services by their kind, the names of the classes that provide it
   */
  public static String write(
      Path folder, String name, String source, Map<String, String> services) {
    try {
      Path classes = Files.createDirectories(folder.resolve(name + ".classes"));
      compile(classes, name, source);
      Path jar = folder.resolve(name + ".jar");
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
        for (Path file : Files.newDirectoryStream(classes, "*.class")) {
          put(out, file.getFileName().toString(), Files.readAllBytes(file));
        }
        for (Map.Entry<String, String> service : services.entrySet()) {
          put(out, "META-INF/services/" + service.getKey(), service.getValue().getBytes());
        }
      }
      return jar.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  private static void compile(Path classes, String name, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of("-proc:none", "-d", "" + classes, "-cp", System.getProperty("java.class.path"));
    if (!compiler.getTask(null, null, null, options, null, List.of(file)).call()) {
      throw new IllegalStateException(name + " doesn't compile");
    }
  }
}
