//go:build unix

package node_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStreams measures what streams cost where most of them are used: a file that
// is piped into another, small reads from a large buffer, and a chain of transforms.
func BenchmarkStreams(b *testing.B) {
	file := filepath.Join(b.TempDir(), "file")
	if err := os.WriteFile(file, make([]byte, 4<<20), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, script string }{
		{"file", `
			const fs = require('fs');
			return function one(done) {
				fs.createReadStream('FILE').pipe(fs.createWriteStream('FILE.copy')).on('close', done);
			};`},
		{"reads", `
			const { Readable } = require('stream');
			return function one(done) {
				const from = new Readable({ highWaterMark: 1 << 20, read() {} });
				for (let i = 0; i < 64; i++) { from.push(Buffer.alloc(1024)); }
				while (from.read(100) !== null) { continue; }
				done();
			};`},
		{"transforms", `
			const { Readable, PassThrough, Writable } = require('stream');
			return function one(done) {
				let n = 0;
				new Readable({ objectMode: true, read() { this.push(n++ < 200 ? n : null); } })
					.pipe(new PassThrough({ objectMode: true })).pipe(new PassThrough({ objectMode: true }))
					.pipe(new Writable({ objectMode: true, write(c, e, next) { next(); } })).on('finish', done);
			};`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportMetric(benchmarkScript(b, strings.ReplaceAll(c.script, "FILE", file)), "cpu-µs/op")
		})
	}
}
