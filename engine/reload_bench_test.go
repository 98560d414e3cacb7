package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/engine/value"
)

// BenchmarkReload builds projects of some controllers with their models again,
// one controller changed: what a save costs, without the time to notice it.
func BenchmarkReload(b *testing.B) {
	for _, pairs := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(pairs), func(b *testing.B) {
			var files strings.Builder
			for i := range pairs {
				fmt.Fprintf(&files, "-- api/models/Thing%d.js --\nmodule.exports = { attributes: { name: 'string', count: 'integer' } };\n", i)
				fmt.Fprintf(&files, "-- api/controllers/Thing%dController.js --\nmodule.exports = { hi: function (req, res) { res.send('hi'); } };\n", i)
			}
			l := liven(b, files.String(), value.New(0))
			b.ResetTimer()
			for i := range b.N {
				l.write("api/controllers/Thing7Controller.js", fmt.Sprintf("module.exports = { hi: function (req, res) { res.send('%d'); } };\n", i))
				l.reload()
			}
		})
	}
}
