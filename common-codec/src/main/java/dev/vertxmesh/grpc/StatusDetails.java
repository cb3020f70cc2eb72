package dev.vertxmesh.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The details of a status, as the trailer {@code grpc-status-details-bin} has them: a {@code
 * google.rpc.Status}, whose fields are code = 1, message = 2, and details = 3, each an {@code Any}.
 */
public final class StatusDetails {

  public static final String TRAILER = "grpc-status-details-bin";

  private static final int DETAILS = 3;

  private StatusDetails() {}

  /**
   * @param base64 with or without padding
   * @throws IllegalArgumentException if it can't be read
   */
  public static List<Any> of(String base64) {
    try {
      List<Any> details = new ArrayList<>();
      CodedInputStream in =
          CodedInputStream.newInstance(Base64.getDecoder().decode(base64.replace("=", "")));
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == DETAILS) {
          details.add(Any.parseFrom(in.readBytes()));
        } else {
          in.skipField(tag);
        }
      }
      return details;
    } catch (IOException e) {
      throw new IllegalArgumentException("no google.rpc.Status: " + e.getMessage(), e);
    }
  }
}
