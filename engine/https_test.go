package engine_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
	"software.sslmate.com/src/go-pkcs12"

	"framework/engine"
	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// writeCertificate makes a certificate of 127.0.0.1 that signs itself, under
// dir: server.key, server.crt, and server.pfx with the passphrase sesame.
func writeCertificate(t testing.TB, dir, name string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := pkcs12.Modern.Encode(key, cert, nil, "sesame")
	if err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{
		"server.crt": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		"server.key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"server.pfx": bundle,
	} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return pool
}

const encrypted = `
-- config/routes.js --
module.exports.routes = {
  'GET /who': 'who.am',
  'GET /enter': 'who.enter',
};
-- config/session.js --
module.exports.session = { secret: 'x', cookie: { secure: true } };
-- api/controllers/WhoController.js --
module.exports = {
  am: function (req, res) { res.json({ protocol: req.protocol, secure: req.secure }); },
  enter: function (req, res) { req.session.me = 1; res.json({ base: req._sails.getBaseUrl() }); },
};
`

// serveFolder serves a project as framework lift does.
func serveFolder(t testing.TB, dir string, log *slog.Logger) (app *engine.App, address string) {
	t.Helper()
	app = engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: log, Flags: enginetest.InMemory(nil)})
	if err := app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- app.Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return app, ln.Addr().String()
}

// liftEncrypted writes a project and serves it as framework lift does.
func liftEncrypted(t testing.TB, dir, manifest, settings string) (app *engine.App, address string, log *bytes.Buffer) {
	t.Helper()
	files := append(txtar.Parse([]byte(encrypted)).Files,
		txtar.File{Name: "package.json", Data: []byte(manifest)},
		txtar.File{Name: "config/local.js", Data: []byte(settings)})
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	log = new(bytes.Buffer)
	app, address = serveFolder(t, dir, slog.New(slog.NewTextHandler(log, nil)))
	return app, address, log
}

// clientOf trusts the certificates of a pool alone.
func clientOf(t testing.TB, pool *x509.CertPool) *http.Client {
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func ask(t testing.TB, client *http.Client, url string) (*http.Response, string) {
	t.Helper()
	res, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

const (
	modernManifest  = `{"dependencies": {"sails": "^1.5.0"}}`
	classicManifest = `{"dependencies": {"sails": "~0.12.0"}}`
	pairSetting     = `var fs = require('fs'), dir = __dirname + '/../';
module.exports.ssl = { key: fs.readFileSync(dir + 'server.key'), cert: fs.readFileSync(dir + 'server.crt', 'utf8') };
`
)

// TestHTTPS: the server uses HTTPS if the project configures it, in the forms
// of every release.
func TestHTTPS(t *testing.T) {
	testenv.Slow(t)
	for name, c := range map[string]struct{ manifest, settings string }{
		"a pair":                {modernManifest, pairSetting},
		"a pair, classic":       {classicManifest, pairSetting},
		"pfx":                   {modernManifest, `module.exports.ssl = { pfx: require('fs').readFileSync(__dirname + '/../server.pfx'), passphrase: 'sesame' };`},
		"http.serverOptions":    {modernManifest, pairSetting + `module.exports.http = { serverOptions: module.exports.ssl }; module.exports.ssl = true;`},
		"express.serverOptions": {`{"dependencies": {"sails": "~0.10.0"}}`, pairSetting + `module.exports.express = { serverOptions: module.exports.ssl }; module.exports.ssl = true;`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			client := clientOf(t, writeCertificate(t, dir, "first"))
			app, address, _ := liftEncrypted(t, dir, c.manifest, c.settings)
			res, text := ask(t, client, "https://"+address+"/who")
			if !same(text, `{"protocol":"https","secure":true}`) || res.ProtoMajor != 1 {
				t.Errorf("%s %s", res.Proto, text)
			}
			res, text = ask(t, client, "https://"+address+"/enter")
			if cookie := res.Header.Get("Set-Cookie"); !strings.Contains(cookie, "Secure") || !strings.Contains(text, "https://localhost") {
				t.Errorf("cookie %q, %s", cookie, text)
			}
			// A client without TLS gets an answer that says so.
			if res, _ := ask(t, http.DefaultClient, "http://"+address+"/who"); res.StatusCode != http.StatusBadRequest {
				t.Errorf("without TLS: %d", res.StatusCode)
			}
			// A renewed certificate counts with the next reload.
			renewed := clientOf(t, writeCertificate(t, dir, "second"))
			if _, err := renewed.Get("https://" + address + "/who"); err == nil {
				t.Error("the new certificate counts before the reload")
			}
			if _, err := app.Reload(context.Background()); err != nil {
				t.Fatal(err)
			}
			if res, _ := ask(t, renewed, "https://"+address+"/who"); res.TLS.PeerCertificates[0].Subject.CommonName != "second" {
				t.Error("the old certificate is shown after the reload")
			}
			// A broken one does not.
			if err := os.WriteFile(filepath.Join(dir, "config/local.js"), []byte("module.exports.ssl = { key: 'a', cert: 'b' };"), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := app.Reload(context.Background()); err == nil || !strings.Contains(err.Error(), "config ssl.key (set in config/local.js): holds no private key in PEM form; is it the name of a file?") {
				t.Errorf("a broken key: %v", err)
			}
			ask(t, renewed, "https://"+address+"/who")
			// Where there is none any more, the last one goes on until a restart.
			if err := os.WriteFile(filepath.Join(dir, "config/local.js"), []byte("module.exports = {};"), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := app.Reload(context.Background()); err != nil {
				t.Fatal(err)
			}
			if res, _ := ask(t, renewed, "https://"+address+"/who"); res.TLS.PeerCertificates[0].Subject.CommonName != "second" {
				t.Error("the first certificate is shown, not the last one")
			}
		})
	}
}

// TestHTTPSSettings: settings that contradict each other end the lift or cause
// a warning.
func TestHTTPSSettings(t *testing.T) {
	dir := t.TempDir()
	writeCertificate(t, dir, "first")
	t.Run("half a pair", func(t *testing.T) {
		half := t.TempDir()
		if err := os.MkdirAll(filepath.Join(half, "config"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(half, "config/local.js"), []byte("module.exports.ssl = { key: 'secret' };"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := engine.New(engine.Options{Dir: half, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)}).Load(context.Background())
		if err == nil || !strings.Contains(err.Error(), "config ssl (set in config/local.js): expected key and cert together") || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v", err)
		}
	})
	app, address, log := liftEncrypted(t, dir, modernManifest, pairSetting+`
module.exports.http = { serverOptions: Object.assign({ insecureHTTPParser: true, keepAliveTimeout: 5000, headersTimeout: '7000', maxHeaderSize: 8192 }, module.exports.ssl) };
delete module.exports.ssl;`)
	s, release, err := app.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	if got := warned(s); !strings.Contains(got, "http.serverOptions.key holds a key, but HTTP is spoken without encryption: add ssl: true") || !strings.Contains(got, "http.serverOptions.insecureHTTPParser has no effect") || strings.Contains(got, "keepAlive") {
		t.Error(got)
	}
	if s.Settings.IdleTimeout != 5*time.Second || s.Settings.HeadTimeout != 7*time.Second || s.Settings.HeadLimit != 8192 {
		t.Errorf("%+v", s.Settings)
	}
	release()
	if _, text := ask(t, http.DefaultClient, "http://"+address+"/who"); !same(text, `{"protocol":"http","secure":false}`) {
		t.Error(text)
	}
	// A cookie that is for HTTPS alone is not sent without it.
	if res, _ := ask(t, http.DefaultClient, "http://"+address+"/enter"); res.Header.Get("Set-Cookie") != "" {
		t.Error("a cookie for HTTPS goes over HTTP")
	}
	if err := os.WriteFile(filepath.Join(dir, "config/local.js"), []byte(pairSetting), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "config.ssl takes effect after a restart") {
		t.Error(log)
	}
}

// TestHTTPSSockets connects with the stock client of 1.x.
func TestHTTPSSockets(t *testing.T) {
	home := testenv.Packages(t, "sails.io.js@1.2.1", "socket.io-client@2.5.0")
	dir := t.TempDir()
	writeCertificate(t, dir, "first")
	t.Setenv("NODE_EXTRA_CA_CERTS", filepath.Join(dir, "server.crt"))
	_, address, _ := liftEncrypted(t, dir, modernManifest, pairSetting)
	for _, transport := range []string{"websocket", "polling"} {
		t.Run(transport, func(t *testing.T) {
			if out := testenv.Node(t, home, "testdata/https/socket.js", "https://"+address, transport); !strings.Contains(out, "ok") {
				t.Error(out)
			}
		})
	}
}

// same compares JSON by its value.
func same(text, want string) bool { return strings.Join(strings.Fields(text), "") == want }

// TestHTTPSNames: SNICallback finds the certificate of a name; without one the
// server shows its own.
func TestHTTPSNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"first", "second"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeCertificate(t, filepath.Join(dir, name), name)
	}
	_, address, _ := liftEncrypted(t, dir, modernManifest, `
const fs = require('fs'), tls = require('tls'), path = require('path');
const pair = name => ({ key: fs.readFileSync(path.join(__dirname, '..', name, 'server.key')), cert: fs.readFileSync(path.join(__dirname, '..', name, 'server.crt')) });
module.exports.ssl = true;
module.exports.http = { serverOptions: Object.assign(pair('first'), { SNICallback: function (name, done) {
  if (name === 'bad.example') { return done(new Error('no such name')); }
  setTimeout(() => done(null, name === 'second.example' ? tls.createSecureContext(pair('second')) : undefined), 1);
} }) };`)
	for name, want := range map[string]string{"second.example": "second", "other.example": "first", "": "first", "bad.example": ""} {
		conn, err := tls.Dial("tcp", address, &tls.Config{ServerName: name, InsecureSkipVerify: true}) //nolint:gosec // the name is checked
		if err != nil {
			if want != "" {
				t.Errorf("%q: %v", name, err)
			}
			continue
		}
		if got := conn.ConnectionState().PeerCertificates[0].Subject.CommonName; got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
		_ = conn.Close()
	}
}

// warned are the warnings of a version, one a line.
func warned(s *engine.Snapshot) string {
	var out strings.Builder
	for _, p := range s.Warnings {
		fmt.Fprintln(&out, p)
	}
	return out.String()
}
