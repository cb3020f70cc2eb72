package dev.vertxmesh.bridge.dubbo.request;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.hessian.HessianArguments;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.ValueReader;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.memory.OverBudgetException;
import dev.vertxmesh.samples.Everything;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * JSON and text as arguments of Dubbo's calls, of types that are known by name alone, or by an API:
 * made or refused with a {@link BadArgument}, or a {@link DubboCodecException} where a
 * serialization can't say a value; and what was made is as many values as the types say, in each
 * serialization.
 */
class ArgumentsFuzz {

  /** Each way is gone once; a descriptor of a letter is a parameter, and a key of one an entry. */
  private static final Price PRICE = new Price(2048);

  private static final String[] DESCRIPTORS = {
    "Ljava/lang/String;",
    "I",
    "Ljava/lang/Object;",
    "Ljava/util/Map;",
    "ZBCSIJFD",
    "[Ljava/lang/String;",
    "[[I",
    "Lcom/x/User;",
    "Ljava/math/BigDecimal;Ljava/util/Date;",
    "Ljava/lang/Integer;Ljava/lang/Character;",
    "Ljava/time/LocalDate;",
    "[B",
    "[C",
    ""
  };

  private static final List<Descriptor> OF_API = ofApi();

  private static List<Descriptor> ofApi() {
    try {
      Path classes =
          Path.of(Everything.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      ApiClasses api = ApiClasses.read(List.of(classes));
      TypedValues typed = new TypedValues(api);
      List<Descriptor> descriptors = new ArrayList<>();
      api.names().stream()
          .sorted()
          .map(api::get)
          .flatMap(known -> known.methods().stream())
          .map(ApiClass.Method::signature)
          .sorted(Comparator.comparing(Signature::descriptor))
          .forEach(signature -> descriptors.add(Descriptor.of(signature, typed)));
      return descriptors;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @FuzzTest
  void arguments(byte[] input) {
    Script script = new Script(input);
    String types = types(script);
    Descriptor known = OF_API.get((script.next() << 8 | script.next()) % OF_API.size());
    byte[] json = script.rest();
    PRICE.hold(types.length() + json.length, () -> makeAll(types, known, json));
  }

  private static String types(Script script) {
    int kind = script.next();
    return kind < 0x80 ? DESCRIPTORS[kind % DESCRIPTORS.length] : script.text();
  }

  private static void makeAll(String types, Descriptor known, byte[] json) {
    attempt(() -> DuplicateNames.check(Unpooled.wrappedBuffer(json)));
    attempt(() -> JsonArguments.given(Unpooled.wrappedBuffer(json)));
    attempt(() -> JsonArguments.texts(null, Unpooled.wrappedBuffer(json)));
    attempt(() -> JsonArguments.value("x", new String(json, StandardCharsets.UTF_8)));
    attempt(() -> make(Descriptor.parse(types), json));
    attempt(() -> make(known, json));
  }

  private static void make(Descriptor descriptor, byte[] json) {
    attempt(() -> text(descriptor, json));
    attempt(
        () ->
            JsonArguments.read(
                descriptor, Unpooled.wrappedBuffer(json), NamedClasses.ANY_BUT_THE_JDKS, true));
    int count = descriptor.parameters().size();
    attempt(
        () -> {
          ByteBuf out = Unpooled.buffer();
          JsonArguments.write(
              descriptor, Unpooled.wrappedBuffer(json), out, new HessianArguments(out));
          expect(count, Serialization.HESSIAN2, out);
        });
    for (Serialization serialization : Serialization.values()) {
      attempt(
          () -> {
            ByteBuf out = Unpooled.buffer();
            for (Object value : JsonArguments.typed(descriptor, Unpooled.wrappedBuffer(json))) {
              serialization.writer(out).write(value);
            }
          });
    }
  }

  private static void text(Descriptor descriptor, byte[] text) {
    ByteBuf out = Unpooled.buffer();
    TextArgument.write(descriptor, Unpooled.wrappedBuffer(text), out, new HessianArguments(out));
    expect(descriptor.parameters().size(), Serialization.HESSIAN2, out);
  }

  private static void expect(int count, Serialization serialization, ByteBuf out) {
    ValueReader values = serialization.reader(out);
    try {
      for (int i = 0; i < count; i++) {
        values.read();
      }
      Same.expect(0, out.readableBytes());
    } catch (DubboCodecException e) {
      throw new AssertionError("what was written can't be read", e);
    }
  }

  private static void attempt(Runnable making) {
    try {
      making.run();
    } catch (BadArgument | DubboCodecException | OverBudgetException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("it's refused without a reason", e);
      }
    }
  }
}
