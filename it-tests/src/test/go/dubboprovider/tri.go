package main

import (
	"context"
	"fmt"

	"dubbo.apache.org/dubbo-go/v3/common"
	"dubbo.apache.org/dubbo-go/v3/common/constant"
	tri "dubbo.apache.org/dubbo-go/v3/protocol/triple/triple_protocol"
	grpc_testing "google.golang.org/grpc/interop/grpc_testing"
)

// TestService serves three methods of the service that gRPC's interoperability tests have: its messages
// and its descriptor come with grpc-go. What follows is as protoc-gen-go-triple writes it.
type TestService struct{}

func (*TestService) Reference() string { return "TestService" }

func (*TestService) EmptyCall(context.Context, *grpc_testing.Empty) (*grpc_testing.Empty, error) {
	return &grpc_testing.Empty{}, nil
}

func (*TestService) UnaryCall(
	_ context.Context, request *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	if status := request.GetResponseStatus(); status.GetCode() != 0 {
		return nil, tri.NewError(tri.Code(status.GetCode()), fmt.Errorf("%s", status.GetMessage()))
	}
	return &grpc_testing.SimpleResponse{
		Username: "dubbo-go",
		Payload:  &grpc_testing.Payload{Body: make([]byte, request.GetResponseSize())},
	}, nil
}

func (*TestService) StreamingOutputCall(
	_ context.Context,
	request *grpc_testing.StreamingOutputCallRequest,
	stream *tri.ServerStream) error {
	for _, wanted := range request.GetResponseParameters() {
		payload := &grpc_testing.Payload{Body: make([]byte, wanted.GetSize())}
		if err := stream.Send(&grpc_testing.StreamingOutputCallResponse{Payload: payload}); err != nil {
			return err
		}
	}
	return nil
}

type echoHandler interface {
	EmptyCall(context.Context, *grpc_testing.Empty) (*grpc_testing.Empty, error)
	UnaryCall(context.Context, *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error)
	StreamingOutputCall(
		context.Context, *grpc_testing.StreamingOutputCallRequest, *tri.ServerStream) error
}

var echoInfo = common.ServiceInfo{
	InterfaceName: "grpc.testing.TestService",
	ServiceType:   (*echoHandler)(nil),
	Methods: []common.MethodInfo{
		{
			Name:        "EmptyCall",
			Type:        constant.CallUnary,
			ReqInitFunc: func() any { return new(grpc_testing.Empty) },
			MethodFunc: func(ctx context.Context, args []any, handler any) (any, error) {
				res, err := handler.(echoHandler).EmptyCall(ctx, args[0].(*grpc_testing.Empty))
				if err != nil {
					return nil, err
				}
				return tri.NewResponse(res), nil
			},
		},
		{
			Name:        "UnaryCall",
			Type:        constant.CallUnary,
			ReqInitFunc: func() any { return new(grpc_testing.SimpleRequest) },
			MethodFunc: func(ctx context.Context, args []any, handler any) (any, error) {
				res, err := handler.(echoHandler).UnaryCall(ctx, args[0].(*grpc_testing.SimpleRequest))
				if err != nil {
					return nil, err
				}
				return tri.NewResponse(res), nil
			},
		},
		{
			Name:        "StreamingOutputCall",
			Type:        constant.CallServerStream,
			ReqInitFunc: func() any { return new(grpc_testing.StreamingOutputCallRequest) },
			StreamInitFunc: func(stream any) any {
				return stream.(*tri.ServerStream)
			},
			MethodFunc: func(ctx context.Context, args []any, handler any) (any, error) {
				request := args[0].(*grpc_testing.StreamingOutputCallRequest)
				return nil, handler.(echoHandler).StreamingOutputCall(
					ctx, request, args[1].(*tri.ServerStream))
			},
		},
	},
}
