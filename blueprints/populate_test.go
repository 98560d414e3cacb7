package blueprints_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
)

// TestDeepPopulate asks for associations of associations, which settings have
// to allow.
func TestDeepPopulate(t *testing.T) {
	shallow := `200 {"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"home":1,"id":1}`
	adaWhole := `{"home":` + elm + `,"groups":[` + chess + `],"name":"Ada","age":36,"id":1}`
	for _, tc := range []struct {
		name     string
		settings []any
		target   string
		want     string
	}{
		{"not without the setting", nil, "/user/1?populate=pets.owner", `200 {"name":"Ada","age":36,"home":1,"id":1}`},
		{"one level", []any{"populateDepth", int64(2)}, "/user/1?populate=pets", shallow},
		{"two levels", []any{"populateDepth", int64(2)}, "/pet/1?populate=owner.home,owner.groups", `200 {"owner":` + adaWhole + `,"name":"Rex","id":1}`},
		{"two levels of many", []any{"populateDepth", int64(2)}, "/pet?populate=owner.home&limit=2", `200 [{"owner":{"home":` + elm + `,"name":"Ada","age":36,"id":1},"name":"Rex","id":1},{"owner":{"home":` + elm + `,"name":"Ada","age":36,"id":1},"name":"Tom","id":2}]`},
		{"a collection in a collection", []any{"populateDepth", int64(2)}, "/group/1?populate=members.pets", `200 {"members":[{"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"home":1,"id":1},{"pets":[],"name":"Bob","age":20,"id":2}],"title":"chess","id":1}`},
		{"deeper than allowed", []any{"populateDepth", int64(2)}, "/pet/1?populate=owner.home,owner.pets.owner", `200 {"owner":{"home":` + elm + `,"name":"Ada","age":36,"id":1},"name":"Rex","id":1}`},
		{"three levels", []any{"populateDepth", "3"}, "/home/1?populate=[nobody.home]", `200 ` + elm},
		{"an unknown association inside", []any{"populateDepth", int64(9)}, "/pet/1?populate=owner.nothing", `200 ` + rex},
		{"empty parts", []any{"populateDepth", int64(9)}, "/pet/1?populate=.,owner.,.owner", `200 ` + rex},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := settle(serveAs(t, community(t), sails12, settings(t), nil))
			s = serveAs(t, s.orm, sails12, settings(t, tc.settings...), nil)
			if status, body := s.ask("GET", tc.target, ""); fmt.Sprintf("%d %s", status, body) != tc.want {
				t.Errorf("got  %d %s\nwant %s", status, body, tc.want)
			}
		})
	}
}

// TestDeepPopulateCallsToJSON leaves no record of a deep answer to Go whose
// model has a toJSON, wherever it stands.
func TestDeepPopulateCallsToJSON(t *testing.T) {
	s := settle(serveAs(t, community(t), sails12, settings(t), nil))
	s.orm.Model("home").Definition.ToJSON = true
	called := ""
	s = serveAs(t, s.orm, sails12, settings(t, "populateDepth", int64(2)), nil, func(o *blueprints.Options) {
		o.ToJSON = func(_ context.Context, dst []byte, v any, prefix, indent string) ([]byte, error) {
			called = string(value.Append(nil, v.(*orm.Record)))
			return append(dst, `"seen"`...), nil
		}
	})
	if status, body := s.ask("GET", "/pet/1?populate=owner.home", ""); status != 200 || body != `"seen"` || !strings.Contains(called, elm) {
		t.Errorf("got %d %s after %s", status, body, called)
	}
}
