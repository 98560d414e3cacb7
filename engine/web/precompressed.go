package web

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// stored are the encodings of files that builds write beside the plain ones, smallest
// first, with the endings of their names.
var stored = [...]struct{ encoding, ending string }{{"br", ".br"}, {"zstd", ".zst"}, {"gzip", ".gz"}}

// plainFor is for how long a file is known to have no compressed one beside it.
const plainFor = time.Second

// plainFiles are those beside which no compressed ones were found, by their paths, and
// when.
type plainFiles struct{ seen sync.Map }

func (p *plainFiles) recent(rel string) bool {
	at, found := p.seen.Load(rel)
	return found && time.Since(at.(time.Time)) < plainFor
}

func (p *plainFiles) add(rel string) { p.seen.Store(rel, time.Now()) }

// compressed opens the file beside a plain one that holds its compressed text, such as
// app.js.br, if the client prefers that and the answer may be compressed. One that is
// older than the plain file does not count. The file is nil where there is none.
func (s *Static) compressed(root *os.Root, plain fs.FileInfo, rel string, res *Responder) (*os.File, fs.FileInfo, string) {
	h := res.w.Header()
	accept := res.r.Header.Get("Accept-Encoding")
	if _, allowed := h[compressionAllowed]; !allowed || accept == "" || h.Get("Content-Encoding") != "" || !compressible(h.Get("Content-Type")) || s.plain.recent(rel) {
		return nil, nil, ""
	}
	best := struct {
		file     *os.File
		info     fs.FileInfo
		encoding string
	}{}
	most, found := quality(accept, "identity", false), false
	for _, each := range stored {
		f, info := beside(root, rel+each.ending, plain)
		if f == nil {
			continue
		}
		found = true
		q := quality(accept, each.encoding, each.encoding == "gzip")
		if q == 0 || q < most || q == most && best.file != nil {
			_ = f.Close() // it was only read
			continue
		}
		most = q
		if best.file != nil {
			_ = best.file.Close() // it was only read
		}
		best.file, best.info, best.encoding = f, info, each.encoding
	}
	if !found {
		s.plain.add(rel)
	}
	return best.file, best.info, best.encoding
}

// beside opens a file that is not older than the plain one.
func beside(root *os.Root, name string, plain fs.FileInfo) (*os.File, fs.FileInfo) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, nil // the plain one is there
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.ModTime().Before(plain.ModTime().Truncate(time.Second)) {
		_ = f.Close() // it was only read
		return nil, nil
	}
	return f, info
}
