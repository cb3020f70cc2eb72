// The provider of dubbo-go that the integration tests call: over Dubbo's protocol, or over tri.
//
//	dubboprovider dubbo PORT
//	dubboprovider tri PORT
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sort"
	"strconv"
	"time"

	_ "dubbo.apache.org/dubbo-go/v3/filter/accesslog"
	_ "dubbo.apache.org/dubbo-go/v3/filter/echo"
	_ "dubbo.apache.org/dubbo-go/v3/filter/exec_limit"
	_ "dubbo.apache.org/dubbo-go/v3/filter/generic"
	_ "dubbo.apache.org/dubbo-go/v3/filter/graceful_shutdown"
	_ "dubbo.apache.org/dubbo-go/v3/filter/metrics"
	_ "dubbo.apache.org/dubbo-go/v3/filter/token"
	_ "dubbo.apache.org/dubbo-go/v3/filter/tps"
	_ "dubbo.apache.org/dubbo-go/v3/logger/core/zap"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/dubbo"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple/health"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple/reflection"
	_ "dubbo.apache.org/dubbo-go/v3/proxy/proxy_factory"

	"dev.vertxmesh/strangers/orders"
	"dubbo.apache.org/dubbo-go/v3"
	"dubbo.apache.org/dubbo-go/v3/protocol"
	"dubbo.apache.org/dubbo-go/v3/server"
)

// Orders is the service as a person writes it.
type Orders struct{}

func (*Orders) Greet(name string) (string, error) { return "Hello, " + name, nil }

func (*Orders) Ping() (string, error) { return "pong", nil }

func (*Orders) Add(a int32, b int32) (int32, error) { return a + b, nil }

func (*Orders) Sum(ctx context.Context, numbers []any) (string, error) {
	return fmt.Sprint(len(numbers)), nil
}

func (*Orders) Place(order *orders.Order) (*orders.Order, error) {
	order.Id++
	return order, nil
}

func (*Orders) Find(id int64) (*orders.Order, error) {
	return &orders.Order{Id: id, Item: "tea", Price: 2.5, Tags: []string{"hot", "green"}}, nil
}

// Keys tells what came of a map.
func (*Orders) Keys(values map[any]any) (string, error) {
	keys := make([]string, 0, len(values))
	for key, value := range values {
		keys = append(keys, fmt.Sprintf("%v=%v", key, value))
	}
	sort.Strings(keys)
	return fmt.Sprint(keys), nil
}

func (*Orders) Same(values map[any]any) (map[any]any, error) { return values, nil }

func (*Orders) Length(bytes []byte) (int32, error) { return int32(len(bytes)), nil }

func (*Orders) Year(day time.Time) (int32, error) { return int32(day.UTC().Year()), nil }

func (*Orders) Refuse(why string) (string, error) { return "", errors.New("refused: " + why) }

func (*Orders) Panic(why string) (string, error) { panic("broken: " + why) }

func (*Orders) Slow(millis int32) (string, error) {
	time.Sleep(time.Duration(millis) * time.Millisecond)
	return "done", nil
}

// Reference is the service's name in a file of settings.
func (*Orders) Reference() string { return "Orders" }

func main() {
	kind := os.Args[1]
	port, err := strconv.Atoi(os.Args[2])
	check(err)
	spoken := protocol.WithDubbo()
	if kind == "tri" {
		spoken = protocol.WithTriple()
	}
	instance, err := dubbo.NewInstance(
		dubbo.WithName("strangers"), dubbo.WithProtocol(protocol.WithPort(port), spoken))
	check(err)
	srv, err := instance.NewServer()
	check(err)
	if kind == "tri" {
		check(srv.Register(&TestService{}, &echoInfo))
	} else {
		check(srv.RegisterService(&Orders{}, server.WithInterface(orders.Service)))
	}
	go tellReady(kind, port)
	check(srv.Serve())
}

// tellReady prints a line as soon as somebody can connect.
func tellReady(kind string, port int) {
	for {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.Close()
			fmt.Printf("ready: dubbo-go %s on %d\n", kind, port)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
