package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.NacosServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A person's hands on the entries of a registry. */
interface Keys {

  /** Where the first parts of agents' entries stand in Nacos. */
  String PARTS = "vertx-mesh:1";

  void put(String name, String value);

  /** Changes what somebody announced, without a change of how long it lasts. */
  void edit(String name, String value);

  void delete(String name);

  static Keys inFolder(Path folder) {
    return new Keys() {
      @Override
      public void put(String name, String value) {
        try {
          Files.createDirectories(folder);
          Path part = folder.resolve("." + name + ".part");
          Files.writeString(part, value);
          Files.move(
              part,
              folder.resolve(name + ".json"),
              StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void edit(String name, String value) {
        put(name, value);
      }

      @Override
      public void delete(String name) {
        try {
          Files.delete(folder.resolve(name + ".json"));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  static Keys v3(Etcd etcd, String prefix) {
    String folder = prefix + "/instances/";
    return new Keys() {
      @Override
      public void put(String name, String value) {
        etcd.put(folder + name, value);
      }

      @Override
      public void edit(String name, String value) {
        etcd.edit(folder + name, value);
      }

      @Override
      public void delete(String name) {
        etcd.delete(folder + name);
      }
    };
  }

  /**
   * @param ttlSeconds what everybody's entries last without a sign of life
   */
  static Keys v2(Etcd etcd, String prefix, int ttlSeconds) {
    String folder = prefix + "/instances/";
    return new Keys() {
      @Override
      public void put(String name, String value) {
        etcd.putV2(folder + name, value, 0);
      }

      @Override
      public void edit(String name, String value) {
        etcd.putV2(folder + name, value, ttlSeconds);
      }

      @Override
      public void delete(String name) {
        etcd.deleteV2(folder + name);
      }
    };
  }

  /**
   * Of entries that are short enough for one part. Nacos has them for 30 seconds.
   *
   * @param group of the services
   */
  static Keys inNacos(NacosServer nacos, String group) {
    return new Keys() {
      @Override
      public void put(String name, String value) {
        JsonObject metadata =
            new JsonObject().put("id", name).put("parts", "1").put("of", "0").put("text", value);
        nacos.register(group, PARTS, at(name).put("metadata", metadata.encode()));
      }

      @Override
      public void edit(String name, String value) {
        put(name, value);
      }

      @Override
      public void delete(String name) {
        nacos.deregister(group, PARTS, at(name));
      }

      private static JsonObject at(String name) {
        return new JsonObject().put("ip", "127.0.0.1").put("port", Parties.instance(name).port());
      }
    };
  }
}
