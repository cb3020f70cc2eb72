package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.rpc.RpcException;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyDecoderTest {

  private static final int OK = 20;
  private static final int HESSIAN2 = 2;
  private static final int LIMIT = 100_000;

  private final ReplyDecoder replies =
      new ReplyDecoder(
          PooledByteBufAllocator.DEFAULT, LIMIT, "dubbo test", ApiClasses.NONE, target -> false);

  private GenericMode mode = GenericMode.NONE;
  private boolean keepClasses;
  private boolean strict;
  private String descriptor = Target.UNKNOWN;

  static final class Pojo implements Serializable {
    private static final long serialVersionUID = 1L;
    final BigDecimal price = new BigDecimal("12.340");
    final TimeUnit unit = TimeUnit.DAYS;
    final long big = 9007199254740993L;
    Serializable next;
  }

  static final class Failure implements Serializable {
    private static final long serialVersionUID = 1L;
    final String detailMessage;
    Failure cause;
    final ArrayList<String> stackTrace = new ArrayList<>(List.of("at"));
    final int code = 42;

    Failure(String message) {
      this.detailMessage = message;
      this.cause = this;
    }
  }

  private static WireObject named(String className) {
    return WireObject.of(className, new String[] {"a"}, 1);
  }

  private Reply read(Encoding encoding, int status, Object... values) {
    return read(replies, encoding, status, values);
  }

  private Reply read(ReplyDecoder by, Encoding encoding, int status, Object... values) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Hessian2Output out = new Hessian2Output(bytes);
      for (Object value : values) {
        out.writeObject(value);
      }
      out.flush();
      ByteBuf body = Unpooled.wrappedBuffer(bytes.toByteArray());
      return by.read(HESSIAN2, status, body, call(encoding), mode, null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Reply read(Encoding encoding, int status, ByteBuf body) {
    return replies.read(HESSIAN2, status, body, call(encoding), mode, null);
  }

  private static ByteBuf body(Object... values) {
    ByteBuf body = Unpooled.buffer();
    ValueWriter out = Serialization.HESSIAN2.writer(body);
    for (Object value : values) {
      out.write(value);
    }
    return body;
  }

  private Call call(Encoding encoding) {
    return new Call(
        new Target(ServiceKey.of("com.x.Hello"), "m", descriptor),
        encoding,
        Unpooled.EMPTY_BUFFER,
        Map.of(),
        Deadline.after(1_000, 0),
        new CallOptions(false, keepClasses, strict, mode));
  }

  private static String text(Reply reply) {
    String text = reply.payload().toString(StandardCharsets.UTF_8);
    reply.payload().release();
    return text;
  }

  private String json(Object value) {
    return text(read(Encoding.JSON, OK, 1, value));
  }

  @Test
  void valuesAsJson() {
    assertThat(json(null)).isEqualTo("null");
    assertThat(json(-5)).isEqualTo("-5");
    assertThat(json(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(json(true)).isEqualTo("true");
    assertThat(json(0.1)).isEqualTo("0.1");
    assertThat(json(Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(json(Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    assertThat(json("a\"\n漢😀")).isEqualTo("\"a\\\"\\n漢😀\"");
    assertThat(json("\ud800")).isEqualTo("\"\\uD800\"");
    assertThat(json(new Date(1_700_000_000_123L))).isEqualTo("\"2023-11-14T22:13:20.123Z\"");
    assertThat(json(new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
    assertThat(json(new int[] {1, 2})).isEqualTo("[1,2]");
    assertThat(json(TimeUnit.DAYS)).isEqualTo("\"DAYS\"");
    assertThat(json(new BigDecimal("1E+400"))).isEqualTo("1E+400");
  }

  @Test
  void mapsByTheirKeysNames() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("s", Arrays.asList(1, null));
    map.put(7, 7L);
    map.put(TimeUnit.DAYS, "d");
    map.put(null, "n");
    assertThat(json(map)).isEqualTo("{\"s\":[1,null],\"7\":7,\"DAYS\":\"d\",\"null\":\"n\"}");
  }

  @Test
  void objectsByTheirFields() {
    assertThat(json(new Pojo()))
        .contains("\"price\":12.340", "\"unit\":\"DAYS\"", "\"big\":9007199254740993")
        .doesNotContain("Pojo");
  }

  @Test
  void sharedIsWrittenTwice() {
    Pojo pojo = new Pojo();
    String one = json(pojo);
    assertThat(json(new ArrayList<>(List.of(pojo, pojo)))).isEqualTo("[" + one + "," + one + "]");
  }

  @Test
  void aCircleIsRefused() {
    Pojo pojo = new Pojo();
    pojo.next = new ArrayList<>(List.of(pojo));
    assertThatThrownBy(() -> json(pojo))
        .isInstanceOf(CallFailure.class)
        .hasMessage("the result contains itself, which JSON can't represent");
  }

  @Test
  void whatGrowsByRepetitionHasALimit() {
    List<Object> list = new ArrayList<>(List.of("0123456789"));
    for (int i = 0; i < 40; i++) {
      list = new ArrayList<>(Arrays.asList(list, list));
    }
    List<Object> bomb = list;
    assertThatThrownBy(() -> json(bomb)).hasMessage("the result is over the limit of 100000 bytes");
  }

  @Test
  void valuesAsText() {
    assertThat(text(read(Encoding.TEXT, OK, 1, "a\"漢"))).isEqualTo("a\"漢");
    assertThat(text(read(Encoding.TEXT, OK, 1, 99162322))).isEqualTo("99162322");
    assertThat(text(read(Encoding.TEXT, OK, 1, List.of("a")))).isEqualTo("[\"a\"]");
    assertThat(text(read(Encoding.TEXT, OK, 2))).isEmpty();
    assertThat(text(read(Encoding.JSON, OK, 2))).isEqualTo("null");
  }

  @Test
  void attachmentsAsTextAndWhatIsNotTextAsJson() {
    Map<String, Object> attachments =
        new HashMap<>(Map.of("dubbo", "2.0.2", "a", "b", "n", 1, "o", List.of("x")));
    attachments.put("null", null);
    attachments.put("long", new ArrayList<>(List.of("x".repeat(5_000))));
    Reply reply = read(Encoding.JSON, OK, 4, 5, attachments);
    assertThat(reply.attachments()).isEqualTo(Map.of("a", "b", "n", "1", "o", "[\"x\"]"));
    reply.payload().release();
  }

  @Test
  void whatTheMethodThrew() {
    Reply reply = read(Encoding.TEXT, OK, 0, new Failure("no"));
    assertThat(reply.status()).isEqualTo(Status.EXCEPTION);
    assertThat(reply.encoding()).isEqualTo(Encoding.JSON);
    assertThat(text(reply))
        .isEqualTo(
            "{\"class\":\"%s\",\"message\":\"no\",\"code\":42}".formatted(Failure.class.getName()));
  }

  @Test
  void whatDubboThrewInsteadOfTheMethod() {
    RpcException dubbos = new RpcException("No such method m in class interface a.B\nat x");
    assertThatThrownBy(() -> read(Encoding.TEXT, OK, 0, dubbos))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.NO_METHOD));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Failed to invoke the method m in the service a.B. Tried 3 times. Last error is: Not found"
            + " exported service: a.B in []",
        "Failed to invoke remote method: m, provider: dubbo://h, cause: Invalid token!",
        "something else\ncause: No such method m"
      })
  void theMethodsOwnCallsMayFailForWhatWouldBeDubbosReasons(String message) {
    Reply reply = read(Encoding.TEXT, OK, 0, new RpcException(message));
    assertThat(reply.status()).isEqualTo(Status.EXCEPTION);
    reply.payload().release();
  }

  @Test
  void aResultThatIsNestedTooDeepIsTooLarge() {
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    List<Object> result = deep;
    assertThatThrownBy(() -> json(result))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.TOO_LARGE))
        .hasMessageContaining("nested more than 512 deep");
  }

  @Test
  void andWhatCausedIt() {
    Failure failure = new Failure("no");
    failure.cause = new Failure("because");
    assertThat(text(read(Encoding.JSON, OK, 3, failure, null)))
        .contains(
            "\"cause\":{\"class\":\"%s\",\"message\":\"because\",\"code\":42}"
                .formatted(Failure.class.getName()));
  }

  /** As Dubbo tells of an exception after a generic call. */
  static final class Generic implements Serializable {
    private static final long serialVersionUID = 1L;
    final String exceptionClass;
    final String exceptionMessage;

    Generic(String exceptionClass, String exceptionMessage) {
      this.exceptionClass = exceptionClass;
      this.exceptionMessage = exceptionMessage;
    }
  }

  @Test
  void anExceptionOfAGenericCallSaysThatThereIsMore() {
    assertThat(text(read(Encoding.JSON, OK, 0, new Generic("a.Oops", "no"))))
        .isEqualTo(
            "{\"class\":\"a.Oops\",\"message\":\"no\",\"lost\":\"its fields and cause are missing;"
                + " send the types of the arguments, or give this agent the service's classes"
                + " (--api JAR)\"}");
  }

  private static Generic cast(String message) {
    return new Generic("java.lang.ClassCastException", message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.HashMap cannot be cast to a.User",
        "class java.lang.String cannot be cast to class java.util.UUID (java.lang.String and",
        "class java.util.LinkedHashMap cannot be cast to class a.User (java.util.LinkedHashMap is",
        "class java.lang.String cannot be cast to class [B (java.lang.String and [B are in module",
        "class java.math.BigDecimal cannot be cast to class java.lang.Long (java.math.BigDecimal"
      })
  void aValueThatAGenericCallLeftAsItCameIsARefusal(String message) {
    for (GenericMode converting :
        List.of(GenericMode.TRUE, GenericMode.RAW_RETURN, GenericMode.BEAN)) {
      mode = converting;
      assertThatThrownBy(() -> read(Encoding.JSON, OK, 0, cast(message)))
          .isInstanceOfSatisfying(
              CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.BAD_REQUEST))
          .hasMessageStartingWith("the provider couldn't convert a value: ")
          .hasMessageEndingWith(
              "; %ssend a value that fits, or give this agent the service's classes (--api JAR)"
                  .formatted(
                      message.contains("a.User") ? "" : "send the types of the arguments, "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.util.HashMap cannot be cast to a.User | an object (java.util.HashMap) where the"
            + " method takes a.User",
        "class java.lang.String cannot be cast to class [B (java.lang.String and [B are | a string"
            + " (java.lang.String) where the method takes byte[]",
        "class java.lang.Integer cannot be cast to class [Ljava.lang.String; (java | a number"
            + " (java.lang.Integer) where the method takes java.lang.String[]"
      })
  void whatWasGivenAndWhatIsTakenIsTold(String message, String words) {
    mode = GenericMode.RAW_RETURN;
    assertThatThrownBy(() -> read(Encoding.JSON, OK, 0, cast(message)))
        .hasMessageContaining("couldn't convert a value: " + words + ";");
  }

  @Test
  void whoHasSaidTheTypesIsNotToldToSayThem() {
    descriptor = "La/User;";
    mode = GenericMode.RAW_RETURN;
    assertThatThrownBy(
            () -> read(Encoding.JSON, OK, 0, cast("java.util.HashMap cannot be cast to a.User")))
        .hasMessageEndingWith(
            "a.User; send a value that fits, or give this agent the service's classes (--api JAR)");
    String date = "java.lang.RuntimeException: Unparseable date: \"a\"\nat b";
    assertThatThrownBy(() -> read(Encoding.JSON, 70, date))
        .hasMessageEndingWith(
            "\"a\"; send a value that fits, or give this agent the service's classes (--api JAR)");
    assertThat(text(read(Encoding.JSON, OK, 0, new Generic("a.Oops", "no"))))
        .endsWith(
            "\"lost\":\"its fields and cause are missing; give this agent the service's classes"
                + " (--api JAR)\"}");
  }

  @Test
  void aNullWhereTheMethodTakesAPrimitiveIsARefusal() {
    String words =
        "Cannot invoke \"java.lang.Number.intValue()\" because \"<parameter4>[2]\" is null";
    mode = GenericMode.RAW_RETURN;
    Generic ofWrapper = new Generic("java.lang.NullPointerException", words);
    assertThatThrownBy(() -> read(Encoding.JSON, OK, 0, ofWrapper))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.BAD_REQUEST))
        .hasMessage("argument 2: null, where the method takes a primitive");
    Generic own = new Generic("java.lang.NullPointerException", words.replace("<parameter4>", "a"));
    assertThat(text(read(Encoding.JSON, OK, 0, own))).contains("NullPointerException");
    Generic bare = new Generic("java.lang.NullPointerException", null);
    assertThat(text(read(Encoding.JSON, OK, 0, bare))).contains("NullPointerException");
  }

  @Test
  void aCastThatFailsUnderTypesThatAreNotTheMethodsIsNoMethod() {
    Generic left = cast("java.lang.Integer cannot be cast to java.lang.String");
    ReplyDecoder telling =
        new ReplyDecoder(
            PooledByteBufAllocator.DEFAULT, LIMIT, "dubbo test", ApiClasses.NONE, target -> true);
    mode = GenericMode.NONE;
    assertThatThrownBy(() -> read(telling, Encoding.JSON, OK, 0, left))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.NO_METHOD))
        .hasMessage(
            "the service has no such method with these parameter types: a number"
                + " (java.lang.Integer) where the method takes java.lang.String");
    Generic own = cast("a.Order cannot be cast to a.User");
    assertThat(text(read(telling, Encoding.JSON, OK, 0, own))).contains("ClassCastException");
    assertThat(text(read(Encoding.JSON, OK, 0, left))).contains("ClassCastException");
  }

  @Test
  void anyOtherClassCastExceptionIsTheMethodsOwn() {
    Generic own = cast("class a.Order cannot be cast to class a.User");
    Generic left = cast("class java.lang.String cannot be cast to class a.User");
    mode = GenericMode.RAW_RETURN;
    assertThat(text(read(Encoding.JSON, OK, 0, own))).contains("ClassCastException");
    mode = GenericMode.NONE;
    assertThat(text(read(Encoding.JSON, OK, 0, left))).contains("ClassCastException");
    mode = GenericMode.GSON;
    assertThat(text(read(Encoding.JSON, OK, 0, left))).contains("ClassCastException");
    mode = GenericMode.TRUE;
    descriptor = ""; // of a method that takes nothing
    assertThat(text(read(Encoding.JSON, OK, 0, left))).contains("ClassCastException");
  }

  @Test
  void anAnswerThatNamesADeniedClassIsRefused() {
    Map<String, Object> attachments = new HashMap<>(Map.of("a", named("bsh.XThis$Handler")));
    for (Object[] answer :
        List.of(
            new Object[] {1, List.of(named("bsh.XThis$Handler"))},
            new Object[] {0, named("bsh.XThis$Handler")},
            new Object[] {4, "fine", attachments})) {
      assertThatThrownBy(() -> read(Encoding.JSON, OK, body(answer)))
          .isInstanceOfSatisfying(
              CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.SERIALIZATION))
          .hasMessage(
              "the answer is refused: it names the class bsh.XThis$Handler, which is no service's"
                  + " but what attacks are made of");
    }
  }

  @Test
  void anUndeclaredExceptionThatDubboWrappedIsItself() {
    RuntimeException wrapped =
        new RuntimeException("a.b.Oops: it broke\nbadly\r\n\tat a.b.C.m(C.java:5)\r\n\tat x");
    String json = text(read(Encoding.JSON, OK, 0, wrapped));
    assertThat(json).startsWith("{\"class\":\"a.b.Oops\",\"message\":\"it broke\\nbadly\"");
  }

  @Test
  void valuesOfTheJdkByWhatTheyMean() {
    assertThat(json(new BigInteger("-12345678901234567890"))).isEqualTo("-12345678901234567890");
    assertThat(json(LocalDate.of(2026, 11, 20))).isEqualTo("\"2026-11-20\"");
    assertThat(json(LocalTime.of(1, 2, 3))).isEqualTo("\"01:02:03\"");
    assertThat(json(LocalDateTime.of(2026, 11, 20, 1, 2, 3))).isEqualTo("\"2026-11-20T01:02:03\"");
    assertThat(json(Instant.ofEpochMilli(1))).isEqualTo("\"1970-01-01T00:00:00.001Z\"");
    assertThat(json(Duration.ofSeconds(90))).isEqualTo("\"PT1M30S\"");
    assertThat(json(ZonedDateTime.parse("2026-11-20T12:30+08:00[Asia/Shanghai]")))
        .isEqualTo("\"2026-11-20T12:30+08:00[Asia/Shanghai]\"");
    assertThat(json(new UUID(1, 2))).isEqualTo("\"00000000-0000-0001-0000-000000000002\"");
    assertThat(json(new Timestamp(1))).isEqualTo("\"1970-01-01T00:00:00.001Z\"");
    assertThat(json(Locale.CHINA)).isEqualTo("\"zh_CN\"");
    assertThat(json(new AtomicLong(7))).isEqualTo("7");
    assertThat(json(EnumSet.of(TimeUnit.DAYS))).isEqualTo("[\"DAYS\"]");
    assertThat(json(new char[] {'a', 'b'})).isEqualTo("\"ab\"");
  }

  private static Object named(Class<?> type) {
    return WireObject.of(type.getName(), new String[] {"name"}, "RED");
  }

  private Reply hessian(ReplyDecoder by, Object value) {
    return by.read(HESSIAN2, OK, body(1, value), call(Encoding.JSON), mode, null);
  }

  @Test
  void anObjectWithANameIsAnObjectWhereTheApiHasIt() {
    ReplyDecoder known =
        new ReplyDecoder(
            PooledByteBufAllocator.DEFAULT,
            LIMIT,
            "dubbo test",
            SampleApi.CLASSES,
            target -> false);
    strict = true;
    assertThat(text(hessian(known, named(Shop.Label.class)))).isEqualTo("{\"name\":\"RED\"}");
    assertThat(text(hessian(known, named(Shop.Color.class)))).isEqualTo("\"RED\"");
    assertThat(text(hessian(known, named(TimeUnit.class)))).isEqualTo("\"RED\"");
  }

  @Test
  void whatMayBeAnObjectOrAConstantIsNoStrictResult() {
    assertThat(text(hessian(replies, named(Shop.Label.class)))).isEqualTo("\"RED\"");
    strict = true;
    assertThatThrownBy(() -> hessian(replies, named(Shop.Label.class)))
        .isInstanceOf(CallFailure.class)
        .hasMessageContaining(
            "strict: " + Shop.Label.class.getName() + " is an enum's constant, or");
  }

  @Test
  void keysThatReadAlikeAreNoStrictResult() {
    Map<Object, Object> alike = new LinkedHashMap<>();
    alike.put(1L, "a");
    alike.put("1", "b");
    assertThat(text(hessian(replies, alike))).isEqualTo("{\"1\":\"a\",\"1\":\"b\"}");
    strict = true;
    assertThatThrownBy(() -> hessian(replies, alike))
        .isInstanceOf(CallFailure.class)
        .hasMessageContaining("strict: two keys or fields of an object in the result read alike");
    assertThat(text(hessian(replies, Map.of("a", Map.of("a", 1))))).isEqualTo("{\"a\":{\"a\":1}}");
  }

  @Test
  void aResultInFastjsonIsNoStrictOne() {
    ByteBuf body = Unpooled.copiedBuffer("1\n5\n", StandardCharsets.US_ASCII);
    int fastjson = Serialization.FASTJSON.id();
    assertThat(text(replies.read(fastjson, OK, body.duplicate(), call(Encoding.JSON), mode, null)))
        .isEqualTo("5");
    strict = true;
    assertThatThrownBy(() -> replies.read(fastjson, OK, body, call(Encoding.JSON), mode, null))
        .isInstanceOf(CallFailure.class)
        .hasMessageContaining("strict: the method has run");
  }

  @Test
  void classesOnRequest() {
    keepClasses = true;
    assertThat(json(new Pojo())).startsWith("{\"class\":\"" + Pojo.class.getName() + "\",");
  }

  @Test
  void classesThatTheProviderWroteIntoMapsOnRequestOnly() {
    mode = GenericMode.TRUE;
    Map<String, Object> pojo = new LinkedHashMap<>(Map.of("class", "a.B"));
    pojo.put("x", 1);
    assertThat(json(pojo)).isEqualTo("{\"x\":1}");
    keepClasses = true;
    assertThat(json(pojo)).isEqualTo("{\"class\":\"a.B\",\"x\":1}");
  }

  @Test
  void whatTheProviderWroteAsJsonIsItself() {
    mode = GenericMode.GSON;
    assertThat(json("{\"x\":1}")).isEqualTo("{\"x\":1}");
    assertThat(json("\"a\"")).isEqualTo("\"a\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a b", "{x", "1 2", "''"})
  void textThatTheProviderDidNotWriteAsJsonIsWrittenSo(String text) {
    mode = GenericMode.GSON;
    assertThat(json(text)).isEqualTo("\"" + text + "\"");
  }

  @Test
  void aConversionThatTheProviderRefusesSaysWhatToDo() {
    String reason = "java.lang.RuntimeException: x.RpcException: Unparseable date: \"a\"\nat b";
    assertThatThrownBy(() -> read(Encoding.JSON, 70, reason))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.BAD_REQUEST))
        .hasMessageStartingWith("the provider couldn't convert an argument: ")
        .hasMessageEndingWith(
            "an argument: Unparseable date: \"a\"; send the types of the arguments, send a value"
                + " that fits, or give this agent the service's classes (--api JAR)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Failed to set pojo User property name value 5(class java.lang.Integer), cause: argument"
            + " type mismatch | the field User.name doesn't take a number; send a value that fits,"
            + " or give this agent the service's classes (--api JAR)",
        "Failed to set pojo User property avatar value class java.lang.String, cause: argument type"
            + " mismatch | the field User.avatar doesn't take a string; send a value that fits,"
            + " mark it, as in {\"$bytes\": \"AQID\"}, or give this agent the service's classes"
            + " (--api JAR)",
        "Failed to parse date tomorrow by format yyyy-MM-dd HH:mm:ss, cause: Unparseable date:"
            + " \"tomorrow\" | 'tomorrow' isn't a date; expected yyyy-MM-dd HH:mm:ss, or"
            + " {\"$date\": \"1815-12-10T00:00:00Z\"}",
        "For input string: \"five\" | 'five' where a number is expected"
      })
  void whatDoesNotFitIsTold(String reason, String words) {
    assertThatThrownBy(
            () ->
                read(Encoding.JSON, 70, "x.RpcException: " + reason + "\nat PojoUtils.realize(b)"))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.BAD_REQUEST))
        .hasMessage("the provider couldn't convert an argument: " + words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "70 | x.RemotingException: Not found exported service: a.B:20880 in [], may be version or"
            + " group mismatch , channel: c | NO_SERVICE | the provider has no such service:"
            + " a.B:20880; it has none",
        "70 | x.RemotingException: Not found exported service: a.B:1 in [g/a.B:1.0:1, a.C:1], may |"
            + " NO_SERVICE | the provider has no such service: a.B:1; it has g/a.B:1.0:1, a.C:1",
        "70 | x.RpcException: Failed to invoke remote proxy method m to dubbo://h, cause: Not found"
            + " method \"m\" in class C. | NO_METHOD | no such method: no m has these parameter"
            + " types",
        "70 | x.RpcException: No such method m in class interface a.B | NO_METHOD | no such method:"
            + " a.B has no m",
        "70 | x.IllegalStateException: Not unique method for method name(m) | BAD_REQUEST | Not"
            + " unique method for method name(m) (Dubbo status 70)",
        "70 | java.lang.RuntimeException: other | PROVIDER_ERROR | other (Dubbo status 70)",
        "70 | a.b.FilterException: For input string: \"x\" | PROVIDER_ERROR | For input string:"
            + " \"x\" (Dubbo status 70)",
        "70 | x.RpcException: java.lang.NoSuchMethodException: a.B.m(java.util.List) | NO_METHOD |"
            + " no such method: a.B.m(java.util.List)",
        "70 | x.RpcException: java.lang.ClassNotFoundException: a.C | NO_METHOD | no such class:"
            + " a.C",
        "70 | x.IllegalStateException: Not unique method for method name(m) in class(a.B), find 3"
            + " methods. | BAD_REQUEST | which a.B.m is meant? There are several methods of this"
            + " name: send the types, as in {\"types\":[\"java.lang.String\"],\"args\":[\"a\"]}",
        "70 | x.RpcException: GenericFilter#invoke args.length != types.length, please check |"
            + " BAD_REQUEST | the method takes a different number of arguments than were given",
        "40 | Fail to decode request due to: RpcInvocation [methodName=m, parameterTypes=null] |"
            + " BAD_REQUEST | the provider can't read the request",
        "60 | gone | NO_SERVICE | gone (Dubbo status 60)",
        "40 | Fail to decode request | BAD_REQUEST | Fail to decode request (Dubbo status 40)",
        "50 | Data length too large: 9, max payload: 8 | TOO_LARGE | Data length too large: 9, max"
            + " payload: 8 (Dubbo status 50)",
        "25 | Data length too large: 9, max payload: 8 | TOO_LARGE | Data length too large: 9, max"
            + " payload: 8 (Dubbo status 25)",
        "25 | can't write | PROVIDER_ERROR | can't write (Dubbo status 25)",
        "100 | Server side(1.2.3.4,20880) threadpool is exhausted | REFUSED | the provider's thread"
            + " pool is exhausted",
        "30 | slow | TIMEOUT | slow (Dubbo status 30)",
        "31 | slow | TIMEOUT | slow (Dubbo status 31)",
        "35 | gone | LOST | gone (Dubbo status 35)",
        "80 | broken | PROVIDER_ERROR | broken (Dubbo status 80)",
        "90 | broken | PROVIDER_ERROR | broken (Dubbo status 90)",
        "0 | '' | PROVIDER_ERROR | no reason given (Dubbo status 0)"
      })
  void whatTheProviderRefuses(int status, String reason, Status meaning, String detail) {
    String trace = reason.isEmpty() ? "" : reason + "\n\tat a.B.c(B.java:1)";
    assertThatThrownBy(() -> read(Encoding.TEXT, status, trace))
        .isInstanceOfSatisfying(CallFailure.class, e -> assertThat(e.status()).isEqualTo(meaning))
        .hasMessage(detail);
  }
}
