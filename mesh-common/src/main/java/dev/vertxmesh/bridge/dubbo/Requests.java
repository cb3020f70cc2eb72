package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.FastjsonReach;
import dev.vertxmesh.bridge.dubbo.values.JsonArguments;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.OptionalArguments;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.bridge.dubbo.values.TextArgument;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.PassedMessages;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.Telling;
import dev.vertxmesh.dubbo.ValueWriter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;

/** Turns calls into requests; what depends on the target alone is made once and kept. */
final class Requests {

  private final ToldSignatures signatures;
  private final Shapes shapes;
  private final TypedValues typed;
  private final FastjsonReach fastjson;
  private final GenericArguments generics;
  private final ApiClasses classes;
  private final boolean follows;
  private Serialization serialization;
  private Requests strict;

  /**
   * @param candidates the serialization to begin with; where there are others, the provider's
   *     preference is followed if the API is known, as results are read by it then
   * @param signatures of the provider's methods, as far as they are known
   * @param classes that values can be made of
   */
  Requests(List<Serialization> candidates, ToldSignatures signatures, ApiClasses classes) {
    this.serialization = candidates.get(0);
    this.follows = candidates.size() > 1 && classes.size() > 0;
    this.signatures = signatures;
    this.typed = new TypedValues(classes);
    this.typed.speak(serialization);
    this.shapes = new Shapes(signatures, typed, () -> speak(serialization));
    this.fastjson = new FastjsonReach(classes);
    this.generics = new GenericArguments(new NamedClasses(classes));
    this.classes = classes;
  }

  /**
   * Those of strict calls, which are in hessian2 whatever else is taken: in the other
   * serializations different values look alike.
   */
  Requests strict() {
    if (strict == null) {
      strict = new Requests(List.of(Serialization.HESSIAN2), signatures, classes);
    }
    return strict;
  }

  /** The classes that values can be made of. */
  ApiClasses classes() {
    return classes;
  }

  /** Whether the provider has told that it exports the service. */
  boolean isExported(ServiceKey service) {
    return signatures.isExported(service);
  }

  /** Whether the API or the provider has told of such a method. */
  boolean isTold(Target target) {
    return signatures.of(target.service(), target.method()).stream()
        .anyMatch(
            method -> !target.typesAreKnown() || method.descriptor().equals(target.descriptor()));
  }

  Serialization serialization() {
    return serialization;
  }

  /** From now on requests are in this serialization, unless the provider prefers another. */
  void speak(Serialization found) {
    Serialization preferred = follows ? signatures.preferred() : null;
    use(preferred == null ? found : preferred);
  }

  private void use(Serialization spoken) {
    if (spoken != serialization) {
      serialization = spoken;
      typed.speak(spoken);
      shapes.clear();
    }
  }

  /**
   * How a call is put to the provider: as it says itself, and else as gets the most through, which
   * is the method itself where its types are known to the last, and a generic call otherwise.
   *
   * @param dialect null if it isn't known yet
   * @throws BadArgument if the descriptor is malformed, or doesn't allow what the call says; or if
   *     it's not clear which of several methods is meant
   */
  Manner manner(Call call, Dialect dialect) {
    if (call.encoding().isDubboBody()) {
      return new Manner(this, null, GenericMode.NONE, dialect, null);
    }
    Shape shape = shapes.of(call);
    Descriptor descriptor = shape.descriptor();
    boolean isTold = descriptor != null && classes.size() > 0;
    JavaType returned = isTold ? descriptor.returned() : null;
    return new Manner(this, shape, mode(call, descriptor, dialect), dialect, returned);
  }

  /** Null if the dialect has to be known first. */
  private GenericMode mode(Call call, Descriptor descriptor, Dialect dialect) {
    GenericMode wanted = call.options().generic();
    if (call.options().strict()) {
      checkStrictly(call, descriptor);
      if (dialect == null) {
        return null;
      }
    }
    if (wanted == GenericMode.NONE && descriptor == null) {
      throw new BadArgument("generic mode none: the call has to say the types of its arguments");
    }
    if (wanted == GenericMode.AUTO && descriptor != null) {
      if (serialization != Serialization.HESSIAN2) {
        checkReach(descriptor);
      } else if (OptionalArguments.areIn(descriptor)) {
        if (dialect == null) {
          return null;
        }
        OptionalArguments.check(descriptor, !dialect.hasRawReturn());
      }
    }
    if (wanted == GenericMode.NONE || isDirect(call, descriptor)) {
      return direct(call, descriptor, dialect);
    } else if (wanted == GenericMode.TRUE) {
      return wanted;
    } else if (wanted != GenericMode.AUTO) {
      return dialect == null ? null : inDialect(wanted, dialect);
    } else if (dialect == null) {
      return null;
    }
    return dialect.hasRawReturn() ? GenericMode.RAW_RETURN : GenericMode.TRUE;
  }

  /**
   * That the agent itself makes each argument, of all that the call says.
   *
   * @throws BadArgument if not
   */
  private static void checkStrictly(Call call, Descriptor descriptor) {
    GenericMode wanted = call.options().generic();
    if (wanted != GenericMode.AUTO && wanted != GenericMode.NONE) {
      throw new BadArgument(
          "strict: in generic mode %s the provider makes the arguments".formatted(wanted));
    } else if (descriptor == null) {
      throw new BadArgument(
          "strict: the types of the arguments aren't known; say them, or give --api");
    }
    for (int i = 0; i < descriptor.parameters().size(); i++) {
      Parameter parameter = descriptor.parameters().get(i);
      if (!parameter.isExact()) {
        throw new BadArgument(
            "argument %d: strict: only the provider knows what a %s is; give --api that has it"
                .formatted(i, parameter.javaType()));
      }
    }
    if (call.encoding() == Encoding.TEXT) {
      TextArgument.checkNames(descriptor, call.payload());
    } else {
      JsonArguments.checkNames(call.payload());
    }
  }

  private void checkReach(Descriptor descriptor) {
    for (int i = 0; i < descriptor.parameters().size(); i++) {
      fastjson.check(i, descriptor.parameters().get(i), serialization);
    }
  }

  /** An older provider would take the arguments as they stand, and call the method with them. */
  private static GenericMode inDialect(GenericMode wanted, Dialect dialect) {
    if (wanted != GenericMode.BEAN && !dialect.hasRawReturn()) {
      throw new BadArgument(
          "generic mode %s: it came with Dubbo 2.7, and the provider is older".formatted(wanted));
    }
    return wanted;
  }

  /** Which a provider that spoils objects doesn't get, and whose release nothing tells. */
  private GenericMode direct(Call call, Descriptor descriptor, Dialect dialect) {
    if (!descriptor.takesFloatFields() || serialization != Serialization.HESSIAN2) {
      return GenericMode.NONE;
    } else if (dialect == null) {
      return null;
    } else if (!dialect.maySpoilFloatFields()
        || !typed.floats().areSetIn(Arrays.asList(typed(call, descriptor)))) {
      return GenericMode.NONE;
    } else if (call.options().strict()) {
      throw new BadArgument(
          "strict: an argument sets a field of type float, and the hessian of Dubbo 3.3 overwrites"
              + " what is beside such a field; in the call that goes round it, null resets none");
    } else if (call.options().generic() == GenericMode.NONE) {
      throw new BadArgument(
          "generic mode none: an argument sets a field of type float, and the hessian of Dubbo 3.3"
              + " overwrites what is beside such a field; auto goes round it by raw.return");
    }
    return GenericMode.RAW_RETURN;
  }

  /** Whether the call leaves it open how it's put, and the method itself is best. */
  private boolean isDirect(Call call, Descriptor descriptor) {
    return call.options().generic() == GenericMode.AUTO
        && descriptor != null
        && descriptor.parameters().stream().allMatch(this::canBeDirect);
  }

  /**
   * In hessian2 whatever is known. A provider reads fastjson and fastjson2 to a parameter's class,
   * without what a list or a map is of: there a generic call gets more through.
   */
  private boolean canBeDirect(Parameter parameter) {
    if (serialization == Serialization.HESSIAN2 || parameter.reader() == null) {
      return parameter.isExact();
    } else if (serialization == Serialization.FASTJSON) {
      return fastjson.isReached(parameter.type());
    }
    boolean isContainer = parameter.javaType().startsWith("java.util.");
    return serialization == Serialization.FASTJSON2 && !isContainer;
  }

  /**
   * Appends a request for the call; the call's payload stays unread. Of a Dubbo body it's the head
   * only: the payload belongs behind it as it is.
   *
   * @param manner as {@link #manner} says, with a mode
   * @throws BadArgument if the call is wrong; then part of a request may have been appended
   */
  void write(ByteBuf out, long id, Call call, Manner manner) {
    if (call.encoding().isDubboBody()) {
      PassedMessages.writeRequest(
          out,
          call.encoding().dubboSerialization(),
          !call.options().oneWay(),
          id,
          call.payload().readableBytes());
    } else {
      writeWhole(out, id, call, manner);
    }
  }

  private void writeWhole(ByteBuf out, long id, Call call, Manner manner) {
    Shape shape = manner.shape();
    GenericMode mode = manner.mode();
    RequestTemplate template = shape.template(mode, serialization);
    int at = call.options().oneWay() ? template.beginOneWay(out, id) : template.begin(out, id);
    ValueWriter arguments = serialization.writer(out);
    if (mode == GenericMode.RAW_RETURN && isDirect(call, shape.descriptor())) {
      Object[] values = typed(call, shape.descriptor());
      Arrays.setAll(values, i -> typed.floats().asMaps(values[i]));
      GenericArguments.write(call, shape.descriptor(), values, arguments);
    } else if (mode != GenericMode.NONE) {
      boolean keepsSmall = serialization == Serialization.FASTJSON2;
      ValueWriter telling = telling(arguments);
      generics.write(call, shape.descriptor(), mode, manner.dialect(), keepsSmall, telling);
    } else if (serialization == Serialization.HESSIAN2) {
      writeSimple(call, shape.descriptor(), out, arguments);
    } else {
      writeValues(call, shape.descriptor(), arguments);
    }
    template.end(out, at, Attachments.of(call), arguments);
  }

  private ValueWriter telling(ValueWriter arguments) {
    return serialization == Serialization.FASTJSON
        ? value -> arguments.write(new Telling(value))
        : arguments;
  }

  /** What is simple goes straight into the buffer. */
  private static void writeSimple(
      Call call, Descriptor descriptor, ByteBuf out, ValueWriter others) {
    if (call.encoding() == Encoding.TEXT) {
      TextArgument.write(descriptor, call.payload(), out, others);
    } else {
      JsonArguments.write(descriptor, call.payload(), out, others);
    }
  }

  private static Object[] typed(Call call, Descriptor descriptor) {
    return call.encoding() == Encoding.TEXT
        ? TextArgument.typed(descriptor, call.payload())
        : JsonArguments.typed(descriptor, call.payload());
  }

  private void writeValues(Call call, Descriptor descriptor, ValueWriter out) {
    Object[] values =
        call.encoding() == Encoding.TEXT
            ? TextArgument.read(descriptor, call.payload())
            : JsonArguments.typed(descriptor, call.payload());
    boolean canTell = serialization == Serialization.FASTJSON;
    for (int i = 0; i < values.length; i++) {
      boolean tells = canTell && !descriptor.parameters().get(i).isPlain();
      out.write(tells ? new Telling(values[i]) : values[i]);
    }
  }

  /**
   * Appends a request that every service answers with its argument, here null.
   *
   * @param protocolVersion that the request claims to come from
   */
  static void writeEcho(
      ByteBuf out, Serialization in, long id, ServiceKey service, String protocolVersion) {
    RequestTemplate template =
        new RequestTemplate(
            in,
            protocolVersion,
            service.interfaceName(),
            service.version(),
            "$echo",
            "Ljava/lang/Object;",
            Shape.attachments(service));
    int at = template.begin(out, id);
    in.writer(out).write(null);
    template.end(out, at);
  }
}
