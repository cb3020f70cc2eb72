package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signatures;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.ExactNumbers;
import dev.vertxmesh.bridge.dubbo.values.FastjsonConversions;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.TypedJson;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Turns calls into requests; what depends on the target alone is made once and kept. */
public final class RequestEncoder {

  private final MergedSignatures signatures;
  private final PreparedTargets shapes;
  private final TypedValues typed;
  private final GenericModes modes;
  private final GenericArguments generics;
  private final CalledBack calledBack;
  private final ApiClasses classes;
  private final MethodHints hints;
  private final boolean follows;
  private Serialization serialization;
  private RequestEncoder strict;
  private boolean exactNumbers;
  private Function<Call, RequestEncoder> typedEncoders = call -> null;

  /**
   * @param candidates the serialization to begin with; where there are others, the provider's
   *     preference is followed if the API is known, as results are read by it then
   * @param signatures of the provider's methods, as far as they are known
   * @param classes that values can be made of
   */
  public RequestEncoder(
      List<Serialization> candidates, MergedSignatures signatures, ApiClasses classes) {
    this.serialization = candidates.get(0);
    this.follows = candidates.size() > 1 && classes.size() > 0;
    this.signatures = signatures;
    this.typed = new TypedValues(classes);
    this.typed.speak(serialization);
    this.shapes = new PreparedTargets(signatures, typed, () -> speak(serialization));
    this.modes = new GenericModes(typed.floats(), new FastjsonConversions(classes));
    this.calledBack = new CalledBack(classes, signatures);
    this.generics = new GenericArguments(new NamedClasses(classes), calledBack);
    this.classes = classes;
    this.hints = new MethodHints(signatures, classes.names());
  }

  /** From now on, numbers that the provider might cut are refused. */
  public RequestEncoder exactNumbers(boolean exact) {
    exactNumbers = exact;
    return this;
  }

  /** From now on, calls are encoded by what this has for them; by this itself where it has null. */
  public void typedEncoders(Function<Call, RequestEncoder> encoders) {
    typedEncoders = encoders;
  }

  /** What encodes a call: another one may know more of its types. */
  public RequestEncoder of(Call call) {
    if (call.options().strict()) {
      return strict();
    }
    RequestEncoder known = typedEncoders.apply(call);
    return known == null ? this : known;
  }

  /**
   * The same for what else is known of a provider's types; in hessian2.
   *
   * @param known of methods
   * @param types that values can be made of
   */
  public RequestEncoder with(Signatures known, ApiClasses types) {
    return new RequestEncoder(List.of(Serialization.HESSIAN2), signatures.under(known), types)
        .exactNumbers(exactNumbers);
  }

  /**
   * Those of strict calls, which are in hessian2 whatever else is taken: in the other
   * serializations different values look alike.
   */
  public RequestEncoder strict() {
    if (strict == null) {
      strict = new RequestEncoder(List.of(Serialization.HESSIAN2), signatures, classes);
    }
    return strict;
  }

  /** The classes that values can be made of. */
  public ApiClasses classes() {
    return classes;
  }

  /** What is known of methods and types, for callers who name others. */
  public MethodHints hints() {
    return hints;
  }

  /** The provider has answered a call of the service. */
  public void onServed(ServiceKey service) {
    signatures.onServed(service);
  }

  /** Whether it has, on this connection. */
  public boolean hasServed(ServiceKey service) {
    return signatures.hasServed(service);
  }

  /** Whether the provider has told that it exports the service. */
  public boolean isExported(ServiceKey service) {
    return signatures.isExported(service);
  }

  /**
   * Whether nobody has told the types of a call that leaves it to the agent how it's put, and that
   * the provider may have a method for.
   */
  public boolean lacksTypes(Call call) {
    Target target = call.target();
    return call.encoding() == Encoding.JSON
        && !target.typesAreKnown()
        && call.options().generic() == GenericMode.AUTO
        && shapes.isUnknown(target)
        && signatures.mayBeExported(target.service());
  }

  /** From now on the service's only method of the name has these types, unless somebody tells. */
  public void learn(ServiceKey service, MethodSignature method) {
    signatures.learn(service, method);
    Target target = new Target(service, method.name(), Target.UNKNOWN);
    shapes.drop(target);
    if (strict != null) {
      strict.shapes.drop(target);
    }
  }

  /** Forgets what was learnt. */
  public void forget() {
    signatures.forget();
    shapes.clear();
    if (strict != null) {
      strict.shapes.clear();
    }
  }

  /** Whether the API or the provider has told of such a method. */
  public boolean isTold(Target target) {
    return signatures.of(target.service(), target.method()).stream()
        .anyMatch(
            method -> !target.typesAreKnown() || method.descriptor().equals(target.descriptor()));
  }

  /** Whether all that they have told of the name have other types. */
  public boolean isForeign(Target target) {
    return !signatures.of(target.service(), target.method()).isEmpty() && !isTold(target);
  }

  public Serialization serialization() {
    return serialization;
  }

  /** From now on requests are in this serialization, unless the provider prefers another. */
  public void speak(Serialization found) {
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
   * How a call is put to the provider.
   *
   * @param capabilities null if it isn't known yet
   * @throws BadArgument if the descriptor is malformed, or doesn't allow what the call says; or if
   *     it's not clear which of several methods is meant; or if a Dubbo consumer would be called
   *     back
   */
  public CallPlan plan(Call call, Capabilities capabilities) {
    if (call.encoding().isDubboBody()) {
      calledBack.checkUnread(call.target());
      Serialization own = Serialization.of(call.encoding().dubboSerialization(), call.payload());
      return new CallPlan(this, own, null, GenericMode.NONE, capabilities, null, null);
    }
    PreparedTarget shape = shapes.of(call);
    Descriptor descriptor = shape.descriptor();
    boolean isTold = descriptor != null && classes.size() > 0;
    JavaType returned = isTold ? descriptor.returned() : null;
    GenericMode mode = modes.of(call, descriptor, capabilities, serialization);
    CallPlan plan = new CallPlan(this, serialization, shape, mode, capabilities, returned, null);
    if (exactNumbers && plan.openTypes() != null) {
      checkNumbers(call, descriptor);
    }
    return plan.keeping(call);
  }

  private static void checkNumbers(Call call, Descriptor descriptor) {
    if (call.encoding() == Encoding.TEXT) {
      TextArgument.checkNumbers(descriptor, call.payload());
    } else {
      ExactNumbers.check(descriptor, call.payload());
    }
  }

  /**
   * Appends a request for the call; the call's payload stays unread.
   *
   * @param plan as {@link #plan} says, with a mode
   * @throws BadArgument if the call is wrong; then part of a request may have been appended
   */
  void write(ByteBuf out, long id, Call call, CallPlan plan) {
    PreparedTarget shape = plan.shape();
    GenericMode mode = plan.mode();
    RequestTemplate template = shape.template(mode, serialization);
    int at = call.options().oneWay() ? template.beginOneWay(out, id) : template.begin(out, id);
    ValueWriter arguments = serialization.writer(out);
    if (mode == GenericMode.RAW_RETURN && modes.isDirect(call, shape.descriptor(), serialization)) {
      Object[] values = CallArguments.typed(call, shape.descriptor());
      Arrays.setAll(values, i -> typed.floats().asMaps(values[i]));
      GenericArguments.write(call, shape.descriptor(), values, arguments);
    } else if (mode != GenericMode.NONE) {
      boolean keepsSmall = serialization == Serialization.FASTJSON2;
      ValueWriter telling = telling(arguments);
      generics.write(call, shape.descriptor(), mode, plan.capabilities(), keepsSmall, telling);
    } else if (serialization == Serialization.HESSIAN2) {
      CallArguments.write(call, shape.descriptor(), out, arguments);
    } else {
      writeValues(call, shape.descriptor(), arguments);
    }
    template.end(out, at, DubboAttachments.of(call), arguments);
  }

  private ValueWriter telling(ValueWriter arguments) {
    return serialization == Serialization.FASTJSON
        ? value -> arguments.write(new TypedJson(value))
        : arguments;
  }

  private void writeValues(Call call, Descriptor descriptor, ValueWriter out) {
    Object[] values =
        call.encoding() == Encoding.TEXT
            ? TextArgument.read(descriptor, call.payload())
            : JsonArguments.typed(descriptor, call.payload());
    boolean canTell = serialization == Serialization.FASTJSON;
    for (int i = 0; i < values.length; i++) {
      boolean tells = canTell && !descriptor.parameters().get(i).isPlain();
      out.write(tells ? new TypedJson(values[i]) : values[i]);
    }
  }

  /**
   * Appends a request that every service answers with its argument, here null.
   *
   * @param protocolVersion that the request claims to come from
   */
  public static void writeEcho(
      ByteBuf out, Serialization in, long id, ServiceKey service, String protocolVersion) {
    RequestTemplate template =
        new RequestTemplate(
            in,
            protocolVersion,
            service.interfaceName(),
            service.version(),
            "$echo",
            "Ljava/lang/Object;",
            PreparedTarget.attachments(service));
    int at = template.begin(out, id);
    in.writer(out).write(null);
    template.end(out, at);
  }
}
