package app_test

import (
	"testing"

	"framework/jsapi/app"
)

func TestLifts(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]bool{
		"sails.lift({}, done)":             true,
		"require('sails').lift(done)":      true,
		"require( \"sails\" )\n .load(cb)": true,
		"new Sails().load({}, done)":       true,
		"app = new Sails()":                true,
		"new (require('sails').Sails)()":   true,
		"new SailsApp":                     true,
		"a new test; Sails":                false,
		"app\n.lift (function () {})":      true,
		"Sails().load":                     false,
		"$('#page').load('/a')":            false,
		"loader.load(file)":                false,
		"sails.lifted = true":              false,
		"sails.on('lifted', done)":         false,
	} {
		if got := app.Lifts([]byte(script)); got != want {
			t.Errorf("%s: %v, want %v", script, got, want)
		}
	}
}
