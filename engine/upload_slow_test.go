package engine_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"
)

const slowUpload = `
-- config/http.js --
module.exports.http = { serverOptions: { requestTimeout: 100 } };
-- config/session.js --
module.exports.session = { secret: 'x' };
-- api/controllers/UpController.js --
module.exports = {
  take: function (req, res) { req.file('f').upload(function (err) { res.json(err ? 500 : 200, { err: String(err) }); }); }
};
`

// TestSlowUpload: a client whose upload does not come in time is not given 200.
func TestSlowUpload(t *testing.T) {
	t.Parallel()
	c, err := net.Dial("tcp", liftFiles(t, slowUpload))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // all was read
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprint(c, "POST /up/take HTTP/1.1\r\nHost: a.example\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 10000\r\n\r\n"+
		"--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\npart of it")
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // it is only looked at
	if res.StatusCode != http.StatusRequestTimeout && res.StatusCode != http.StatusInternalServerError {
		t.Errorf("the answer is %s", res.Status)
	}
}
