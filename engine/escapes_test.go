package engine_test

import (
	"testing"

	"framework/engine/enginetest"
)

// TestEscapes: an error that nobody catches fails its request, unless the project has a
// listener of the process that takes it. One that throws takes nothing.
func TestEscapes(t *testing.T) {
	const answers = `
-- api/controllers/AfterController.js --
// A request is answered when a listener has seen its error.
function answerWhenSeen(res) {
  const before = global.seen;
  (function look() {
    if (res.headersSent) { return; }
    if (global.seen !== before) { return res.send('answered'); }
    setTimeout(look, 5);
  })();
}
module.exports = {
  timer: function (req, res) {
    setTimeout(function () { throw new Error('of a timer'); }, 0);
    answerWhenSeen(res);
  },
  promise: function (req, res) {
    Promise.reject(new Error('of a promise'));
    answerWhenSeen(res);
  },
  seen: function (req, res) { res.send(String(global.seen || '')); }
};
`
	for name, tt := range map[string]struct {
		listener       string
		timer, promise int
		seen           string
	}{
		"none":       {"", 500, 500, ""},
		"exceptions": {"process.on('uncaughtException', function (e, origin) { global.seen = (global.seen || '') + origin + ':' + e.message + ';'; });", 200, 200, "uncaughtException:of a timer;unhandledRejection:of a promise;"},
		"rejections": {"process.on('unhandledRejection', function (e) { global.seen = e.message; });", 500, 200, "of a promise"},
		"once":       {"process.once('uncaughtException', function (e) { global.seen = e.message; });", 200, 500, "of a timer"},
		"it throws":  {"process.on('uncaughtException', function (e) { throw new Error('of the listener'); });", 500, 500, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := enginetest.Serve(t, project(answers, "-- config/bootstrap.js --\nmodule.exports.bootstrap = function (done) { "+tt.listener+" done(); };\n"))
			ann := visit(t, server)
			for _, c := range []struct {
				path string
				want int
			}{{"/after/timer", tt.timer}, {"/after/promise", tt.promise}} {
				if res, text := ann.do("GET", c.path, ""); res.StatusCode != c.want {
					t.Errorf("%s: got %d %s", c.path, res.StatusCode, text)
				}
			}
			ann.expect("GET", "/after/seen", "", 200, tt.seen)
		})
	}
}
