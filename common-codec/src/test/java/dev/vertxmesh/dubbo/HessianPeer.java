package dev.vertxmesh.dubbo;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The hessian of one release of Dubbo, as its providers read requests with it. */
final class HessianPeer {

  private static final String INPUT = "com.alibaba.com.caucho.hessian.io.Hessian2Input";
  private static final int STRINGS_OF_HEAD = 5;

  /** It tells of each class that isn't there, with a stack trace. */
  private static final Logger TELLING =
      Logger.getLogger("com.alibaba.com.caucho.hessian.io.SerializerFactory");

  static {
    TELLING.setLevel(Level.OFF);
  }

  private final String name;
  private final Constructor<?> input;
  private final Method readString;
  private final Method readObject;
  private final Method readTyped;

  private HessianPeer(String name, ClassLoader loader) {
    this.name = name;
    try {
      Class<?> type = loader.loadClass(INPUT);
      this.input = type.getConstructor(InputStream.class);
      this.readString = type.getMethod("readString");
      this.readObject = type.getMethod("readObject");
      this.readTyped = type.getMethod("readObject", Class.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Those of 2.6, 2.7 and 3.3: the first two by themselves, which Maven has put in a folder. */
  static List<HessianPeer> all() {
    List<HessianPeer> peers = new ArrayList<>();
    peers.add(new HessianPeer("hessian-lite 4", HessianPeer.class.getClassLoader()));
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target/peers"), "*.jar")) {
      for (Path jar : jars) {
        peers.add(new HessianPeer(jar.getFileName().toString(), alone(jar)));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return peers;
  }

  private static ClassLoader alone(Path jar) throws MalformedURLException {
    return new URLClassLoader(
        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  /**
   * The attachments of a request, as they are put together from what its body has; null if it can't
   * be read.
   */
  Map<Object, Object> attachments(byte[] body, int arguments) {
    try {
      Object in = input.newInstance(new ByteArrayInputStream(body));
      Map<Object, Object> all = new HashMap<>();
      for (int i = 0; i < STRINGS_OF_HEAD; i++) {
        Object text = readString.invoke(in);
        if (i == 1) {
          all.put("path", text);
        } else if (i == 2) {
          all.put("version", text);
        }
      }
      for (int i = 0; i < arguments; i++) {
        readObject.invoke(in);
      }
      Map<?, ?> map = (Map<?, ?>) readTyped.invoke(in, Map.class);
      if (map != null) {
        all.putAll(map);
      }
      return all;
    } catch (ReflectiveOperationException | ClassCastException | OutOfMemoryError e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
