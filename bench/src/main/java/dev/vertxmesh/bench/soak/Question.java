package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Commands;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** One call over HTTP, and its right answer. */
interface Question {

  RequestOptions to();

  Buffer body();

  /** Null if this is the answer. */
  Failure judge(HttpClientResponse response, Buffer body);

  /** A random string whose hash is asked for. */
  static String text(SplittableRandom random) {
    byte[] letters = new byte[1 + random.nextInt(512)];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(26));
    }
    return new String(letters, StandardCharsets.ISO_8859_1);
  }

  /** The contest's form. */
  static Question form(SplittableRandom random) {
    String text = text(random);
    String form =
        "interface="
            + Commands.HELLO
            + "&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter="
            + text;
    return hash("/", "application/x-www-form-urlencoded", form, text);
  }

  static Question json(SplittableRandom random) {
    String text = text(random);
    return hash("/" + Commands.HELLO + "/hash", "application/json", "[\"" + text + "\"]", text);
  }

  private static Question hash(String path, String type, String body, String text) {
    RequestOptions to = post(path).putHeader("content-type", type);
    String right = String.valueOf(text.hashCode());
    return new Asked(
        to,
        Buffer.buffer(body),
        (response, answer) -> {
          String said = answer.toString();
          if (response.statusCode() != 200) {
            return Failure.http(response.statusCode(), said);
          }
          return said.equals(right) ? null : new Failure("wrong", said);
        });
  }

  /** One of a thousand keys is created or retrieved; that it's there, or isn't, is an answer. */
  static Question kv(SplittableRandom random) {
    byte[] key = ("key-" + random.nextInt(1_000)).getBytes(StandardCharsets.US_ASCII);
    boolean create = random.nextInt(4) == 0;
    Buffer message = Buffer.buffer().appendByte((byte) 0x0a).appendByte((byte) key.length);
    message.appendBytes(key);
    if (create) {
      message.appendByte((byte) 0x12).appendByte((byte) 100).appendBytes(new byte[100]);
    }
    String path = "/dev.vertxmesh.kvstore.KeyValueService/" + (create ? "Create" : "Retrieve");
    return new Asked(grpc(path), framed(message), (response, answer) -> kvAnswer(response));
  }

  private static Failure kvAnswer(HttpClientResponse response) {
    String code = status(response);
    boolean answered = "0".equals(code) || "5".equals(code) || "6".equals(code);
    return answered ? null : new Failure("grpc-" + code, message(response));
  }

  static RequestOptions grpc(String path) {
    return post(path).putHeader("content-type", "application/grpc").putHeader("te", "trailers");
  }

  /** gRPC's prefix before a message. */
  static Buffer framed(Buffer message) {
    return Buffer.buffer().appendByte((byte) 0).appendInt(message.length()).appendBuffer(message);
  }

  /** As gRPC numbers statuses; once the whole answer has been read. */
  static String status(HttpClientResponse response) {
    return last(response).get("grpc-status");
  }

  static String message(HttpClientResponse response) {
    return response.statusCode() + " " + last(response).get("grpc-message");
  }

  private static MultiMap last(HttpClientResponse response) {
    boolean alone = response.headers().contains("grpc-status");
    return alone ? response.headers() : response.trailers();
  }

  private static RequestOptions post(String path) {
    return new RequestOptions().setMethod(HttpMethod.POST).setURI(path);
  }

  /** Who knows the right answer. */
  @FunctionalInterface
  interface Judge {
    Failure judge(HttpClientResponse response, Buffer body);
  }

  /** A question as it was put. */
  record Asked(RequestOptions to, Buffer body, Judge judge) implements Question {
    @Override
    public Failure judge(HttpClientResponse response, Buffer answer) {
      return judge.judge(response, answer);
    }
  }
}
