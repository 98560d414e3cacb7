package engine_test

import (
	"net/http"
	"strings"
	"testing"

	"framework/engine/testenv"
	"framework/engine/value"
)

// TestThroughModelsAskPolicies: a model of the project that holds the links of a
// collection is asked before one is made or removed, besides the members.
func TestThroughModelsAskPolicies(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, release := range []string{"0.12", "1.x"} {
		modern := release == "1.x"
		policies := func(model, guard string) string {
			if modern {
				return "{ '" + strings.ToLower(model) + "/*': '" + guard + "' }"
			}
			return "{ " + model + "Controller: '" + guard + "' }"
		}
		update, add, remove := "PUT", "POST /bus/1/riders/", "DELETE /bus/1/riders/"
		if modern {
			update, add = "PATCH", "PUT /bus/1/riders/"
		}
		for _, guarded := range []struct {
			model     string
			link, cut *value.Map // what it takes to put a rider into a bus, and to take one out
		}{
			{"Seat", value.Of("create", true), value.Of("destroy", true)},
			// Riders have buses, so that they are changed.
			{"Rider", value.Of("update", true), value.Of("update", true)},
		} {
			t.Run(release+"/"+guarded.model, func(t *testing.T) {
				c := reaching(t, release, policies(guarded.model, "mayReach"), "{ associationPolicies: true, actions: true, shortcuts: true }", "eve")
				all := value.Of("find", true, "findone", true, "create", true, "update", true, "destroy", true)
				c.rule(all)
				c.must("", "POST /rider", value.Of("name", "ann"))
				c.must("", "POST /rider", value.Of("name", "bob"))
				c.must("", "POST /bus", value.Of("line", "7", "riders", []any{int64(1)}))
				seats := func() string {
					return c.run("", `sails.models.seat.find().sort('rider').exec(function (err, l) { done(err, l && l.map(function (s) { return s.bus + ':' + s.rider; }).join(' ')); })`)
				}
				before := seats()
				if before != `"1:1"` {
					t.Fatalf("seats %s", before)
				}
				for _, w := range []struct {
					ask   string
					data  any
					need  *value.Map
					after string
				}{
					{add + "2", nil, guarded.link, `"1:1 1:2"`},
					{update + " /bus/1", value.Of("riders", []any{int64(1), int64(2)}), guarded.link, `"1:1 1:2"`},
					{remove + "1", nil, guarded.cut, `""`},
					{update + " /bus/1", value.Of("riders", []any{}), guarded.cut, `""`},
					{update + " /bus/1", value.Of("line", "8"), value.New(0), before},
				} {
					for _, who := range []string{"", "eve"} {
						c.rule(value.New(0))
						if w.need.Len() > 0 {
							if status, body := c.ask(who, w.ask, w.data); status != http.StatusForbidden || seats() != before {
								t.Errorf("%q %s %v: %d %s; seats %s", who, w.ask, w.data, status, body, seats())
							}
						}
						c.rule(w.need)
						if status, body := c.ask(who, w.ask, w.data); status != http.StatusOK || seats() != w.after {
							t.Errorf("%q %s %v, allowed: %d %s; seats %s, want %s", who, w.ask, w.data, status, body, seats(), w.after)
						}
						c.run("", `sails.models.seat.destroy({}).exec(function (err) { if (err) { return done(err); } sails.models.seat.create({ bus: 1, rider: 1 }).exec(done); })`)
					}
				}
			})
		}
	}
}

// TestDeepPopulationAsksPolicies: on the second level as on the first, and only
// within what the first one shows.
func TestDeepPopulationAsksPolicies(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, release := range []string{"0.10", "0.12"} {
		for _, tc := range []struct {
			guarded, ask, rule string
			status             int
			has, not           string
		}{
			{"Pet", "/club?populate=members.pets", "none", 403, "", "rex"},
			{"Pet", "/club?populate=members.pets", "find", 200, "rex", ""},
			{"Pet", "/club/1?populate=members.pets", "none", 403, "", "rex"},
			{"Pet", "/club/1?populate=members.pets", "named", 200, "bob", "rex"}, // no pet is called ann
			{"Pet", "/club/1?populate=members", "none", 200, "ann", "rex"},
			{"User", "/club?populate=members.pets", "none", 403, "", "rex"},
			{"User", "/club?populate=members.pets", "named", 200, "rex", "tom"}, // bob's
			{"Tag", "/user/1?populate=pets.tags", "none", 403, "", "brown"},
			{"Tag", "/user/1?populate=pets.tags", "find", 200, "brown", ""},
			{"Club", "/pet?populate=owner.clubs", "none", 403, "", "dogs"},
			{"Club", "/pet?populate=owner.clubs", "find", 200, "dogs", ""},
			{"User", "/pet/1?populate=owner.clubs", "first", 200, "dogs", ""},
			{"User", "/pet/2?populate=owner.clubs", "first", 403, "", "dogs"},
		} {
			t.Run(release+" "+tc.guarded+" "+tc.ask+" "+tc.rule, func(t *testing.T) {
				c := reaching(t, release, "{ "+tc.guarded+"Controller: 'mayReach' }", "{ associationPolicies: true, actions: true, populateDepth: 2 }", "eve")
				populatedWorld(c)
				c.run("", `sails.models.tag.create({ text: 'brown' }).exec(function (err) { if (err) { return done(err); } sails.models.pet.update(1, { tags: [1] }).exec(done); })`)
				c.rule(map[string]*value.Map{
					"none": value.New(0), "find": value.Of("find", true), "first": value.Of("findone", "first"), "named": value.Of("find", "named"),
				}[tc.rule])
				for _, who := range []string{"", "eve"} {
					status, body := c.ask(who, "GET "+tc.ask, nil)
					if status != tc.status || !strings.Contains(body, tc.has) || tc.not != "" && strings.Contains(body, tc.not) {
						t.Errorf("%q: %d %s", who, status, body)
					}
				}
			})
		}
	}
}
