package overload_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

const filing = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- config/routes.js --
module.exports.routes = { 'GET /page': { view: 'page' }, 'GET /case': { view: 'upper' } };
-- config/views.js --
module.exports.views = { engine: 'ejs', layout: false };
-- views/page.ejs --
a page
-- views/Upper.ejs --
letters
-- assets/file.txt --
a file
-- node_modules/thing/package.json --
{ "name": "thing", "main": "lib/thing.js" }
-- node_modules/thing/lib/thing.js --
module.exports = 'a thing';
-- node_modules/thing/index.js --
module.exports = 'another thing';
-- api/models/Book.js --
module.exports = { attributes: { title: 'string' } };
-- api/controllers/BookController.js --
module.exports = {
  show: function (req, res) { return res.view('page'); },
  send: function (req, res) { return res.sendfile('assets/file.txt'); },
  download: function (req, res) { return res.download('assets/file.txt'); },
  load: function (req, res) { return res.send(require('thing')); },
  take: function (req, res) {
    req.file('doc').upload(function (err, files) { return err ? res.negotiate(err) : res.send('taken ' + files.length); });
  }
};
`

// TestOutOfDescriptors: what needs a file while there are no descriptors left is
// answered 503, never as if the file was not there, and as ever once there are some
// again. Records need none.
func TestOutOfDescriptors(t *testing.T) {
	for _, env := range []string{"development", "production"} {
		t.Run(env, func(t *testing.T) { outOfDescriptors(t, env) })
	}
}

func outOfDescriptors(t *testing.T, env string) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	addr := programtest.FreeAddr(t)
	host, port, _ := net.SplitHostPort(addr)
	s := programtest.Start(t, addr, []string{"NODE_ENV=" + env}, shell, "-c", `ulimit -n 100 && exec "$@"`, "sh",
		programtest.Path(t), "lift", programtest.Project(t, filing), "--port", port, "--host", host)
	upload := "--edge\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a.bin\"\r\n\r\nsome\r\n--edge--\r\n"
	cases := []struct{ request, want string }{
		{get(addr, "/file.txt"), "a file"},
		{get(addr, "/page"), "a page"},
		{get(addr, "/case"), "letters"},
		{get(addr, "/book/show"), "a page"},
		{get(addr, "/book/send"), "a file"},
		{get(addr, "/book/download"), "a file"},
		{get(addr, "/book/load"), "a thing"},
		{fmt.Sprintf("POST /book/take HTTP/1.1\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: %d\r\n\r\n%s", addr, len(upload), upload), "taken 1"},
		{post(addr, "/book", `{"title":"kept"}`), "kept"},
		{get(addr, "/book"), "kept"},
	}
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			c.Close()
		}
	}()
	open := func() net.Conn {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
		return c
	}
	// A connection of each, that the server has accepted.
	var readers []*bufio.Reader
	for range cases {
		c := open()
		if status, body := roundTrip(t, c, bufio.NewReader(c), get(addr, "/_framework/health/alive")); status == 0 {
			t.Fatal(body)
		}
		readers = append(readers, bufio.NewReader(c))
	}
	for range 120 {
		open()
	}
	if !s.Logged("connections cannot be accepted") {
		t.Fatal("there are descriptors left")
	}
	for n, c := range cases {
		status, body := roundTrip(t, conns[n], readers[n], c.request)
		switch right := strings.Contains(body, c.want); {
		case status/100 == 2 && right: // it was in memory
		case status == http.StatusServiceUnavailable:
		default:
			t.Errorf("%.30q: %d %.300s", c.request, status, body)
		}
		t.Logf("%.30q: %d", c.request, status)
	}
	for _, c := range conns[len(cases):] {
		c.Close()
	}
	for n, c := range cases {
		status, body := 0, ""
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			fresh, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			status, body = roundTrip(t, fresh, bufio.NewReader(fresh), c.request)
			fresh.Close()
			if status != http.StatusServiceUnavailable {
				break
			}
		}
		if status/100 != 2 || !strings.Contains(body, c.want) {
			t.Errorf("afterwards %.30q (%d): %d %.300s", c.request, n, status, body)
		}
	}
}

// roundTrip sends a request and reads its answer.
func roundTrip(t *testing.T, c net.Conn, r *bufio.Reader, request string) (int, string) {
	t.Helper()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write([]byte(request)); err != nil {
		return 0, err.Error()
	}
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	var b strings.Builder
	if _, err := bufio.NewReader(res.Body).WriteTo(&b); err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, b.String()
}
