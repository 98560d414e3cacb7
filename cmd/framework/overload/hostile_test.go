package overload_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestHostileScriptsHarmNobodyElse has actions ask for too much memory, depth or
// time, and another client that must be answered all along: turned
// away while the loop is held for long, at once when it is free.
func TestHostileScriptsHarmNobodyElse(t *testing.T) {
	testenv.Slow(t)
	attacks := []struct{ name, code, want string }{
		{"array", "var a = []; for (;;) a.push({});", "interrupted"},
		{"text", "var s = 'x'; for (;;) s += s;", "Invalid string length"},
		{"buffer", "new ArrayBuffer(1e11);", "Array buffer allocation failed"},
		{"repeat", "'x'.repeat(1e10);", "Invalid string length"},
		{"pad", "'x'.padStart(1e12);", "Invalid string length"},
		{"zero", "require('fs').readFileSync('/dev/zero');", ""},
		{"bomb", "var z = require('zlib'), b = z.gzipSync(Buffer.alloc(5e7)); z.gunzipSync(Buffer.concat([b, b, b]));", ""},
		{"json", "JSON.parse('['.repeat(3e6));", "nests deeper"},
		{"source", "new Function('('.repeat(300000) + ')'.repeat(300000));", "Maximum call stack size exceeded"},
		{"power", "2n ** 10000000000n;", "Maximum BigInt size exceeded"},
		{"nested", "var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } JSON.stringify(a);", "Maximum call stack size exceeded"},
		{"recursion", "(function f() { f(); })();", "Maximum call stack size exceeded"},
		{"index", "Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1);", "interrupted"},
		{"join", "new Array(4294967295).join('x');", "Invalid string length"},
		{"from", "Array.from({length: 2 ** 32});", "Invalid array length"},
		{"derive", "require('crypto').pbkdf2Sync('a', 'b', 1e9, 64, 'sha512');", "interrupted"},
		{"switch", "eval(\"switch (1) { case 1: let a = 1; eval('a'); }\");", "cannot be compiled from a text"},
		{"wait", "require('child_process').execSync('sleep 60');", "interrupted"},
	}
	var actions strings.Builder
	for _, a := range attacks {
		fmt.Fprintf(&actions, "  %s: function (req, res) {\n    %s\n    return res.ok();\n  },\n", a.name, a.code)
	}
	files := programtest.Shelf + "-- api/controllers/HostileController.js --\nmodule.exports = {\n" + actions.String() + "};\n"
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, files), "development", "--script.turnLimit=4000", "--script.memoryLimit=104857600")
	quit, ended := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		defer func() { ended <- n }()
		for {
			switch status, body := s.Ask("GET", "/book/quick", ""); status {
			case 200:
				n++
			case 503: // behind a turn that takes longer than it is to wait
			default:
				t.Errorf("another client was answered with %d %.200s", status, body)
				return
			}
			select {
			case <-quit:
				return
			default:
			}
		}
	}()
	for n, a := range attacks {
		status, body := s.Ask("GET", "/hostile/"+a.name, "")
		place := fmt.Sprintf("api/controllers/HostileController.js:%d", 3+4*n)
		// A turn that has failed may be interrupted while its error is written out:
		// the answer has the message alone then, and the log the place as ever.
		placed := strings.Contains(body, place) || s.Logged("/hostile/"+a.name+" error=\""+place)
		if status != 500 || !strings.Contains(body, a.want) || !placed {
			t.Errorf("%s: answered %d %.400s, want %s at %s", a.name, status, body, a.want, place)
		}
		if status, body := s.Ask("GET", "/book/quick", ""); status != 200 {
			t.Errorf("after %s an action answered %d %.200s", a.name, status, body)
		}
	}
	close(quit)
	if n := <-ended; n == 0 {
		t.Error("no other client was answered")
	}
}
