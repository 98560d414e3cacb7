package engine_test

import (
	"strings"
	"testing"

	"framework/engine"
)

const dotEnvProject = `
-- .env --
GREETING=from the file
OWN=from the file
sails_custom__deep__key=from the file
a line that is none
-- config/greet.js --
module.exports.greet = { text: process.env.GREETING, own: process.env.OWN };
-- config/routes.js --
module.exports.routes = {
  '/': function (req, res) {
    var c = sails.config;
    res.send([c.greet.text, c.greet.own, c.custom && c.custom.deep.key, process.env.GREETING].join(' | '));
  }
};
`

// TestDotEnv: the variables of .env are there before the configuration is read, those of the
// process win, and a save is seen. In production the file is not read, and a warning says so.
func TestDotEnv(t *testing.T) {
	t.Parallel()
	process := func(variables ...string) func(*engine.Options) {
		return func(o *engine.Options) { o.Environ = variables }
	}
	warned := func(l *live) (list []string) {
		for _, w := range l.app.Current().Warnings {
			if w.File == ".env" {
				list = append(list, w.String())
			}
		}
		return list
	}

	l := liven(t, dotEnvProject, memory(), process("OWN=from the process"))
	l.expect("/", "from the file | from the process | from the file | from the file")
	if got := warned(l); len(got) != 1 || !strings.HasPrefix(got[0], ".env:4: the line is not read") {
		t.Errorf("got %q", got)
	}
	l.write(".env", "GREETING='after a save'\n")
	l.reload()
	l.expect("/", "after a save | from the process |  | after a save")

	l = liven(t, dotEnvProject, memory(), process("OWN=from the process", "NODE_ENV=production"))
	l.expect("/", " | from the process |  | ")
	if got := warned(l); len(got) != 1 || !strings.HasPrefix(got[0], ".env: it is not read in production, so GREETING is not set") {
		t.Errorf("got %q", got)
	}
	l = liven(t, dotEnvProject+"-- package.json --\n{\"dependencies\":{\"dotenv\":\"^16.0.0\"}}\n", memory(), process("NODE_ENV=production"))
	if got := warned(l); len(got) != 0 {
		t.Errorf("a project that reads the file itself: got %q", got)
	}

	l = liven(t, strings.ReplaceAll(dotEnvProject, "-- .env --", "-- .env/bin/python --"), memory())
	l.expect("/", " |  |  | ")
}
