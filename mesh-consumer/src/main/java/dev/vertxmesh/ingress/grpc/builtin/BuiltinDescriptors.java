package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.TextFormat;
import dev.vertxmesh.grpc.HealthMessages;
import dev.vertxmesh.grpc.ReflectionMessages;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import java.util.HashMap;
import java.util.Map;

/** What this agent's own services look like: descriptors, by the names that are asked for. */
final class BuiltinDescriptors {

  private static final Map<String, ByteString> FILES = new HashMap<>();
  private static final Map<String, ByteString> SYMBOLS = new HashMap<>();

  static {
    FileDescriptorProto reflection = ReflectionMessages.getDescriptor().toProto();
    add(HealthMessages.getDescriptor().toProto());
    add(reflection);
    add(older(reflection));
  }

  private BuiltinDescriptors() {}

  /** Null if it isn't about one of them. */
  static ByteString find(ServerReflectionRequest question) {
    return switch (question.getMessageRequestCase()) {
      case FILE_BY_FILENAME -> FILES.get(question.getFileByFilename());
      case FILE_CONTAINING_SYMBOL -> SYMBOLS.get(question.getFileContainingSymbol());
      default -> null;
    };
  }

  /** The file of {@code v1alpha}, which differs in its names only. */
  private static FileDescriptorProto older(FileDescriptorProto file) {
    String text = TextFormat.printer().printToString(file);
    try {
      return TextFormat.parse(
          text.replaceAll("grpc(.)reflection.v1", "grpc$1reflection$1v1alpha"),
          FileDescriptorProto.class);
    } catch (TextFormat.ParseException e) {
      throw new IllegalStateException(e); // it was just written
    }
  }

  private static void add(FileDescriptorProto file) {
    ByteString bytes = file.toByteString();
    String service = file.getPackage() + "." + file.getService(0).getName();
    FILES.put(file.getName(), bytes);
    SYMBOLS.put(service, bytes);
    file.getService(0)
        .getMethodList()
        .forEach(method -> SYMBOLS.put(service + "." + method.getName(), bytes));
    file.getMessageTypeList()
        .forEach(type -> SYMBOLS.put(file.getPackage() + "." + type.getName(), bytes));
  }
}
