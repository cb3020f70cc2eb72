package dev.vertxmesh.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Duration;
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

  private static final int CODE = 1;
  private static final int MESSAGE = 2;
  private static final int DETAILS = 3;

  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
  private static final int RETRY_DELAY = 1;

  private StatusDetails() {}

  /**
   * A status with the detail {@code google.rpc.RetryInfo}, whose field retry_delay = 1 is a {@code
   * Duration}.
   *
   * @param millis how long to wait before calling again
   * @return without padding
   */
  public static String retryIn(int code, String message, long millis) {
    Duration delay =
        Duration.newBuilder()
            .setSeconds(millis / 1_000)
            .setNanos((int) (millis % 1_000) * 1_000_000)
            .build();
    try {
      ByteString.Output retryInfo = ByteString.newOutput();
      CodedOutputStream out = CodedOutputStream.newInstance(retryInfo);
      out.writeMessage(RETRY_DELAY, delay);
      out.flush();
      Any detail =
          Any.newBuilder().setTypeUrl(RETRY_INFO).setValue(retryInfo.toByteString()).build();
      ByteString.Output status = ByteString.newOutput();
      out = CodedOutputStream.newInstance(status);
      out.writeInt32(CODE, code);
      out.writeString(MESSAGE, message);
      out.writeMessage(DETAILS, detail);
      out.flush();
      byte[] bytes = status.toByteString().toByteArray();
      return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written", e);
    }
  }

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
