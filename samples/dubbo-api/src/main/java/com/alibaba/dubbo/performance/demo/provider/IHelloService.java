package com.alibaba.dubbo.performance.demo.provider;

/** What the contest's load generator calls. */
public interface IHelloService {
  /** {@link String#hashCode()} of the argument. */
  int hash(String str);
}
