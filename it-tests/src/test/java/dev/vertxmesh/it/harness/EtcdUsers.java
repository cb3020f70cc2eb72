package dev.vertxmesh.it.harness;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Makes an etcd ask for users, as {@code etcdctl user}, {@code role} and {@code auth enable} do.
 * Each of its two APIs has users of its own.
 */
public final class EtcdUsers {

  private static final String ROOT = "root";
  private static final String ROOT_PASSWORD = "of the root";
  private static final String ROLE = "agents";

  private EtcdUsers() {}

  /** By the third API: this user may read and write the keys that begin with that, and no other. */
  public static void only(Etcd etcd, String user, String password, String folder) {
    role(etcd, ROOT);
    role(etcd, ROLE);
    user(etcd, ROOT, ROOT_PASSWORD, ROOT);
    String end = folder.substring(0, folder.length() - 1) + (char) (last(folder) + 1);
    JsonObject all =
        new JsonObject()
            .put("permType", "READWRITE")
            .put("key", Etcd.base64(folder))
            .put("range_end", Etcd.base64(end));
    told(etcd, "role/grant", new JsonObject().put("name", ROLE).put("perm", all));
    user(etcd, user, password, ROLE);
    told(etcd, "enable", new JsonObject());
  }

  private static char last(String text) {
    return text.charAt(text.length() - 1);
  }

  private static void role(Etcd etcd, String name) {
    told(etcd, "role/add", new JsonObject().put("name", name));
  }

  private static void user(Etcd etcd, String name, String password, String role) {
    told(etcd, "user/add", new JsonObject().put("name", name).put("password", password));
    told(etcd, "user/grant", new JsonObject().put("user", name).put("role", role));
  }

  private static void told(Etcd etcd, String what, JsonObject request) {
    JsonObject answer = EtcdHttp.post(etcd.someone(), "/v3/auth/" + what, request);
    if (!answer.containsKey("header")) {
      throw new IllegalStateException(what + " was refused: " + answer);
    }
  }

  /** By the second API: the same, with a pattern such as {@code /prefix/instances*}. */
  public static void onlyV2(Etcd etcd, String user, String password, String pattern) {
    JsonArray keys = new JsonArray().add(pattern);
    JsonObject both = new JsonObject().put("read", keys).put("write", keys);
    JsonObject permissions = new JsonObject().put("kv", both);
    putV2(etcd, "users/" + ROOT, new JsonObject().put("user", ROOT).put("password", ROOT_PASSWORD));
    putV2(
        etcd, "roles/" + ROLE, new JsonObject().put("role", ROLE).put("permissions", permissions));
    JsonObject agent = new JsonObject().put("user", user).put("password", password);
    putV2(etcd, "users/" + user, agent.put("roles", new JsonArray().add(ROLE)));
    putV2(etcd, "enable", new JsonObject());
    JsonArray everything = new JsonArray().add("/*");
    JsonObject of = new JsonObject().put("read", everything).put("write", everything);
    JsonObject guest = new JsonObject().put("role", "guest");
    putV2(etcd, "roles/guest", guest.put("revoke", new JsonObject().put("kv", of)));
  }

  private static void putV2(Etcd etcd, String what, JsonObject request) {
    EtcdHttp.put(etcd.someone(), "/v2/auth/" + what, request, ROOT + ":" + ROOT_PASSWORD);
  }
}
