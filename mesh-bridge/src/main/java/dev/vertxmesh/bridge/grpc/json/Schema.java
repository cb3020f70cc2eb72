package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What is known of services and their messages. Never changes. */
final class Schema {

  /** Of imports. Each needs room on the stack of an event loop. */
  private static final int MOST_DEPTH = 256;

  private final Map<String, ServiceDescriptor> services;
  private final TypeRegistry types;

  private Schema(Collection<FileDescriptor> files) {
    TypeRegistry.Builder all = TypeRegistry.newBuilder();
    services = new LinkedHashMap<>();
    for (FileDescriptor file : files) {
      for (Descriptor any : file.getMessageTypes()) {
        all.add(any);
      }
      file.getServices().forEach(service -> services.put(service.getFullName(), service));
    }
    types = all.build();
  }

  /**
   * Files that import one that isn't there are read without it.
   *
   * @throws IllegalArgumentException if they contradict each other or themselves
   */
  static Schema of(Collection<FileDescriptorProto> files) {
    Map<String, FileDescriptorProto> byName = new LinkedHashMap<>();
    files.forEach(file -> byName.putIfAbsent(file.getName(), file));
    Map<String, FileDescriptor> built = new LinkedHashMap<>();
    byName.keySet().forEach(name -> build(name, byName, built, new HashSet<>(), 0));
    return new Schema(built.values());
  }

  private static FileDescriptor build(
      String name,
      Map<String, FileDescriptorProto> files,
      Map<String, FileDescriptor> built,
      Set<String> building,
      int depth) {
    FileDescriptor done = built.get(name);
    FileDescriptorProto file = files.get(name);
    if (done != null || file == null) {
      return done;
    }
    if (!building.add(name)) {
      throw new IllegalArgumentException(name + " imports itself");
    } else if (depth == MOST_DEPTH) {
      throw new IllegalArgumentException(
          "imports are nested more than %d deep, down to %s".formatted(MOST_DEPTH, name));
    }
    FileDescriptor[] imports =
        file.getDependencyList().stream()
            .map(dependency -> build(dependency, files, built, building, depth + 1))
            .filter(Objects::nonNull)
            .toArray(FileDescriptor[]::new);
    try {
      FileDescriptor descriptor = FileDescriptor.buildFrom(file, imports, true);
      built.put(name, descriptor);
      return descriptor;
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The imports of these files that aren't among them. */
  static List<String> missing(Map<String, FileDescriptorProto> files) {
    return files.values().stream()
        .flatMap(file -> file.getDependencyList().stream())
        .filter(name -> !files.containsKey(name))
        .distinct()
        .toList();
  }

  boolean has(String service) {
    return services.containsKey(service);
  }

  /** Null if there's no such method. */
  MethodDescriptor method(String service, String method) {
    ServiceDescriptor found = services.get(service);
    return found == null ? null : found.findMethodByName(method);
  }

  /** The names of a service's methods, for a person to read. */
  String methods(String service) {
    ServiceDescriptor found = services.get(service);
    return found == null
        ? "none"
        : found.getMethods().stream()
            .map(MethodDescriptor::getName)
            .sorted()
            .collect(Collectors.joining(", "));
  }

  /** Every type that may be in an {@code Any}. */
  TypeRegistry types() {
    return types;
  }
}
