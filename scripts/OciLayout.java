import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Makes an image layout of the Open Container Initiative from what {@code docker save} has written,
 * unpacked: {@code java OciLayout.java SAVED LAYOUT NAME TIME}, with the image's system, its
 * architecture and its configuration as JSON on standard input. No file and no field is younger
 * than the time, so that what was built of the same files is the same. Docker loads it too, by the
 * manifest.json that it has beside its own.
 */
public final class OciLayout {

  private static final int BLOCK = 512;
  private static final int SIZE = 124;
  private static final int MODIFIED = 136;
  private static final int CHECKSUM = 148;
  private static final Pattern LAYERS = Pattern.compile("\"Layers\":\\[([^\\]]*)\\]");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  /** Of the image that it was built on, which has another id wherever it's built. */
  private static final Pattern PARENT = Pattern.compile("\"Image\":\"[^\"]*\",?");

  private final Path layout;
  private final Instant time;

  private OciLayout(Path layout, Instant time) {
    this.layout = layout;
    this.time = time;
  }

  private record Blob(String digest, long size) {

    String json(String mediaType) {
      return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d"
          .formatted(mediaType, digest, size);
    }

    String path() {
      return "blobs/" + digest.replace(':', '/');
    }
  }

  public static void main(String[] args) throws IOException {
    String about = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
    new OciLayout(Path.of(args[1]), Instant.parse(args[3])).write(Path.of(args[0]), args[2], about);
  }

  private void write(Path saved, String name, String about) throws IOException {
    Files.createDirectories(layout.resolve("blobs/sha256"));
    List<String> unpacked = new ArrayList<>();
    List<Blob> layers = new ArrayList<>();
    for (String layer : layers(Files.readString(saved.resolve("manifest.json")))) {
      byte[] tar = clamped(unzipped(Files.readAllBytes(saved.resolve(layer))));
      unpacked.add("\"" + digest(tar) + "\"");
      layers.add(blob(zipped(tar)));
    }
    String[] parts = about.split(" ", 3);
    String config =
        "{\"created\":\"%s\",\"os\":\"%s\",\"architecture\":\"%s\",\"config\":%s,\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[%s]}}"
            .formatted(
                time,
                parts[0],
                parts[1],
                PARENT.matcher(parts[2]).replaceAll(""),
                String.join(",", unpacked));
    Blob configured = blob(config.getBytes(StandardCharsets.UTF_8));
    String type = "application/vnd.oci.image.";
    String manifest =
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s},\"layers\":[%s]}"
            .formatted(
                type + "manifest.v1+json",
                configured.json(type + "config.v1+json"),
                layers.stream()
                    .map(layer -> layer.json(type + "layer.v1.tar+gzip") + "}")
                    .collect(Collectors.joining(",")));
    Blob described = blob(manifest.getBytes(StandardCharsets.UTF_8));
    String tag = name.substring(name.indexOf(':') + 1);
    Files.writeString(
        layout.resolve("index.json"),
        "{\"schemaVersion\":2,\"manifests\":[%s,\"annotations\":{\"org.opencontainers.image.ref.name\":\"%s\"}}]}"
            .formatted(described.json(type + "manifest.v1+json"), tag));
    Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    Files.writeString(
        layout.resolve("manifest.json"),
        "[{\"Config\":\"%s\",\"RepoTags\":[\"%s\"],\"Layers\":[%s]}]"
            .formatted(
                configured.path(),
                name,
                layers.stream()
                    .map(layer -> "\"" + layer.path() + "\"")
                    .collect(Collectors.joining(","))));
  }

  private static List<String> layers(String manifest) {
    Matcher layers = LAYERS.matcher(manifest);
    if (!layers.find()) {
      throw new IllegalStateException("no layers in " + manifest);
    }
    return QUOTED.matcher(layers.group(1)).results().map(found -> found.group(1)).toList();
  }

  /** The tar archive, whose files' times that are later are the time. */
  private byte[] clamped(byte[] tar) {
    long latest = time.getEpochSecond();
    for (int at = 0; at + BLOCK <= tar.length && tar[at] != 0; ) {
      if (octal(tar, at + MODIFIED) > latest) {
        put(tar, at + MODIFIED, "%011o\0".formatted(latest));
        put(tar, at + CHECKSUM, "        ");
        int sum = 0;
        for (int i = at; i < at + BLOCK; i++) {
          sum += tar[i] & 0xff;
        }
        put(tar, at + CHECKSUM, "%06o\0 ".formatted(sum));
      }
      long size = octal(tar, at + SIZE);
      at += (int) (BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK);
    }
    return tar;
  }

  private static long octal(byte[] tar, int at) {
    String text = new String(tar, at, 12, StandardCharsets.US_ASCII);
    return Long.parseLong(text.replace('\0', ' ').strip(), 8);
  }

  private static void put(byte[] tar, int at, String text) {
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, tar, at, text.length());
  }

  private static byte[] unzipped(byte[] layer) throws IOException {
    if ((layer[0] & 0xff) != 0x1f || (layer[1] & 0xff) != 0x8b) {
      return layer;
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(layer))) {
      return in.readAllBytes();
    }
  }

  private static byte[] zipped(byte[] tar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(tar.length / 2);
    try (FastGzip out = new FastGzip(bytes)) {
      out.write(tar);
    }
    return bytes.toByteArray();
  }

  /** A tenth larger, in half of the time. */
  private static final class FastGzip extends GZIPOutputStream {

    FastGzip(ByteArrayOutputStream bytes) throws IOException {
      super(bytes);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private Blob blob(byte[] bytes) throws IOException {
    Blob blob = new Blob(digest(bytes), bytes.length);
    Files.write(layout.resolve(blob.path()), bytes);
    return blob;
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256:" + HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
