package node_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Methods of empty buffers at the end of their memory: under the race detector, reading
// past it ends the process. The answers are those of Node 20.
func TestEmptyBuffers(t *testing.T) {
	const script = `
		const end = Buffer.alloc(8).subarray(8), log = [];
		function ask(fn) { try { log.push(fn()); } catch (e) { log.push(e.name); } }
		ask(() => end.readUInt8());
		ask(() => end.writeInt16LE(1));
		ask(() => end.readDoubleBE(0));
		ask(() => end.toString() + end.toString('hex') + end.equals(Buffer.alloc(0)) + end.compare(end) + end.indexOf('a'));
		ask(() => Buffer.concat([end, Buffer.from('a'), end]).length + end.fill(1).length + end.swap16().length);
		ask(() => require('crypto').createHash('md5').update(end).digest('hex'));
		ask(() => new TextDecoder().decode(new Uint16Array(4).subarray(4)));
		module.exports = Promise.resolve(console.log(log.join()));`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "RangeError,RangeError,RangeError,true0-1,1,d41d8cd98f00b204e9800998ecf8427e,\n"
	if got := run(t, dir, "./script.js"); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}
