package engine_test

import (
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
)

// TestBuildsThatWaitForeverAreGivenUp saves what never finishes loading and,
// long after, its fix.
func TestBuildsThatWaitForeverAreGivenUp(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	tests := []struct{ name, file, text, reported string }{
		{
			"bootstrap", "config/bootstrap.js", "module.exports.bootstrap = function (cb) {};",
			"config/bootstrap.js has not finished after",
		},
		{
			"hook", "api/hooks/slow/index.js", "module.exports = function () { return { initialize: function (cb) {} }; };",
			"it waits for a hook to call back",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, livePet, memory())
			l.follow()
			l.write(tt.file, tt.text)
			l.logged(tt.reported)
			// Another save meets a build that has only begun.
			l.write("config/other.js", "module.exports.other = 1;")
			for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
				if strings.Count(l.log.String(), tt.reported) > 1 {
					break
				}
			}
			l.remove(tt.file)
			l.write("api/services/Names.js", "module.exports = { version: function () { return 'two'; } };")
			l.becomes("/pet/version", "two")
		})
	}
}
