package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.TextFormat;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.Reflection.Question;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What this agent's own services look like: descriptors, by the names that are asked for. */
final class BuiltinDescriptors {

  private static final Map<String, byte[]> FILES = new HashMap<>();
  private static final Map<String, byte[]> SYMBOLS = new HashMap<>();

  static {
    add(text("health.textproto"), Health.SERVICE);
    String reflection = text("reflection.textproto");
    add(reflection, Reflection.V1);
    add(
        reflection
            .replace("grpc.reflection.v1", "grpc.reflection.v1alpha")
            .replace("grpc/reflection/v1", "grpc/reflection/v1alpha"),
        Reflection.V1_ALPHA);
  }

  private BuiltinDescriptors() {}

  /** Null if it isn't about one of them. */
  static byte[] find(Question question) {
    return switch (question.kind()) {
      case FILE_BY_NAME -> FILES.get(question.name());
      case FILE_OF_SYMBOL -> SYMBOLS.get(question.name());
      default -> null;
    };
  }

  private static void add(String text, String service) {
    try {
      FileDescriptorProto file = TextFormat.parse(text, FileDescriptorProto.class);
      byte[] bytes = file.toByteArray();
      FILES.put(file.getName(), bytes);
      SYMBOLS.put(service, bytes);
      file.getService(0)
          .getMethodList()
          .forEach(method -> SYMBOLS.put(service + "." + method.getName(), bytes));
      file.getMessageTypeList()
          .forEach(type -> SYMBOLS.put(file.getPackage() + "." + type.getName(), bytes));
    } catch (TextFormat.ParseException e) {
      throw new IllegalStateException(service + ": " + e.getMessage(), e);
    }
  }

  private static String text(String resource) {
    try (InputStream in = BuiltinDescriptors.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
