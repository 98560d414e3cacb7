package router_test

import (
	"fmt"
	"testing"
)

func BenchmarkLookup(b *testing.B) {
	for _, models := range []int{10, 1000} {
		var addresses []string
		for m := range models {
			for a := range 20 {
				addresses = append(addresses, fmt.Sprintf("get /model%d/action%d/:id", m, a))
			}
		}
		tab := table(b, bind(b, addresses...))
		for name, path := range map[string]string{
			"first": "/model0/action0/1",
			"last":  fmt.Sprintf("/model%d/action19/1", models-1),
			"none":  "/nothing/here",
		} {
			b.Run(fmt.Sprintf("%d/%s", models, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for range tab.Lookup("GET", path) {
						continue
					}
				}
			})
		}
	}
}
