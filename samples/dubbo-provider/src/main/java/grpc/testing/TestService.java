package grpc.testing;

import com.google.protobuf.Empty;

/**
 * The service of gRPC's interoperability tests as a Dubbo consumer has it, who has no generated
 * code: a method has the name that gRPC calls it by. Its own empty message looks like protobuf's.
 */
public interface TestService {

  Empty EmptyCall(Empty nothing);
}
