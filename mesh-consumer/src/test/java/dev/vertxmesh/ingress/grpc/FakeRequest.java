package dev.vertxmesh.ingress.grpc;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A request without a connection: the test hands its bytes on, and sees how many are asked for. */
final class FakeRequest implements InvocationHandler {

  final MultiMap headers = MultiMap.caseInsensitiveMultiMap();

  /** What was asked for, in turn: "pause", "resume", or how many buffers. */
  final List<Object> asked = new ArrayList<>();

  String path = "/shop.Orders/Place";
  HttpMethod method = HttpMethod.POST;

  /** The body of the answer; null before its end. */
  String answer;

  /** Completed when the client has taken it. */
  final Promise<Void> answered = Promise.promise();

  /** What is asked of the answer. */
  InvocationHandler response = this::respond;

  private final Queue<Handler<Void>> turns = new ArrayDeque<>();
  private Handler<Object> handler;
  private Handler<Object> endHandler;
  private Handler<Object> exceptionHandler;

  HttpServerRequest request() {
    return proxy(HttpServerRequest.class, this);
  }

  /** What it's read with: turns of the event loop, which are the test's. */
  Vertx vertx() {
    return proxy(
        Vertx.class,
        (proxy, called, arguments) -> {
          if (called.getName().equals("runOnContext")) {
            turns.add(handler(arguments[0]));
            return null;
          }
          throw new AssertionError(called);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("unchecked")
  private static <T> Handler<T> handler(Object handler) {
    return (Handler<T>) handler;
  }

  @Override
  public Object invoke(Object proxy, Method called, Object[] arguments) {
    switch (called.getName()) {
      case "getHeader" -> {
        return headers.get(arguments[0].toString());
      }
      case "response" -> {
        return proxy(HttpServerResponse.class, response);
      }
      case "path" -> {
        return path;
      }
      case "method" -> {
        return method;
      }
      case "pause", "resume" -> asked.add(called.getName());
      case "fetch" -> asked.add(arguments[0]);
      case "handler" -> handler = handler(arguments[0]);
      case "endHandler" -> endHandler = handler(arguments[0]);
      case "exceptionHandler" -> exceptionHandler = handler(arguments[0]);
      default -> throw new AssertionError(called);
    }
    return proxy;
  }

  private Object respond(Object proxy, Method called, Object[] arguments) {
    if (called.getName().equals("end")) {
      answer = arguments[0].toString();
      return answered.future();
    }
    throw new AssertionError(called);
  }

  void turn() {
    turns.remove().handle(null);
  }

  void send(String bytes) {
    handler.handle(Buffer.buffer(bytes));
  }

  void end() {
    endHandler.handle(null);
  }

  void fail(Throwable cause) {
    exceptionHandler.handle(cause);
  }
}
