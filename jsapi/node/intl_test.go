package node_test

import (
	"os"
	"path/filepath"
	"testing"
)

// A locale without data is answered in English, which the log says once.
func TestIntlWarnsOnceOfALocaleWithoutData(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ask.js"), []byte(`
		var told = [];
		process.on('warning', function (w) { told.push(w.message); });
		new Intl.NumberFormat('xx'); new Intl.PluralRules('xx'); new Intl.NumberFormat('en-ZA'); new Intl.NumberFormat('de');
		module.exports = new Promise(function (done, fail) { setTimeout(function () {
			if (told.length !== 1 || told[0].indexOf('locale xx:') < 0) { return fail(new Error('warnings: ' + JSON.stringify(told))); }
			done();
		}, 1); });`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := perform(t, dir, "./ask.js"); err != nil {
		t.Fatal(err)
	}
}
