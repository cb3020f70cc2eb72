package dev.vertxmesh.samples.dubbo3;

import org.apache.dubbo.common.stream.StreamObserver;

/** What the Triple provider serves: one method of each kind that gRPC has. */
public interface Greetings {

  String greet(String name);

  /** Throws what it's told to. */
  String refuse(String why);

  /** One greeting a number, from 1. */
  void greetOften(Integer times, StreamObserver<String> greetings);

  /** Greets everybody who comes, and ends when nobody comes any more. */
  StreamObserver<String> greetAll(StreamObserver<String> greetings);
}
