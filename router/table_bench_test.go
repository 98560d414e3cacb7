package router_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gorilla/mux"

	"framework/router"
)

// blueprintRoutes are those that a model with three associations gets; %s is
// where the model's path goes.
var blueprintRoutes = []struct{ verb, path, peer string }{
	{"GET", "%s/find", "%s/find"},
	{"GET", "%s/find/:id?", "%s/find/{id}"},
	{"GET", "%s/create", "%s/create"},
	{"GET", "%s/update/:id", "%s/update/{id}"},
	{"GET", "%s/destroy/:id?", "%s/destroy/{id}"},
	{"GET", "%s/:parentid/pets/add/:id?", "%s/{parentid}/pets/add/{id}"},
	{"GET", "%s/:parentid/pets/remove/:id?", "%s/{parentid}/pets/remove/{id}"},
	{"GET", "%s/:parentid/pets/:id?", "%s/{parentid}/pets/{id}"},
	{"POST", "%s/:parentid/pets/:id?", "%s/{parentid}/pets/{id}"},
	{"DELETE", "%s/:parentid/pets/:id?", "%s/{parentid}/pets/{id}"},
	{"GET", "%s/:parentid/friends/:id?", "%s/{parentid}/friends/{id}"},
	{"POST", "%s/:parentid/friends/:id?", "%s/{parentid}/friends/{id}"},
	{"DELETE", "%s/:parentid/friends/:id?", "%s/{parentid}/friends/{id}"},
	{"GET", "%s/:parentid/owner/:id?", "%s/{parentid}/owner/{id}"},
	{"POST", "%s/:parentid/owner/:id?", "%s/{parentid}/owner/{id}"},
	{"GET", "%s", "%s"},
	{"GET", "%s/:id?", "%s/{id}"},
	{"POST", "%s", "%s"},
	{"PUT", "%s/:id?", "%s/{id}"},
	{"DELETE", "%s/:id?", "%s/{id}"},
}

// BenchmarkLookup asks for the first match among the blueprint routes of many
// models, as Dispatch does when it answers, and with gorilla/mux for
// comparison. The cost must not depend on the number of models.
func BenchmarkLookup(b *testing.B) {
	for _, prefix := range []string{"", "/api"} {
		for _, models := range []int{10, 100, 1000} {
			var addresses []string
			peer := mux.NewRouter()
			for m := range models {
				at := fmt.Sprintf("%s/model%d", prefix, m)
				for _, r := range blueprintRoutes {
					addresses = append(addresses, r.verb+" "+fmt.Sprintf(r.path, at))
					peer.Methods(r.verb).Path(fmt.Sprintf(r.peer, at)).HandlerFunc(func(http.ResponseWriter, *http.Request) {})
				}
			}
			tab := table(b, bind(b, addresses...))
			last := fmt.Sprintf("%s/model%d", prefix, models-1)
			for _, c := range []struct {
				name, path string
				found      bool
			}{
				{"list", last, true},
				{"record", last + "/7", true},
				{"child", last + "/7/owner/8", true},
				{"none", prefix + "/nothing/here", false},
			} {
				name := fmt.Sprintf("prefix=%q/models=%d/%s", prefix, models, c.name)
				b.Run(name+"/table", func(b *testing.B) { benchmarkTable(b, tab, c.path, c.found) })
				b.Run(name+"/mux", func(b *testing.B) {
					r := httptest.NewRequest(http.MethodGet, c.path, nil)
					b.ReportAllocs()
					for b.Loop() {
						if peer.Match(r, &mux.RouteMatch{}) != c.found {
							b.Fatal("mux disagrees")
						}
					}
				})
			}
		}
	}
}

func benchmarkTable(b *testing.B, tab router.Table, path string, found bool) {
	b.ReportAllocs()
	for b.Loop() {
		any := false
		for range tab.Lookup("GET", path) {
			any = true
			break
		}
		if any != found {
			b.Fatal("the table disagrees")
		}
	}
}
