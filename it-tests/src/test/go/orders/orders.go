// Package orders has what the provider and the consumer both know: a service and its data.
package orders

import (
	hessian "github.com/apache/dubbo-go-hessian2"
)

// Service is the interface's name, as Dubbo has it.
const Service = "com.example.orders.OrderService"

// Order is a class of the service's own.
type Order struct {
	Id    int64
	Item  string
	Price float64
	Tags  []string
}

// JavaClassName is its name to others.
func (*Order) JavaClassName() string { return "com.example.orders.Order" }

func init() { hessian.RegisterPOJO(&Order{}) }
