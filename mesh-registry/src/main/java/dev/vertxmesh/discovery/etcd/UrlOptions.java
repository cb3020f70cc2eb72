package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What stands behind the question mark of a registry's URL, {@code NAME=VALUE&…}, and what those of
 * several kinds of registry mean by it. Values are percent-decoded.
 */
public final class UrlOptions {

  /** By which {@code cache} says that no file is wanted. */
  private static final String NONE = "none";

  private static final String RULES = "dubbo";
  private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_.:-]{1,128}");

  private static final String PASSWORD = "password";
  private static final String PASSWORD_FILE = "password-file";
  private static final String KEY_PASSWORD_FILE = "key-password-file";
  private static final int LARGEST_PASSWORD_FILE = 64 << 10;
  private static final int WAIT_SECONDS = 10;
  private static final int MOST_WAIT_SECONDS = 86_400;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  private final Map<String, String> values;

  private UrlOptions(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @param url all of it, or what stands behind its scheme
   * @param known those that there are
   * @throws IllegalArgumentException naming what is wrong and what is expected; nothing secret
   */
  public static UrlOptions of(String url, Set<String> known) {
    int question = url.indexOf('?');
    String query = question < 0 ? "" : url.substring(question + 1);
    Map<String, String> values = new TreeMap<>();
    for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (equals < 0 || !known.contains(name)) {
        throw new IllegalArgumentException(
            "%s is not known, expected one of %s with =VALUE"
                .formatted(
                    UrlSecrets.unknown(name, values.containsKey(PASSWORD)),
                    known.stream().sorted().collect(Collectors.joining(", "))));
      }
      expect(
          values.put(name, decoded(name, part.substring(equals + 1))) == null,
          "the option '" + name + "' is given twice");
    }
    return new UrlOptions(values);
  }

  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // which shows some of the value
      throw new IllegalArgumentException(
          name + " has a % without two hexadecimal digits behind it; a % itself is %25");
    }
  }

  /**
   * @throws IllegalArgumentException with the problem, unless it holds
   */
  public static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Null if it isn't given. */
  public String get(String name) {
    return values.get(name);
  }

  public String get(String name, String unlessGiven) {
    return values.getOrDefault(name, unlessGiven);
  }

  public int number(String name, int unlessGiven, int least, int most) {
    return number(name, unlessGiven, least, most, "a whole number");
  }

  public int seconds(String name, int unlessGiven, int least, int most) {
    return number(name, unlessGiven, least, most, "seconds");
  }

  private int number(String name, int unlessGiven, int least, int most, String what) {
    String text = values.get(name);
    if (text == null) {
      return unlessGiven;
    }
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    expect(
        number >= least && number <= most,
        "%s is '%s', expected %s from %d to %d".formatted(name, text, what, least, most));
    return number;
  }

  /** {@code wait}: how long an agent that starts waits for a registry that can't be reached. */
  public int waitSeconds() {
    return seconds("wait", WAIT_SECONDS, 1, MOST_WAIT_SECONDS);
  }

  /** The file that an option names; null if it isn't given. */
  public Path file(String name) {
    String text = values.get(name);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(name + " is '" + text + "', expected a file's name", e);
    }
  }

  /**
   * {@code cache}: the file in which is kept what was known last; null for none.
   *
   * @param description of the registry, which nobody else there has
   */
  public Path snapshot(String description) {
    return NONE.equals(values.get("cache")) ? null : SnapshotFile.place(file("cache"), description);
  }

  /** {@code rules}: the group that routing rules stand in, or {@code none}. */
  public String ruleGroup() {
    String group = get("rules", RULES);
    expect(
        GROUP.matcher(group).matches() && !group.matches("\\.+"),
        "rules is '" + group + "', expected none, or a group's name of letters, digits and -_.:");
    return group;
  }

  /** Whether routing rules are read. */
  public boolean hasRules() {
    return !ruleGroup().equals(NONE);
  }

  /**
   * A user has a password, or a file with one, and nobody else does.
   *
   * @param user the option's name
   */
  public void checkPassword(String user) {
    boolean secret = has(PASSWORD) || has(PASSWORD_FILE);
    expect(
        secret == has(user) && !get(user, "none").isEmpty(),
        user + " and password belong together");
    expect(!(has(PASSWORD) && has(PASSWORD_FILE)), "password and password-file exclude each other");
    file(PASSWORD_FILE);
  }

  /**
   * Null for none. Reads the file, which blocks.
   *
   * @throws RegistryFailure if that can't be done
   */
  public String password() {
    Path file = file(PASSWORD_FILE);
    if (file == null) {
      return get(PASSWORD);
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] read = in.readNBytes(LARGEST_PASSWORD_FILE + 1);
      if (read.length > LARGEST_PASSWORD_FILE) {
        throw new RegistryFailure(
            "registry: password-file %s is larger than %d bytes"
                .formatted(file, LARGEST_PASSWORD_FILE),
            null);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read)).toString().strip();
    } catch (IOException e) {
      throw new RegistryFailure("registry: password-file " + file + " can't be read: " + e, e);
    }
  }

  /** Of {@code tls}, {@code ca}, {@code cert}, {@code key} and {@code key-password-file}. */
  public void checkTls() {
    expect(has("cert") == has("key"), "cert and key belong together");
    String tls = get("tls", "true");
    expect(
        tls.equals("true") || tls.equals("false"), "tls is '" + tls + "', expected true or false");
    expect(tls.equals("true") || !hasTlsFiles(), "ca, cert and key are for tls, which is false");
    file("ca");
    file("cert");
    file("key");
    file(KEY_PASSWORD_FILE);
    expect(has("key") || !has(KEY_PASSWORD_FILE), KEY_PASSWORD_FILE + " is for an encrypted key");
  }

  private boolean hasTlsFiles() {
    return has("ca") || has("cert");
  }

  /** Any of the files means TLS, too. Null for cleartext. */
  public TlsFiles tls() {
    return Boolean.parseBoolean(get("tls", "" + hasTlsFiles()))
        ? new TlsFiles(file("cert"), file("key"), file(KEY_PASSWORD_FILE), file("ca"))
        : null;
  }

  /**
   * The same, with its files, of which renewed ones are taken; null for cleartext. Reads them,
   * which blocks.
   *
   * @param registry what and where it is, for a person
   * @throws RegistryFailure naming the file and what is wrong with it
   */
  public TlsClient openTls(Vertx vertx, String registry) {
    TlsFiles files = tls();
    try {
      return files == null ? null : TlsClient.open(vertx, "registry", files);
    } catch (TlsFailure e) {
      String told = TlsFiles.told(e, List.of(files), "", "ca");
      throw new RegistryFailure("registry %s: %s".formatted(registry, told), e);
    }
  }
}
