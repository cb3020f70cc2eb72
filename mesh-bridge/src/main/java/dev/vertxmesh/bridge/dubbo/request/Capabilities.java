package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.FloatFields;

/**
 * What a provider's release of Dubbo can do, where releases differ and the protocol doesn't tell.
 *
 * <p>The release is found out by whether answers to two {@code $echo} carry attachments: one that
 * claims to come from protocol version 2.0.2 and one from 2.7.0. Dubbo's {@code
 * Version.isSupportResponseAttachment} decides: 2.7 and 3 attach from 2.0.2 to 2.0.99 only, 2.6.3
 * to 2.6.12 from 2.0.2 but for 2.0.10 to 2.6.2, and older ones never. dubbo-go attaches to both,
 * and to each what the request had.
 */
public enum Capabilities {
  /** 2.5, and 2.6 up to 2.6.2. */
  OLD("com.alibaba.dubbo", false),
  /** From 2.6.3 on. */
  V2_6("com.alibaba.dubbo", false),
  /** 2.7 and 3. */
  V2_7("org.apache.dubbo", true),
  /** dubbo-go, whose generic calls are of its own making. */
  GO("org.apache.dubbo", false);

  /** The protocol version that only {@link #V2_6} answers with attachments. */
  public static final String FOREIGN_VERSION = "2.7.0";

  private final String packageName;
  private final boolean hasRawReturn;

  Capabilities(String packageName, boolean hasRawReturn) {
    this.packageName = packageName;
    this.hasRawReturn = hasRawReturn;
  }

  /**
   * @param own what comes with the answer to protocol version 2.0.2
   * @param foreign what comes with the one to {@link #FOREIGN_VERSION}
   */
  public static Capabilities of(EchoAttachments own, EchoAttachments foreign) {
    if (own == EchoAttachments.MIRRORED) {
      return GO;
    } else if (foreign != EchoAttachments.NONE) {
      return V2_6;
    }
    return own == EchoAttachments.NONE ? OLD : V2_7;
  }

  /** Where Dubbo's own classes are, such as {@code common.beanutil.JavaBeanDescriptor}. */
  String packageName() {
    return packageName;
  }

  /** Whether it may be 3.3, see {@link FloatFields}; 2.7 answers like it, and doesn't. */
  boolean maySpoilFloatFields() {
    return this == V2_7;
  }

  /** Whether a generic call may have its result as the method returned it; from 2.7.5 on. */
  public boolean hasRawReturn() {
    return hasRawReturn;
  }
}
