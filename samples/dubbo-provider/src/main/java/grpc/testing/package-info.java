/** A service of gRPC's, by the name that it has there. */
package grpc.testing;
