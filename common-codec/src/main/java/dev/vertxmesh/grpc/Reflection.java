package dev.vertxmesh.grpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The messages of {@code grpc.reflection.v1.ServerReflection}; those of {@code v1alpha} are the
 * same.
 */
public final class Reflection {

  public static final String V1 = "grpc.reflection.v1.ServerReflection";
  public static final String V1_ALPHA = "grpc.reflection.v1alpha.ServerReflection";
  public static final String METHOD = "ServerReflectionInfo";

  private static final int ORIGINAL_REQUEST = 2;
  private static final int FILES = 4;
  private static final int SERVICES = 6;
  private static final int ERROR = 7;

  /** What can be asked; the numbers are those of the request's fields. */
  public enum Kind {
    FILE_BY_NAME(3),
    FILE_OF_SYMBOL(4),
    FILE_OF_EXTENSION(5),
    EXTENSIONS_OF_TYPE(6),
    LIST_SERVICES(7),
    /** Nothing, or something that is newer than this. */
    OTHER(0);

    private final int field;

    Kind(int field) {
      this.field = field;
    }

    static Kind of(int field) {
      for (Kind kind : values()) {
        if (kind.field == field) {
          return kind;
        }
      }
      return OTHER;
    }
  }

  /**
   * One question.
   *
   * @param name what it's about: a file, a symbol, a type; empty if that can't be said in a word
   */
  public record Question(Kind kind, String name) {

    public byte[] toBytes() {
      return new Proto.Writer().text(kind.field, name).toBytes();
    }

    /**
     * @throws IllegalArgumentException if it's no message
     */
    public static Question of(byte[] message) {
      Asked asked = new Asked();
      Proto.read(message, asked);
      return new Question(asked.kind, asked.name);
    }
  }

  private static final class Asked implements Proto.Fields {
    private static final int CONTAINING_TYPE = 1;

    private Kind kind = Kind.OTHER;
    private String name = "";

    @Override
    public void bytes(int field, byte[] value) {
      Kind known = Kind.of(field);
      if (known == Kind.OTHER) {
        return; // such as the host
      }
      kind = known;
      if (known == Kind.FILE_OF_EXTENSION) {
        Proto.read(value, new Extension());
      } else {
        name = text(value);
      }
    }

    private final class Extension implements Proto.Fields {
      @Override
      public void bytes(int field, byte[] value) {
        if (field == CONTAINING_TYPE) {
          name = text(value);
        }
      }
    }
  }

  /**
   * One answer.
   *
   * @param files serialized {@code FileDescriptorProto}s
   * @param errorCode gRPC's number; 0 if there's no error
   */
  public record Answer(
      List<byte[]> files, List<String> services, int errorCode, String errorMessage) {

    /**
     * @throws IllegalArgumentException if it's no message
     */
    public static Answer of(byte[] message) {
      Told told = new Told();
      Proto.read(message, told);
      return new Answer(told.files, told.services, told.errorCode, told.errorMessage);
    }
  }

  private static final class Told implements Proto.Fields {
    private final List<byte[]> files = new ArrayList<>();
    private final List<String> services = new ArrayList<>();
    private int errorCode;
    private String errorMessage = "";

    @Override
    public void bytes(int field, byte[] value) {
      switch (field) {
        case FILES -> Proto.read(value, first(files::add));
        case SERVICES ->
            Proto.read(
                value, first(service -> Proto.read(service, first(n -> services.add(text(n))))));
        case ERROR -> Proto.read(value, new Failure());
        default -> {}
      }
    }

    private final class Failure implements Proto.Fields {
      @Override
      public void number(int field, long value) {
        errorCode = field == 1 ? (int) value : errorCode;
      }

      @Override
      public void bytes(int field, byte[] value) {
        errorMessage = field == 2 ? text(value) : errorMessage;
      }
    }
  }

  private interface Taker {
    void take(byte[] value);
  }

  private static Proto.Fields first(Taker taker) {
    return new Proto.Fields() {
      @Override
      public void bytes(int field, byte[] value) {
        if (field == 1) {
          taker.take(value);
        }
      }
    };
  }

  private Reflection() {}

  /**
   * @param question the request that it answers, as it came
   */
  public static byte[] services(byte[] question, Collection<String> names) {
    Proto.Writer list = new Proto.Writer();
    names.forEach(name -> list.bytes(1, new Proto.Writer().text(1, name).toBytes()));
    return answer(question).bytes(SERVICES, list.toBytes()).toBytes();
  }

  /**
   * @param question the request that it answers, as it came
   * @param files serialized {@code FileDescriptorProto}s
   */
  public static byte[] files(byte[] question, Collection<byte[]> files) {
    Proto.Writer list = new Proto.Writer();
    files.forEach(file -> list.bytes(1, file));
    return answer(question).bytes(FILES, list.toBytes()).toBytes();
  }

  /**
   * @param question the request that it answers, as it came
   */
  public static byte[] error(byte[] question, GrpcStatus status, String detail) {
    byte[] error = new Proto.Writer().number(1, status.code()).text(2, detail).toBytes();
    return answer(question).bytes(ERROR, error).toBytes();
  }

  private static Proto.Writer answer(byte[] question) {
    return new Proto.Writer().bytes(ORIGINAL_REQUEST, question);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
