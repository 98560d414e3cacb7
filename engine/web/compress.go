package web

import (
	"bufio"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// compressFrom is the length of answers in bytes from which on they are compressed. Those
// whose length is not known are compressed too.
const compressFrom = 1 << 10

// Compress answers compressed where the client accepts it, the type of the
// answer is worth it and the answer is long enough. As with the compression
// middleware of Express, which Sails uses, Vary names Accept-Encoding after all
// else, and only for types that are compressed. Parts of files and what forbids it with
// no-transform go out as they are.
func Compress(next http.Handler) http.Handler {
	pools := newEncoders()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &compressWriter{ResponseWriter: w, pools: pools, r: r}
		defer c.end()
		next.ServeHTTP(c, r)
		c.complete = true
	})
}

// AllowCompression is for the place of compression in the order of the
// middleware: what answers before it is not compressed.
func AllowCompression(h http.Header) { h[compressionAllowed] = nil }

// compressionAllowed is a key of the header, without a value, between
// AllowCompression and compressWriter, which takes it out.
const compressionAllowed = "compression allowed"

// compressWriter decides with the header whether an answer is compressed.
type compressWriter struct {
	http.ResponseWriter
	pools    encoders
	r        *http.Request
	wrote    bool
	complete bool // the handler has not panicked
	encoding string
	enc      encoder // nil for a plain answer
}

// Unwrap is for http.ResponseController.
func (c *compressWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (c *compressWriter) WriteHeader(status int) {
	if !c.wrote && status >= http.StatusOK {
		c.wrote = true
		if c.encoding = c.settle(status); c.encoding != "" {
			c.enc = c.pools.take(c.encoding, c.ResponseWriter)
		}
	}
	c.ResponseWriter.WriteHeader(status)
}

// settle finishes the header, and returns the encoding of the answer.
func (c *compressWriter) settle(status int) string {
	h := c.Header()
	if _, allowed := h[compressionAllowed]; !allowed {
		return ""
	}
	delete(h, compressionAllowed)
	if !compressible(h.Get("Content-Type")) || strings.Contains(h.Get("Cache-Control"), "no-transform") {
		return ""
	}
	varyByEncoding(h)
	if n, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64); err == nil && n < compressFrom {
		return ""
	}
	if coded := h.Get("Content-Encoding"); coded != "" && coded != "identity" {
		return ""
	}
	if c.r.Method == http.MethodHead || status == http.StatusNoContent || status == http.StatusNotModified || h.Get("Content-Range") != "" {
		return ""
	}
	encoding := bestEncoding(c.r.Header.Get("Accept-Encoding"), encodings[:])
	if encoding == "" {
		return ""
	}
	h.Set("Content-Encoding", encoding)
	h.Del("Content-Length")
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		h.Set("ETag", "W/"+tag) // a strong one is for the same bytes
	}
	return encoding
}

// varyByEncoding adds Accept-Encoding to the header Vary, unless it names it.
func varyByEncoding(h http.Header) {
	list := h.Values("Vary")
	if len(list) == 0 {
		h["Vary"] = []string{"Accept-Encoding"}
		return
	}
	all := strings.Join(list, ", ")
	for name := range strings.SplitSeq(all, ",") {
		if name = strings.TrimSpace(name); name == "*" || strings.EqualFold(name, "Accept-Encoding") {
			return
		}
	}
	h.Set("Vary", all+", Accept-Encoding")
}

// Write implements http.ResponseWriter.
func (c *compressWriter) Write(p []byte) (int, error) {
	if !c.wrote {
		c.WriteHeader(http.StatusOK)
	}
	if c.enc != nil {
		return c.enc.Write(p)
	}
	return c.ResponseWriter.Write(p)
}

// ReadFrom lets plain files go out without being copied.
func (c *compressWriter) ReadFrom(from io.Reader) (int64, error) {
	if !c.wrote {
		c.WriteHeader(http.StatusOK)
	}
	if c.enc != nil {
		return io.Copy(c.enc, from)
	}
	return io.Copy(c.ResponseWriter, from)
}

// end sends what the encoder still holds, unless the answer was broken off: it is not to
// look like a whole one.
func (c *compressWriter) end() {
	delete(c.Header(), compressionAllowed) // of an answer that net/http begins itself
	if c.enc == nil || !c.complete {
		return
	}
	_ = c.enc.Close() // the client has gone: the connection says so
	c.pools.give(c.encoding, c.enc)
	c.enc = nil
}

// FlushError is what http.ResponseController flushes with.
func (c *compressWriter) FlushError() error {
	if !c.wrote {
		c.WriteHeader(http.StatusOK)
	}
	if c.enc != nil {
		if err := c.enc.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// Flush implements http.Flusher.
func (c *compressWriter) Flush() { _ = c.FlushError() } // a writer that cannot delivers at the end

// Hijack implements http.Hijacker.
func (c *compressWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(c.ResponseWriter).Hijack()
}

// compressible reports whether a type of content gets smaller, by the media
// types that Node's mime-db marks so.
func compressible(contentType string) bool {
	if contentType == "application/json; charset=utf-8" { // most answers
		return true
	}
	t, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	switch {
	case strings.HasPrefix(t, "text/"),
		strings.HasSuffix(t, "+json"), strings.HasSuffix(t, "+xml"), strings.HasSuffix(t, "+text"):
		return true
	}
	switch t {
	case "application/octet-stream", "application/json", "application/json5", "application/javascript", "application/x-javascript", "application/ecmascript",
		"application/xml", "application/xml-dtd", "application/rtf", "application/postscript", "application/wasm", "application/toml",
		"application/tar", "application/x-tar", "application/x-sh", "application/x-httpd-php", "application/x-perl",
		"application/vnd.ms-fontobject", "application/x-font-ttf", "font/ttf", "font/otf",
		"image/bmp", "image/x-icon", "image/vnd.microsoft.icon", "image/x-ms-bmp":
		return true
	}
	return false
}
