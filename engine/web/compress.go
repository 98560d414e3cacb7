package web

import (
	"bufio"
	"mime"
	"net"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Compress answers compressed where the client accepts it, the type of the
// answer is worth it and the answer is long enough. As with the compression
// middleware of Express, which Sails uses, Vary names Accept-Encoding after all
// else, and only for types that are compressed.
func Compress(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.ContentTypeFilter(compressible))
	if err != nil {
		return nil, err
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(gzhttp.HeaderNoCompression, "until AllowCompression")
		compressed.ServeHTTP(&varyWriter{ResponseWriter: w}, r)
	}), nil
}

// AllowCompression is for the place of compression in the order of the
// middleware: what answers before it is not compressed.
func AllowCompression(h http.Header) {
	h.Del(gzhttp.HeaderNoCompression)
	h[compressionAllowed] = nil
}

// compressionAllowed is a key of the header, without a value, between
// AllowCompression and varyWriter, which takes it out.
const compressionAllowed = "compression allowed"

// varyWriter lies outside of gzhttp, which adds Accept-Encoding to Vary before
// the type of the answer is known.
type varyWriter struct {
	http.ResponseWriter
	wrote bool
}

// Unwrap is for http.ResponseController.
func (v *varyWriter) Unwrap() http.ResponseWriter { return v.ResponseWriter }

func (v *varyWriter) WriteHeader(status int) {
	if !v.wrote && status >= http.StatusOK {
		v.wrote = true
		v.settleVary()
	}
	v.ResponseWriter.WriteHeader(status)
}

// settleVary moves Accept-Encoding to the end of Vary, or takes it out.
func (v *varyWriter) settleVary() {
	h := v.Header()
	var names []string
	for name := range strings.SplitSeq(strings.Join(h.Values("Vary"), ","), ",") {
		if name = strings.TrimSpace(name); name != "" && name != "Accept-Encoding" {
			names = append(names, name)
		}
	}
	_, allowed := h[compressionAllowed]
	delete(h, compressionAllowed)
	if allowed && compressible(h.Get("Content-Type")) {
		names = append(names, "Accept-Encoding")
	}
	if len(names) == 0 {
		h.Del("Vary")
		return
	}
	h.Set("Vary", strings.Join(names, ", "))
}

func (v *varyWriter) Write(p []byte) (int, error) {
	if !v.wrote {
		v.WriteHeader(http.StatusOK)
	}
	return v.ResponseWriter.Write(p)
}

// Flush implements http.Flusher, which gzhttp requires.
func (v *varyWriter) Flush() {
	if !v.wrote {
		v.WriteHeader(http.StatusOK)
	}
	_ = http.NewResponseController(v.ResponseWriter).Flush() // a writer that cannot delivers at the end
}

// Hijack implements http.Hijacker, which gzhttp requires.
func (v *varyWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(v.ResponseWriter).Hijack()
}

// compressible reports whether a type of content gets smaller, by the media
// types that Node's mime-db marks so.
func compressible(contentType string) bool {
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
