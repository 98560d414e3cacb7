package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
)

const scriptPage = `
-- assets/page.html --
<!doctype html><body><p id="said"></p>
<script src="/socket.io/socket.io.js"></script>
<script>
  var options = {}, how = location.search.slice(1);
  if (how === 'jsonp') { options = { transports: ['polling'], forceJSONP: true, jsonp: true, upgrade: false, forceNew: true }; }
  if (how === 'text') { options = { transports: ['polling'], forceBase64: true, upgrade: false, forceNew: true }; }
  // A script that a poll waits for would keep the page from being loaded.
  window.onload = function () { setTimeout(connect, 0); };
  function connect() {
  var chat = window.chat = (io.connect || io)(location.origin + '/chat', options);
  chat.on('connect', function () {
    chat.emit('echo', 'h\u00e9 \u2028 \\n \n \ud83d\ude00 <' + '/script>', { a: [1] }, function (text, more) {
      chat.emit('bytes', function (bytes) {
        var list = bytes.byteLength === undefined ? '' : Array.prototype.join.call(new Uint8Array(bytes), ',');
        document.getElementById('said').textContent = JSON.stringify([text, more, list]) + ' over ' + (chat.io.engine.transport.constructor.name || 'polling') + ' ' + !!document.querySelector('script[src*="j="], iframe');
        document.body.id = 'done';
      });
    });
  });
  }
</script>
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  sails.io.of('/chat').on('connection', function (socket) {
    socket.on('echo', function (text, more, answer) { answer(text, more); });
    socket.on('bytes', function (answer) { answer(Buffer.from([0, 1, 254])); });
  });
  cb();
};
`

// TestClientScriptInABrowser: a page that loads the script from the server just
// works, over whatever its client uses: JSONP and bytes as text as well.
func TestClientScriptInABrowser(t *testing.T) {
	ctx := testenv.Browser(t)
	if err := chromedp.Do(ctx); err != nil { // starts it
		t.Fatal(err)
	}
	for version, modes := range map[string][]string{"1.7.4": {"", "jsonp", "text"}, "2.5.0": {"", "jsonp", "text"}, "4.8.1": {"", "text"}} {
		dir := t.TempDir()
		home := testenv.Packages(t, "socket.io-client@"+version)
		if err := os.Symlink(filepath.Join(home, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
		server := serve(t, dir, txtar.Parse([]byte(scriptPage)).Files)
		for _, mode := range modes {
			t.Run(version+" "+mode, func(t *testing.T) {
				if err := chromedp.Do(ctx, chromedp.Navigate(server.Base+"/page.html?"+mode), chromedp.WaitVisible(chromedp.CSS("#done"))); err != nil {
					t.Fatal(err)
				}
				said, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS("#said")))
				if err != nil {
					t.Fatal(err)
				}
				const want = "[\"hé \u2028 \\\\n \\n 😀 </script>\",{\"a\":[1]},\"0,1,254\"]"
				if !strings.HasPrefix(said, want) || mode == "jsonp" != strings.HasSuffix(said, " true") {
					t.Errorf("the page says %s", said)
				}
				// Or the server waits for the polls of a page that the browser keeps.
				if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`chat.disconnect(), true`)); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}
