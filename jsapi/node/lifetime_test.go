//go:build unix

package node_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// everything opens one of each thing that lives outside the realm and leaves
// it open.
const everything = `
const http = require('http'), net = require('net'), cp = require('child_process'), zlib = require('zlib'), fs = require('fs');
const server = http.createServer((req, res) => { if (req.url === '/hang') { res.write('begun'); } else { res.end('ok'); } });
module.exports = new Promise((done, failed) => server.listen(0, '127.0.0.1', () => {
  const port = server.address().port;
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1', () => {
    net.connect(silent.address().port, '127.0.0.1', function () { this.on('data', () => {});
      http.get({ host: '127.0.0.1', port }, res => res.resume().on('end', () => {
        http.get({ host: '127.0.0.1', port, path: '/hang' }, res => res.once('data', () => {
          const gz = zlib.createGunzip();
          gz.write(zlib.gzipSync('half of it').slice(0, 12));
          const child = cp.spawn('sleep', ['1000']);
          fs.open(__filename, 'r', () => {
            setInterval(() => {}, 10);
            server.on('upgrade', (req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'));
            http.get({ host: '127.0.0.1', port, headers: { Connection: 'Upgrade', Upgrade: 'x' } }).on('upgrade', () => {
              server.removeAllListeners('upgrade').on('upgrade', (req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
                'Sec-WebSocket-Accept: ' + require('crypto').createHash('sha1').update(req.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64') + '\r\n\r\n'));
              require('dgram').createSocket('udp4').bind(0, '127.0.0.1');
              new WebSocket('ws://127.0.0.1:' + port).onopen = () => fs.writeFile('pid', String(child.pid), e => e ? failed(e) : done());
            });
          });
        })).on('error', () => {});
      }));
    });
  });
}));`

func TestWhatIsOpenEndsWithTheRealm(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(everything), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	opts := node.Options{Root: dir, Stdout: &out, Stderr: &out, Env: os.Environ(), Log: log}
	_, err = i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		err := node.Globals(r, opts)
		var v goja.Value
		if err == nil {
			var l *modules.Loader
			if l, err = modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)}); err == nil {
				v, err = l.Require("./script.js")
			}
		}
		if err != nil {
			op.Settle(nil, err)
			return
		}
		then, _ := goja.AssertFunction(v.ToObject(r.Runtime()).Get("then"))
		settle := func(err error) goja.Value { op.Settle(nil, err); return goja.Undefined() }
		_, err = then(v, r.Runtime().ToValue(func(goja.FunctionCall) goja.Value { return settle(nil) }),
			r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value { return settle(r.GoError(call.Argument(0))) }))
		if err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
	if err != nil {
		t.Fatal(err, out.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatal("the process ended before the realm:", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := i.Close(ctx); err != nil {
		t.Fatal("closing the realm:", err)
	}
	if err := syscall.Kill(pid, 0); err == nil {
		t.Error("the process outlived the realm")
	}
}
