package engine_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

// TestBudgetOfReceiving: a body that is still coming in leaves no room for
// others that are large, however they are sent; small ones and files pass.
func TestBudgetOfReceiving(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	address := liftFiles(t, strings.Replace(gate, "parseBudget: 150000", "receiveBudget: 120000", 1))
	base, target := "http://"+address, "http://"+address+"/gate/count"
	large := `{"a":"` + strings.Repeat("x", 100_000) + `"}`
	s, err := sockettest.Dial(t.Context(), base, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	poll := base + "/socket.io/?EIO=3&transport=polling"
	res, err := http.Get(poll)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := io.ReadAll(res.Body)
	_, sid, _ := strings.Cut(string(opened), `"sid":"`)
	sid, _, found := strings.Cut(sid, `"`)
	if err != nil || res.Body.Close() != nil || !found {
		t.Fatalf("no handshake: %s, %v", opened, err)
	}
	poll += "&sid=" + sid
	legacy := dialLegacy(t, base)

	stall := func() net.Conn {
		slow, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(slow, "POST /gate/count HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(large), large[:70_000]); err != nil {
			t.Fatal(err)
		}
		return slow
	}
	slow := stall()
	defer func() { slow.Close() }()
	refused := func(what string, status int, text string, header http.Header) {
		t.Helper()
		if status != 503 || header.Get("Retry-After") == "" || !strings.Contains(text, "http.receiveBudget") {
			t.Errorf("%s: got %d %.200s %v", what, status, text, header)
		}
	}
	status, text, header := 0, "", http.Header{}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for n := 1; status != 503; n++ { // until what comes in has been read
		if ctx.Err() != nil {
			t.Fatal("the slow body does not count")
		}
		if n%20 == 0 { // a busy server may have refused it
			slow.Close()
			slow = stall()
		}
		status, text, header = sendBody(t, target, "application/json", large)
	}
	refused("a body", status, text, header)
	status, text, header = sendReader(t, target, "application/json", struct{ io.Reader }{strings.NewReader(large)})
	refused("chunks", status, text, header)
	field := multipartOf(t, func(w *multipart.Writer) error { return w.WriteField("a", large) })
	status, text, header = sendReader(t, target, field.kind, strings.NewReader(field.text))
	refused("a field", status, text, header)
	for _, encoding := range []string{"gzip", "deflate"} { // which are small until they are decompressed
		status, text, header = sendEncoded(t, target, encoding, large)
		refused(encoding, status, text, header)
		if status, text, _ := sendEncoded(t, target, encoding, `{"a":1}`); status != 200 || text != "1" {
			t.Errorf("a small body, %s: got %d %.200s", encoding, status, text)
		}
	}
	status, text, header = sendBody(t, poll, "text/plain;charset=UTF-8", fmt.Sprintf("%d:4%s", len(large)+1, large))
	refused("polling", status, text, header)
	status, text, header = sendBody(t, legacy.url, "text/plain;charset=UTF-8", "3:::"+large)
	refused("polling of Socket.IO 0.9", status, text, header)
	if got := legacy.ask(t, `{"url":"/gate/count","data":{"a":1}}`); got.Status != 200 || got.Body != int64(1) { // it goes on
		t.Errorf("a small message of Socket.IO 0.9: got %+v", got)
	}
	status, text, _ = sendBody(t, target, "application/json", `{"a":1}`)
	if status != 200 || text != "1" {
		t.Errorf("a small body: got %d %.200s", status, text)
	}
	file := multipartOf(t, func(w *multipart.Writer) error {
		part, err := w.CreateFormFile("f", "f.txt")
		if err == nil {
			_, err = io.WriteString(part, large)
		}
		return err
	})
	if status, text, _ := sendReader(t, target, file.kind, strings.NewReader(file.text)); status != 200 {
		t.Errorf("a file: got %d %.200s", status, text)
	}
	if a, err := s.Request(ctx, "post /gate/count", value.Of("a", large), nil); err == nil || ctx.Err() != nil {
		t.Errorf("a message: got %v, %v", a, err)
	}

	if _, err := io.WriteString(slow, large[70_000:]); err != nil {
		t.Fatal(err)
	}
	res, err = http.ReadResponse(bufio.NewReader(slow), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if all, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusOK || string(all) != "1" {
		t.Errorf("the slow body: got %d %.200s", res.StatusCode, all)
	}
	if status, text, _ := sendBody(t, target, "application/json", large); status != 200 || text != "1" {
		t.Errorf("afterwards: got %d %.200s", status, text)
	}
}

// sendEncoded posts the text as JSON in a content encoding.
func sendEncoded(t *testing.T, url, encoding, text string) (status int, answer string, header http.Header) {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if encoding == "deflate" {
		w = zlib.NewWriter(&b)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return sendWith(t, url, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {encoding}}, &b)
}

// legacyClient is a client of Socket.IO 0.9 that polls; url is that of its transport.
type legacyClient struct{ url string }

func dialLegacy(t *testing.T, base string) legacyClient {
	t.Helper()
	id, _, found := strings.Cut(getText(t, base+"/socket.io/1/?__sails_io_sdk_version=0.11.0"), ":")
	if !found {
		t.Fatalf("no handshake of Socket.IO 0.9: %s", id)
	}
	c := legacyClient{base + "/socket.io/1/xhr-polling/" + id}
	if got := getText(t, c.url); got != "1::" {
		t.Fatalf("connecting with Socket.IO 0.9: %s", got)
	}
	return c
}

// ask sends a virtual request, the JSON of which is given, as a POST.
func (c legacyClient) ask(t *testing.T, request string) sockettest.Answer {
	t.Helper()
	packet := `5:1+::` + string(value.Append(nil, value.Of("name", "post", "args", []any{request})))
	if status, text, _ := sendBody(t, c.url, "text/plain;charset=UTF-8", packet); status != 200 || text != "1" {
		t.Fatalf("sending a packet of Socket.IO 0.9: %d %.200s", status, text)
	}
	for { // polls that end without it carry heartbeats, or nothing
		text := getText(t, c.url)
		_, data, found := strings.Cut(text, "6:::1+")
		if !found && strings.HasPrefix(text, "7:") {
			t.Fatalf("the connection is over: %s", text)
		}
		if !found {
			continue
		}
		v, err := value.Parse([]byte(data))
		list, _ := v.([]any)
		if err != nil || len(list) != 1 {
			t.Fatalf("the answer is %s", text)
		}
		m, _ := list[0].(*value.Map)
		status, _ := m.Value("statusCode").(int64)
		return sockettest.Answer{Status: int(status), Body: m.Value("body")}
	}
}

func getText(t *testing.T, url string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type parts struct{ kind, text string }

func multipartOf(t *testing.T, write func(w *multipart.Writer) error) parts {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return parts{w.FormDataContentType(), b.String()}
}
