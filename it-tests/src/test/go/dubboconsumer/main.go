// The consumer of dubbo-go that the integration tests run: it makes a line of each call's outcome.
//
//	dubboconsumer dubbo HOST:PORT    a provider of dubbo-go
//	dubboconsumer java HOST:PORT     the samples' provider, in Java
//	dubboconsumer tri HOST:PORT
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	_ "dubbo.apache.org/dubbo-go/v3/cluster/cluster/failfast"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/loadbalance/random"
	_ "dubbo.apache.org/dubbo-go/v3/filter/generic"
	_ "dubbo.apache.org/dubbo-go/v3/filter/graceful_shutdown"
	_ "dubbo.apache.org/dubbo-go/v3/logger/core/zap"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/dubbo"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple"
	_ "dubbo.apache.org/dubbo-go/v3/proxy/proxy_factory"

	"dev.vertxmesh/strangers/orders"
	"dubbo.apache.org/dubbo-go/v3/client"
	tri "dubbo.apache.org/dubbo-go/v3/protocol/triple/triple_protocol"
	grpc_testing "google.golang.org/grpc/interop/grpc_testing"
)

// Some errors have their peer's address in them, and the time.
var where = regexp.MustCompile(`127\.0\.0\.1:\d+`)

func main() {
	kind, address := os.Args[1], os.Args[2]
	cli, err := client.NewClient()
	check(err)
	switch kind {
	case "tri":
		overTri(cli, address)
	case "java":
		toJava(cli, address)
	default:
		overDubbo(cli, address)
	}
	fmt.Println("done")
}

func dial(cli *client.Client, address string, service string) *client.Connection {
	conn, err := cli.Dial(service,
		client.WithURL("dubbo://"+address), client.WithProtocolDubbo(),
		client.WithSerialization("hessian2"), client.WithClusterFailFast(),
		client.WithRequestTimeout(100*time.Second))
	check(err)
	return conn
}

func toJava(cli *client.Client, address string) {
	hello := dial(cli, address, "com.alibaba.dubbo.performance.demo.provider.IHelloService")
	users := dial(cli, address, "dev.vertxmesh.samples.UserService")
	var text string
	var number int32
	var long int64
	var list []any
	call(hello, "hash", &number, "hello")
	call(users, "echo", &text, "é漢字")
	call(users, "echo", &text, strings.Repeat("x", 100_000))
	call(users, "concat", &text, "a", int32(1), true)
	call(users, "echoInt", &number, int32(-5))
	call(users, "echoLong", &long, int64(1)<<60)
	call(users, "join", &text, []any{"a", "b"})
	call(users, "sameList", &list, []any{"a", "b"})
	call(users, "fail", &text, "no")
	call(users, "nope", &text, "x")
	call(users, "echo", &text, "a", "b")
}

func overDubbo(cli *client.Client, address string) {
	conn := dial(cli, address, orders.Service)
	var text string
	var number int32
	order := &orders.Order{}
	mapped := map[any]any{}
	call(conn, "Greet", &text, "Ada")
	call(conn, "Ping", &text)
	call(conn, "Add", &number, int32(1), int32(2))
	call(conn, "Place", order, &orders.Order{Id: 1, Item: "tea", Price: 2.5, Tags: []string{"a"}})
	call(conn, "Find", order, int64(7))
	call(conn, "Keys", &text, map[any]any{"a": int32(1), "b": "x"})
	call(conn, "Same", &mapped, map[any]any{"a": int32(1), "b": map[any]any{"c": true}})
	call(conn, "Length", &number, []byte{1, 2, 3})
	call(conn, "Year", &number, time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC))
	call(conn, "Refuse", &text, "no")
	call(conn, "Panic", &text, "no")
	call(conn, "Nope", &text, "x")
	call(conn, "Greet", &text, "a", "b")
	call(conn, "Greet", &text, int32(5))
	call(conn, "Greet", &text, strings.Repeat("x", 100_000))
}

func call(conn *client.Connection, method string, into any, arguments ...any) {
	err := conn.CallUnary(context.Background(), arguments, into, method)
	tell(method, err, shown(into))
}

func shown(into any) string {
	switch value := into.(type) {
	case *string:
		if len(*value) > 80 {
			return fmt.Sprint(len(*value), " characters")
		}
		return *value
	case *int32:
		return fmt.Sprint(*value)
	case *int64:
		return fmt.Sprint(*value)
	case *[]any:
		return fmt.Sprint(*value)
	case *map[any]any:
		return fmt.Sprint(*value)
	default:
		return fmt.Sprintf("%+v", value)
	}
}

func overTri(cli *client.Client, address string) {
	conn, err := cli.DialWithInfo("grpc.testing.TestService",
		&client.ClientInfo{InterfaceName: "grpc.testing.TestService", MethodNames: []string{
			"EmptyCall", "UnaryCall", "StreamingOutputCall", "UnimplementedCall"}},
		client.WithURL("tri://"+address), client.WithProtocolTriple(),
		client.WithClusterFailFast(), client.WithRequestTimeout(30*time.Second))
	check(err)
	ctx := context.Background()

	empty := &grpc_testing.Empty{}
	err = conn.CallUnary(ctx, []any{&grpc_testing.Empty{}}, empty, "EmptyCall")
	tell("EmptyCall", err, "empty")

	unary := &grpc_testing.SimpleResponse{}
	err = conn.CallUnary(ctx, []any{&grpc_testing.SimpleRequest{ResponseSize: 100_000}}, unary, "UnaryCall")
	tell("UnaryCall", err, fmt.Sprint(unary.GetUsername(), " ", len(unary.GetPayload().GetBody())))

	refused := &grpc_testing.SimpleRequest{
		ResponseStatus: &grpc_testing.EchoStatus{Code: 7, Message: "not you"}}
	err = conn.CallUnary(ctx, []any{refused}, unary, "UnaryCall")
	tell("UnaryCall", err, "")

	wanted := &grpc_testing.StreamingOutputCallRequest{ResponseParameters: []*grpc_testing.ResponseParameters{
		{Size: 3}, {Size: 200_000}, {Size: 0}}}
	raw, err := conn.CallServerStream(ctx, wanted, "StreamingOutputCall")
	sizes := []int{}
	if err == nil {
		stream := raw.(*tri.ServerStreamForClient)
		message := &grpc_testing.StreamingOutputCallResponse{}
		for stream.Receive(message) {
			sizes = append(sizes, len(stream.Msg().(*grpc_testing.StreamingOutputCallResponse).GetPayload().GetBody()))
			message = &grpc_testing.StreamingOutputCallResponse{}
		}
		err = stream.Err()
	}
	tell("StreamingOutputCall", err, fmt.Sprint(sizes))

	err = conn.CallUnary(ctx, []any{&grpc_testing.Empty{}}, empty, "UnimplementedCall")
	tell("UnimplementedCall", err, "")
}

func tell(method string, err error, result string) {
	if err == nil {
		fmt.Printf("answer %s: %s\n", method, result)
		return
	}
	var status *tri.Error
	code := ""
	if errors.As(err, &status) {
		code = status.Code().String() + " "
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	fmt.Printf("answer %s: error %s%s\n", method, code, where.ReplaceAllString(line, "PEER"))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
