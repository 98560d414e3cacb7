package router_test

import (
	"fmt"

	"framework/engine/value"
	"framework/router"
)

// A table yields the bindings that match a request, in the order in which they
// were declared, with the parameters of each.
func ExampleNewTable() {
	var bindings []*router.Binding
	for _, address := range []string{"/pet/*", "GET /pet/:id", "POST /pet"} {
		a, err := router.ParseAddress(address)
		if err != nil {
			fmt.Println(err)
			return
		}
		bindings = append(bindings, &router.Binding{Address: a, Target: address})
	}
	table, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for b, params := range table.Lookup("GET", "/pet/7") {
		fmt.Println(b.Target, string(value.Append(nil, params)))
	}
	// Output:
	// /pet/* {"0":"7"}
	// GET /pet/:id {"id":"7"}
}
