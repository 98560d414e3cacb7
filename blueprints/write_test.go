package blueprints_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"framework/engine/value"
)

func TestCreate(t *testing.T) {
	const dan = `{"name":"Dan","age":7,"id":4}`
	unchanged := [2]string{"/user?populate=", everybody}
	asked(t, true, []row{
		{method: "POST", target: "/user", body: `{"name":"Dan","age":7}`, want: "201 " + dan, want10: "200 " + dan, then: [2]string{"/user/4?populate=", "200 " + dan}},
		{method: "GET", target: "/user/create?name=Dan&age=7", want: "201 " + dan, want10: "200 " + dan},
		{method: "PATCH", target: "/user/create", body: `{"name":"Dan","age":"7"}`, want: "201 " + dan, want10: "200 " + dan},
		// The query wins over the body; the callback is no attribute.
		{method: "POST", target: "/user?age=7&callback=f", body: `{"name":"Dan","age":8}`, want: `201 {"age":7,"name":"Dan","id":4}`, want10: `200 {"age":7,"name":"Dan","id":4}`},
		{method: "POST", target: "/user", body: `{"name":"Dan","color":"red"}`, want: `201 {"name":"Dan","color":"red","id":4}`, want10: `200 {"name":"Dan","color":"red","id":4}`},
		{method: "POST", target: "/user", body: `{"id":9,"name":"Dan"}`, want: `201 {"id":9,"name":"Dan"}`, want10: `200 {"id":9,"name":"Dan"}`, then: [2]string{"/user/9?populate=name", `200 {"name":"Dan","id":9}`}},
		// Nested records are made along; the answer holds keys.
		{method: "POST", target: "/user", body: `{"name":"Dan","home":{"street":"Oak"},"pets":[3,{"name":"Max"}]}`, want: `201 {"name":"Dan","home":2,"id":4}`, want10: `200 {"name":"Dan","home":2,"id":4}`, then: [2]string{"/user/4?populate=home,pets", `200 {"home":{"street":"Oak","id":2},"pets":[{"name":"Kim","owner":4,"id":3},{"name":"Max","owner":4,"id":4}],"name":"Dan","id":4}`}},
		// Refused.
		{method: "POST", target: "/user", body: `{"age":7}`, want: `400 ~"invalidAttributes":{"name":[`, then: unchanged},
		{method: "POST", target: "/user", want: `400 ~"rule":"required"`, then: unchanged},
		{method: "POST", target: "/user", body: `{"name":"","age":"old"}`, want: `400 ~"rule":"integer"`, then: unchanged},
		{method: "POST", target: "/user", body: `{"name":"Ada"}`, want: "400 ~\"name\":[{\"value\":\"Ada\",\"rule\":\"unique\",\"message\":\"A record with that `name` already exists (`Ada`).\"}]", then: unchanged},
		{method: "POST", target: "/user", body: `{"id":1,"name":"Dan"}`, want: `400 ~"rule":"unique"`, then: unchanged},
		{method: "POST", target: "/user", body: `{"name":"Dan","groups":[99]}`, want: "400 ~there is no such record", want10: "400 {}", want11: "400 {}", then: unchanged},
		{method: "POST", target: "/user", body: `{`, want: "400 ~invalid JSON", then: unchanged},
		{method: "POST", target: "/user", body: `"Dan"`, want: "400 ~invalid JSON", then: unchanged},
	})
}

// Only 0.12 knows arrays; to the others they are one record with the
// attributes 0, 1 and so on.
func TestCreateArray(t *testing.T) {
	unchanged := [2]string{"/user?populate=", everybody}
	asked(t, true, []row{
		{method: "POST", target: "/user", body: `[{"name":"Dan"},{"name":"Eve"}]`, want: `201 [{"name":"Dan","id":4},{"name":"Eve","id":5}]`, want10: "400 ~required", want11: "400 ~required"},
		{method: "POST", target: "/user?age=7", body: `[{"name":"Dan"}]`, want: `201 [{"name":"Dan","id":4}]`, want10: "400 ~required", want11: "400 ~required"},
		{method: "POST", target: "/user", body: `[]`, want: "201 []", want10: "400 ~required", want11: "400 ~required", then: unchanged},
		{method: "POST", target: "/user", body: `[{"name":"Dan"},{}]`, want: "400 ~required", then: unchanged},
		{method: "POST", target: "/user", body: `[{"name":"Dan"},{"name":"Dan"}]`, want: "400 ~unique", want10: "400 ~required", want11: "400 ~required", then: unchanged},
		{method: "POST", target: "/user", body: `[{"name":"Dan"},5]`, want: "400 ~element 1 of the body is no object", want10: "400 ~required", want11: "400 ~required", then: unchanged},
		{method: "POST", target: "/pet", body: `[{"name":"Max"}]`, want: `201 [{"name":"Max","id":4}]`, want10: `200 {"0":{"name":"Max"},"id":4}`, want11: `201 {"0":{"name":"Max"},"id":4}`},
	})
}

func TestUpdate(t *testing.T) {
	const older = `200 {"pets":[],"groups":[` + chess + `],"name":"Bob","age":21,"id":2}`
	unchanged := [2]string{"/user?populate=", everybody}
	asked(t, true, []row{
		{method: "PUT", target: "/user/2", body: `{"age":21}`, want: older, then: [2]string{"/user/2", older}},
		{method: "POST", target: "/user/2", body: `{"age":"21"}`, want: older},
		{method: "GET", target: "/user/update/2?age=21", want: older},
		{method: "PUT", target: "/user/2?age=21", body: `{"age":22}`, want: older},
		{method: "PUT", target: "/user/2", want: "200 " + bobWhole, then: unchanged},
		{method: "PUT", target: "/user/2", body: `{"age":null}`, want: `200 {"pets":[],"groups":[` + chess + `],"name":"Bob","age":null,"id":2}`},
		// Another key renames the record in the older releases.
		{method: "PUT", target: "/user/3", body: `{"id":7}`, want: "200 " + cydWhole, want10: `200 {"pets":[],"groups":[],"name":"Cyd","age":20,"id":7}`, want11: `200 {"pets":[],"groups":[],"name":"Cyd","age":20,"id":7}`},
		{method: "PUT", target: "/user/3", body: `{"id":1}`, want: "200 " + cydWhole, want10: `400 ~"rule":"unique"`, want11: `400 ~"rule":"unique"`, then: unchanged},
		// Lists replace collections.
		{method: "PUT", target: "/user/1", body: `{"pets":[2,3],"groups":[]}`, want: `200 {"home":` + elm + `,"pets":[` + tom + `,{"name":"Kim","owner":1,"id":3}],"groups":[],"name":"Ada","age":36,"id":1}`, then: [2]string{"/pet/1?populate=", `200 {"name":"Rex","owner":null,"id":1}`}},
		// Refused.
		{method: "PUT", target: "/user/2", body: `{"name":"Ada"}`, want: `400 ~"rule":"unique"`, then: unchanged},
		{method: "PUT", target: "/user/2", body: `{"name":""}`, want: `400 ~"rule":"required"`, then: unchanged},
		{method: "PUT", target: "/user/2", body: `{"age":"old"}`, want: `400 ~"rule":"integer"`, then: unchanged},
		{method: "PUT", target: "/user/2", body: `{"age":1,"groups":[99]}`, want: "400 ~there is no such record", want10: "400 {}", want11: "400 {}", then: [2]string{"/user/2", "200 " + bobWhole}},
		{method: "PUT", target: "/user/9", body: `{"age":21}`, want: "404 ", want10: "404 Not Found", then: unchanged},
		{method: "PUT", target: "/user/9", body: `{"age":"old"}`, want: "404 ", want10: "404 Not Found", then: unchanged},
		{method: "PUT", target: "/user/9", body: `{"name":"Ada","groups":[1]}`, want: "404 ", want10: "404 Not Found", then: unchanged},
		{method: "PUT", target: "/user/abc", body: `{"age":21}`, want: "404 ", want10: "404 Not Found", then: unchanged},
		{method: "PUT", target: "/user", body: `{"age":21}`, want: "404 ", then: unchanged},
		{method: "PATCH", target: "/user/2", body: `{"age":21}`, want: "404 ", then: unchanged},
	})
}

// TestUpdateOfNobody: code of the project is not asked about values for a record that is missing.
func TestUpdateOfNobody(t *testing.T) {
	asked := 0
	pet := model("Pet", attr("name", "string"))
	pet.Callbacks.BeforeUpdate = append(pet.Callbacks.BeforeUpdate, func(context.Context, *value.Map) error { asked++; return nil })
	s := serveAs(t, open(t, pet), sails12, settings(t), nil)
	s.ask("POST", "/pet", `{"name":"Rex"}`)
	for _, r := range []row{
		{method: "PUT", target: "/pet/2", body: `{"name":"Tom"}`, want: "404 "},
		{method: "PUT", target: "/pet/1", body: `{"name":"Tom"}`, want: `200 {"name":"Tom","id":1}`},
	} {
		if status, body := s.ask(r.method, r.target, r.body); !strings.HasPrefix(fmt.Sprint(status, " ", body), r.want) {
			t.Errorf("%s %s: got %d %s, want %s", r.method, r.target, status, body, r.want)
		}
	}
	if asked != 1 {
		t.Errorf("the callback was called %d times, want 1", asked)
	}
}

func TestDestroy(t *testing.T) {
	const noKey = "400 ~No `id` parameter provided."
	unchanged := [2]string{"/user?populate=", everybody}
	asked(t, true, []row{
		// No cascade: the pets keep the key of the destroyed record.
		{method: "DELETE", target: "/user/1", want: "200 " + adaWhole, then: [2]string{"/pet/1?populate=", "200 " + rex}},
		{method: "DELETE", target: "/user/2", want: "200 " + bobWhole, then: [2]string{"/user/2", missing}},
		{method: "DELETE", target: "/user?id=2", want: "200 " + bobWhole, then: [2]string{"/user/2", missing}},
		{method: "DELETE", target: "/user", body: `{"id":2}`, want: "200 " + bobWhole, then: [2]string{"/user/2", missing}},
		{method: "GET", target: "/user/destroy/2", want: "200 " + bobWhole, then: [2]string{"/user/2", missing}},
		{method: "DELETE", target: "/user/2?populate=", want: "200 " + bob, then: [2]string{"/user/2", missing}},
		{method: "DELETE", target: "/user", want: noKey, want10: `400 {"status":400}`, want11: `400 {"status":400}`, then: unchanged},
		{method: "GET", target: "/user/destroy", want: noKey, want10: `400 {"status":400}`, want11: `400 {"status":400}`, then: unchanged},
		{method: "DELETE", target: "/user?name=Ada", want: noKey, want10: `400 {"status":400}`, want11: `400 {"status":400}`, then: unchanged},
		{method: "DELETE", target: "/user?id[>]=0", want: noKey, want10: `400 {"status":400}`, want11: `400 {"status":400}`, then: unchanged},
		{method: "DELETE", target: `/user?where={"id":1}`, want: noKey, want10: `400 {"status":400}`, want11: `400 {"status":400}`, then: unchanged},
		{method: "DELETE", target: "/user/9", want: missing, then: unchanged},
		{method: "DELETE", target: "/user/abc", want: missing, then: unchanged},
		{method: "DELETE", target: "/user/0", want: missing, then: unchanged},
	})
}
