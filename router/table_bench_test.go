package router_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gorilla/mux"
)

// BenchmarkLookup matches among 20 routes for each model, with gorilla/mux
// beside it. What it costs is to be independent of the number of models.
func BenchmarkLookup(b *testing.B) {
	for _, prefix := range []string{"", "/api"} {
		for _, models := range []int{10, 100, 1000} {
			var addresses []string
			peer := mux.NewRouter()
			for m := range models {
				for a := range 20 {
					path := fmt.Sprintf("%s/model%d/action%d", prefix, m, a)
					addresses = append(addresses, "get "+path+"/:id")
					peer.Methods("GET").Path(path + "/{id}").HandlerFunc(func(http.ResponseWriter, *http.Request) {})
				}
			}
			tab := table(b, bind(b, addresses...))
			for _, c := range []struct{ name, path string }{
				{"first", prefix + "/model0/action0/1"},
				{"last", fmt.Sprintf("%s/model%d/action19/1", prefix, models-1)},
				{"none", "/nothing/here"},
			} {
				name := fmt.Sprintf("prefix=%q/models=%d/%s", prefix, models, c.name)
				b.Run(name+"/table", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						for range tab.Lookup("GET", c.path) {
							continue
						}
					}
				})
				b.Run(name+"/mux", func(b *testing.B) {
					r := httptest.NewRequest(http.MethodGet, c.path, nil)
					b.ReportAllocs()
					for b.Loop() {
						peer.Match(r, &mux.RouteMatch{})
					}
				})
			}
		}
	}
}
