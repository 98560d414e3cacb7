package engine_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
	"framework/engine/value"
)

const rooms = `return sails.sockets.socketRooms(req.socket).filter(function (r) { return /^sails_/.test(r); })`

func configured(name, text string) txtar.File {
	return txtar.File{Name: "config/" + name + ".js", Data: []byte("module.exports." + name + " = " + text + ";\n")}
}

// TestEventsOfDefaultActions: clause 6 of the specification, and the settings
// that change it, on a lifted project.
func TestEventsOfDefaultActions(t *testing.T) {
	testenv.Slow(t)
	const (
		watching   = `"sails_model_create_shy"`
		subscribed = `"sails_model_shy_1:destroy"` // it names this context alone
		gone       = `{"verb":"destroyed","id":1,"previous":{"v":1,"id":1}}`
	)
	silent := txtar.File{Name: "api/models/Shy.js", Data: []byte("module.exports = { autoWatch: false, autosubscribe: ['destroy'], attributes: { v: 'integer' } };\n")}
	make1 := moment{do: "POST /shy", data: value.Of("v", int64(1))}
	for _, c := range []struct {
		name string
		over []txtar.File
		play []moment
	}{
		{"find subscribes and watches", nil, []moment{
			make1,
			{who: "a", do: "GET /shy"},
			{who: "a", do: rooms, want: `[` + watching + `,` + subscribed + `]`},
		}},
		{"find over a shortcut", nil, []moment{
			make1,
			{who: "a", do: "GET /shy/find"},
			{who: "a", do: rooms, want: `[` + watching + `,` + subscribed + `]`},
		}},
		{"findOne subscribes alone", nil, []moment{
			make1,
			{who: "a", do: "GET /shy/1"},
			{who: "a", do: rooms, want: `[` + subscribed + `]`},
		}},
		{"autoWatch off for all", []txtar.File{configured("blueprints", "{ autoWatch: false }")}, []moment{
			make1,
			{who: "a", do: "GET /shy"},
			{who: "a", do: rooms, want: `[` + subscribed + `]`},
		}},
		{"autoWatch off for a model", []txtar.File{silent}, []moment{
			make1,
			{who: "a", do: "GET /shy"},
			{who: "a", do: rooms, want: `[` + subscribed + `]`},
			{who: "a", do: "GET /own"},
			{who: "a", do: "GET /filtered"},
			{who: "a", do: rooms, want: `["sails_model_create_filtered",` + subscribed + `]`},
		}},
		{"autoWatch off for a controller", []txtar.File{{Name: "api/controllers/ShyController.js", Data: []byte("module.exports = { _config: { autoWatch: false } };\n")}}, []moment{
			{who: "a", do: "GET /shy"},
			{who: "a", do: rooms, want: `[]`},
		}},
		{"a route of its own watches as the others do", []txtar.File{configured("routes", "{ 'GET /all': { blueprint: 'find', model: 'shy' }, 'GET /quiet': { blueprint: 'find', model: 'filtered', autoWatch: false } }")}, []moment{
			{who: "a", do: "GET /all"},
			{who: "a", do: "GET /quiet"},
			{who: "a", do: rooms, want: `[` + watching + `]`},
		}},
		{"the requesting socket gets no message", nil, []moment{
			{who: "a", do: "GET /owner"},
			{who: "b", do: "GET /owner"},
			{who: "a", do: "POST /owner", data: value.Of("name", "x"), heard: []string{`b: owner {"verb":"created","data":{"name":"X","id":1},"id":1}`}},
			{who: "a", do: "PUT /owner/1", data: value.Of("name", "y"), heard: []string{`b: owner {"verb":"updated","data":{"name":"Y","id":1},"id":1,"previous":{"own":[],"things":[],"name":"X","id":1}}`}},
			{who: "a", do: "DELETE /owner/1", heard: []string{`b: owner {"verb":"destroyed","id":1,"previous":{"own":[],"things":[],"name":"Y","id":1}}`}},
		}},
		{"with mirror everybody gets the message", []txtar.File{configured("blueprints", "{ mirror: true }")}, []moment{
			{who: "a", do: "GET /owner"},
			{who: "b", do: "GET /owner"},
			{who: "a", do: "POST /owner", data: value.Of("name", "x"), heard: []string{`a: owner {"verb":"created","data":{"name":"X","id":1},"id":1}`, `b: owner {"verb":"created","data":{"name":"X","id":1},"id":1}`}},
			{who: "a", do: "PUT /owner/1", data: value.Of("name", "y"), heard: []string{
				`a: owner {"verb":"updated","data":{"name":"Y","id":1},"id":1,"previous":{"own":[],"things":[],"name":"X","id":1}}`,
				`b: owner {"verb":"updated","data":{"name":"Y","id":1},"id":1,"previous":{"own":[],"things":[],"name":"X","id":1}}`,
			}},
			{who: "a", do: "DELETE /owner/1", heard: []string{
				`a: owner {"verb":"destroyed","id":1,"previous":{"own":[],"things":[],"name":"Y","id":1}}`,
				`b: owner {"verb":"destroyed","id":1,"previous":{"own":[],"things":[],"name":"Y","id":1}}`,
			}},
		}},
		{"mirror of a route", []txtar.File{configured("routes", "{ 'DELETE /loud/:id': { blueprint: 'destroy', model: 'shy', mirror: true } }")}, []moment{
			make1,
			{who: "a", do: "GET /shy/1"},
			{who: "a", do: "DELETE /loud/1", heard: []string{`a: shy ` + gone}},
		}},
		{"over HTTP nobody is left out", nil, []moment{
			make1,
			{who: "a", do: "GET /shy/1"},
			{do: "DELETE /shy/1", heard: []string{`a: shy ` + gone}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			lively(t, "testdata/pubsub.txtar", "0.12", c.over, "a", "b").play(c.play)
		})
	}
}
