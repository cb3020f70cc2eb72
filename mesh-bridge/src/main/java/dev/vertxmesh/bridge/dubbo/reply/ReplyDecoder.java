package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.JavaBeanDescriptors;
import dev.vertxmesh.bridge.dubbo.values.Utf8Json;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.Result;
import dev.vertxmesh.dubbo.ResultChecker;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.OverLimitException;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.memory.ConversionBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Turns responses into replies, in the encoding that the call came in. */
public final class ReplyDecoder {

  private static final int FIRST_CAPACITY = 256;

  /** Bytes of an attachment that isn't text: what a header may well have. */
  private static final int MAX_ATTACHMENT = 4096;

  /** Says which protocol the provider speaks; no business of a caller's. */
  private static final String PROTOCOL_VERSION = "dubbo";

  /**
   * In which the provider's Dubbo makes the arguments, of what it's given and without being told.
   */
  private static final Set<GenericMode> CONVERTING =
      EnumSet.of(GenericMode.TRUE, GenericMode.RAW_RETURN, GenericMode.BEAN);

  private static final String NOT_HESSIAN2 =
      "strict: the method has run, and the provider has written its result in fastjson, in which"
          + " different values look alike; have the provider take hessian2";

  private final ResultChecker checker = new ResultChecker();
  private final ApiClasses api;
  private final ResultTypes hessian;
  private final ResultTypes fastjson;
  private final ResultTypes fastjson2;
  private final ByteBufAllocator allocator;
  private final int maxBytes;
  private final String where;
  private final Predicate<Target> foreign;

  /**
   * @param maxBytes of a reply's payload: what is shared on the wire is repeated in JSON
   * @param classes that results may be declared as
   * @param foreign whether a call's types are known not to be its method's
   */
  public ReplyDecoder(
      ByteBufAllocator allocator,
      int maxBytes,
      String where,
      ApiClasses classes,
      Predicate<Target> foreign) {
    this.foreign = foreign;
    this.api = classes;
    this.hessian = new HessianResults(classes);
    this.fastjson = new FastjsonResults(classes, false);
    this.fastjson2 = new FastjsonResults(classes, true);
    this.allocator = allocator;
    this.maxBytes = maxBytes;
    this.where = where;
  }

  /**
   * Reads a response.
   *
   * @param mode how the call was put to the provider
   * @param returned what the method is declared to return; null if that isn't known
   * @throws CallFailure if it isn't a result, or one that can't be read
   */
  public Reply read(
      int flags, int status, ByteBuf body, Call call, GenericMode mode, JavaType returned) {
    int serialization = DubboHeader.serialization(flags);
    boolean isSteppedOver =
        call.encoding().isDubboBody()
            && status == DubboStatus.OK.code()
            && serialization == DubboHeader.HESSIAN2;
    ConversionBudget conversion = isSteppedOver ? null : ConversionBudget.begin();
    try {
      if (call.encoding().isDubboBody()) {
        return pass(serialization, status, body);
      }
      boolean typed = call.target().typesAreKnown();
      if (status != DubboStatus.OK.code()) {
        String reason = ResultReader.readReason(serialization, body);
        WireObject unsent = UnsentException.read(reason);
        if (unsent == null) {
          throw ErrorMapping.of(status, reason, typed, where);
        }
        return reply(new Result(true, unsent, Map.of()), call, mode, false, null);
      }
      Result result = ResultReader.read(serialization, body);
      if (call.options().strict() && serialization != DubboHeader.HESSIAN2 && !result.thrown()) {
        throw new CallFailure(Status.SERIALIZATION, where, NOT_HESSIAN2);
      }
      boolean hasArguments = !call.target().descriptor().isEmpty();
      boolean converted = hasArguments && returned == null && CONVERTING.contains(mode);
      return reply(result, call, mode, converted, declared(result, serialization, mode, returned));
    } catch (OverLimitException e) {
      throw new CallFailure(
          Status.TOO_LARGE, where, "the result is over a limit: " + e.getMessage());
    } catch (DeniedClassException e) {
      throw new CallFailure(
          Status.SERIALIZATION, where, "the answer is refused: " + e.getMessage());
    } catch (DubboCodecException e) {
      throw new CallFailure(Status.PROVIDER_ERROR, where, e.getMessage());
    } finally {
      if (conversion != null) { // else nothing was made of it
        conversion.close();
      }
    }
  }

  /** What a call without an answer ends with once it's sent. */
  public static Reply none(Encoding encoding) {
    return new Reply(Status.OK, encoding, Unpooled.EMPTY_BUFFER);
  }

  /** A result that nobody reads here; but its reader might make what it names. */
  private Reply pass(int serialization, int status, ByteBuf body) {
    if (status != DubboStatus.OK.code()) {
      throw ErrorMapping.of(status, ResultReader.readReason(serialization, body), true, where);
    }
    Encoding encoding = passed(serialization);
    checker.check(serialization, body);
    return new Reply(Status.OK, encoding, body.retainedSlice());
  }

  private static Encoding passed(int serialization) {
    try {
      return Encoding.ofDubboBody(serialization);
    } catch (IllegalArgumentException e) {
      throw new DubboCodecException(
          "the answer is in serialization %d, which isn't passed on".formatted(serialization));
    }
  }

  /** As what a result is to be read; null if it says all itself, or is the provider's own JSON. */
  private ResultTypes.Declared declared(
      Result result, int serialization, GenericMode mode, JavaType returned) {
    boolean isPlain = mode == GenericMode.NONE || mode == GenericMode.RAW_RETURN;
    if (result.thrown() || !isPlain && mode != GenericMode.TRUE) {
      return null;
    } else if (serialization == DubboHeader.HESSIAN2) {
      return api.size() == 0 ? null : hessian.declared(returned);
    }
    ResultTypes types = serialization == Serialization.FASTJSON2.id() ? fastjson2 : fastjson;
    return types.declared(returned);
  }

  private Reply reply(
      Result result,
      Call call,
      GenericMode mode,
      boolean converted,
      ResultTypes.Declared declared) {
    if (result.thrown()) {
      CallFailure failure = ErrorMapping.ofThrown(result.value(), converted, call.target(), where);
      if (failure == null && mode == GenericMode.NONE && foreign.test(call.target())) {
        failure = ErrorMapping.ofForeignTypes(result.value(), where);
      }
      if (failure != null) {
        throw failure;
      }
    }
    ByteBuf payload = payload(out -> write(out, result, call, mode, declared));
    if (mode == GenericMode.TRUE && GoErrorTexts.hasLostKeys(payload)) {
      payload.release();
      throw new CallFailure(Status.SERIALIZATION, where, GoErrorTexts.LOST_KEYS);
    }
    Map<String, String> attachments =
        named(MirroredAttachments.without(result.attachments(), call.attachments()));
    return result.thrown()
        ? new Reply(Status.EXCEPTION, Encoding.JSON, payload, attachments)
        : new Reply(Status.OK, call.encoding(), payload, attachments);
  }

  private ByteBuf payload(Consumer<ByteBuf> writing) {
    ByteBuf payload = allocator.buffer(FIRST_CAPACITY, maxBytes);
    boolean written = false;
    try {
      writing.accept(payload);
      written = true;
    } catch (DubboCodecException e) { // the call itself went well, and always ends so
      throw new CallFailure(Status.SERIALIZATION, where, e.getMessage());
    } catch (IndexOutOfBoundsException e) {
      throw new CallFailure(
          Status.TOO_LARGE, where, "the result is over the limit of " + maxBytes + " bytes");
    } finally {
      if (!written) {
        payload.release();
      }
    }
    return payload;
  }

  private void write(
      ByteBuf out, Result result, Call call, GenericMode mode, ResultTypes.Declared declared) {
    Object value =
        mode == GenericMode.BEAN ? JavaBeanDescriptors.read(result.value()) : result.value();
    if (declared != null) {
      value = declared.whole(value);
    }
    boolean isJson = call.encoding() == Encoding.JSON;
    if (result.thrown()) {
      String lost =
          UnsentException.isOne(value)
              ? UnsentException.LOST
              : ConversionErrors.lost(call.target().typesAreKnown());
      JsonResultWriter.writeThrown(out, value, classes(call, mode), api, lost);
    } else if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
      ByteBufUtil.writeAscii(out, value.toString());
    } else if (value instanceof String text && (!isJson || isJson(text, mode))) {
      ByteBufUtil.writeUtf8(out, text);
    } else if (isJson || value != null) {
      boolean strict = call.options().strict();
      JsonResultWriter.write(out, value, classes(call, mode), declared, api, strict);
    }
  }

  /**
   * Whether the provider itself has written the result as JSON. Of a call with gson, 3.x does; 2.7
   * reads the arguments so and takes the result apart as for {@code true}.
   */
  private static boolean isJson(String text, GenericMode mode) {
    return mode == GenericMode.PROTOBUF_JSON || mode == GenericMode.GSON && Utf8Json.isJson(text);
  }

  private static JsonResultWriter.Classes classes(Call call, GenericMode mode) {
    if (call.options().keepClasses()) {
      return JsonResultWriter.Classes.KEPT;
    }
    boolean takenApart =
        mode == GenericMode.TRUE || mode == GenericMode.BEAN || mode == GenericMode.GSON;
    return takenApart ? JsonResultWriter.Classes.TAKEN_OUT : JsonResultWriter.Classes.LEFT_OUT;
  }

  /** Text as it is, and anything else as JSON; what is too long for that is left out. */
  private Map<String, String> named(Map<String, Object> attachments) {
    if (attachments.isEmpty()
        || attachments.size() == 1 && attachments.containsKey(PROTOCOL_VERSION)) {
      return Map.of();
    }
    Map<String, String> named = new HashMap<>();
    attachments.forEach(
        (name, value) -> {
          String text = value instanceof String string ? string : json(value);
          if (text != null && !name.equals(PROTOCOL_VERSION) && !name.equals(Reply.TYPES)) {
            named.put(name, text);
          }
        });
    return named;
  }

  private String json(Object value) {
    if (value == null) {
      return null;
    }
    ByteBuf out = allocator.buffer(FIRST_CAPACITY, MAX_ATTACHMENT);
    try {
      JsonResultWriter.write(out, value, JsonResultWriter.Classes.LEFT_OUT, null, api, false);
      return out.toString(StandardCharsets.UTF_8);
    } catch (IndexOutOfBoundsException | DubboCodecException e) {
      return null;
    } finally {
      out.release();
    }
  }
}
