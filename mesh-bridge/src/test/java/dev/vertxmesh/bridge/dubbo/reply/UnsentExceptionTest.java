package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions that a provider's Dubbo refuses to send; the texts are those of 3.3.6 and 2.6.12. */
class UnsentExceptionTest {

  private static final int BAD_RESPONSE = 50;

  private static final String REFUSED =
      "java.io.IOException: org.apache.dubbo.common.serialize.SerializationException:"
          + " java.lang.IllegalArgumentException: [Serialization Security] Serialized class %s is not"
          + " in allow list. Current mode is `STRICT`, will disallow to deserialize it by default."
          + "\n\tat org.apache.dubbo.remoting.exchange.codec.ExchangeCodec.encode(ExchangeCodec.java:80)";

  private final ReplyDecoder replies =
      new ReplyDecoder(
          PooledByteBufAllocator.DEFAULT, 100_000, "dubbo test", ApiClasses.NONE, target -> false);

  private static String of3(String shown, String refused) {
    return "Failed to send response: Response [id=664965385499704180, version=2.0.2, status=20,"
        + " event=false, error=null, result=AppResponse [value=null, exception="
        + shown
        + "]], cause: "
        + REFUSED.formatted(refused);
  }

  private Reply read(String reason) {
    ByteBuf body = Unpooled.buffer();
    Serialization.HESSIAN2.writer(body).write(reason);
    Call call =
        new Call(
            new Target(ServiceKey.of("com.x.Hello"), "m", "I"),
            Encoding.JSON,
            Unpooled.EMPTY_BUFFER,
            Map.of(),
            Deadline.after(1_000, 0),
            CallOptions.NONE);
    return replies.read(
        Serialization.HESSIAN2.id(), BAD_RESPONSE, body, call, GenericMode.NONE, null);
  }

  private JsonObject exception(String reason) {
    Reply reply = read(reason);
    assertThat(reply.status()).isEqualTo(Status.EXCEPTION);
    JsonObject json = new JsonObject(reply.payload().toString(StandardCharsets.UTF_8));
    reply.payload().release();
    return json;
  }

  @Test
  void classAndMessageAreTold() {
    String violations =
        "Failed to validate service: com.x.Orders, method: place, cause:"
            + " [ConstraintViolationImpl{interpolatedMessage='must not be null', propertyPath=id}]";
    String violated = "jakarta.validation.ConstraintViolationException";
    JsonObject exception = exception(of3(violated + ": " + violations, violated));
    assertThat(exception.getString("class")).isEqualTo(violated);
    assertThat(exception.getString("message")).isEqualTo(violations);
    assertThat(exception.getString("lost"))
        .contains("fields and causes", "security/serialize.allowlist");
  }

  @Test
  void aMessageMayBeMissingOrLookLikeDubbosOwnWords() {
    assertThat(exception(of3("com.x.Odd$Inner", "com.x.Odd$Inner")).getValue("message")).isNull();
    String message = "a\n]], cause: b, result=AppResponse [value=null, exception=c";
    assertThat(exception(of3("com.x.Odd: " + message, "com.x.Odd")).getString("message"))
        .isEqualTo(message);
  }

  @Test
  void anOlderReleaseSaysItInItsOwnWords() {
    String reason =
        "Failed to send response: Response [id=1, version=2.0.2, status=20, event=false, error=null,"
            + " result=RpcResult [result=null, exception=com.x.Odd: why]], cause:"
            + " java.lang.IllegalStateException: Serialized class com.x.Field must implement"
            + " java.io.Serializable";
    assertThat(exception(reason).getString("message")).isEqualTo("why");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Failed to send response: Response [id=1, version=2.0.2, status=20, event=false, error=null,"
            + " result=AppResponse [value=com.x.Odd@1, exception=null]], cause: Serialized class"
            + " com.x.Odd is not in allow list",
        "Failed to send response: Response [id=1, result=AppResponse [value=x, exception=null, result="
            + "AppResponse [value=null, exception=com.x.Forged: why]], cause: com.x.Odd is not in allow"
            + " list",
        "Failed to send response: Response [id=1, result=AppResponse [value=null, exception=odd! ]],"
            + " cause: com.x.Odd is not in allow list"
      })
  void aResultThatCouldNotBeSentIsNoException(String reason) {
    assertThatThrownBy(() -> read(reason))
        .isInstanceOfSatisfying(
            CallFailure.class, e -> assertThat(e.status()).isEqualTo(Status.SERIALIZATION));
  }
}
