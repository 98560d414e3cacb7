package web

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"framework/router"
)

// StaticOptions configure a Static.
type StaticOptions struct {
	// Dirs are looked through in order.
	Dirs []string
	// CacheControl is sent with every file.
	CacheControl string
	// Switches are those of the release.
	Switches StaticSwitches
}

// StaticSwitches are the differences between releases in static files.
type StaticSwitches struct {
	// RedirectHTML answers a folder without its slash with a page (0.11 and
	// later) instead of a line of text.
	RedirectHTML bool
	// MoveFolders redirects a folder without its slash for good (1.x).
	MoveFolders bool
	// Types are the content types of files.
	Types Types
}

// Static serves the files of a project's public folders. What begins with a
// dot is not served, nor is anything outside of the folders, symbolic links
// considered. Safe for concurrent use.
type Static struct {
	opts    StaticOptions
	folders []*publicFolder
	plain   plainFiles
}

// NewStatic opens the folders. One that is not there may be made later.
func NewStatic(opts StaticOptions) (*Static, error) {
	s := &Static{opts: opts}
	for _, dir := range opts.Dirs {
		folder := &publicFolder{dir: dir}
		if _, _, err := folder.renewed(nil); err != nil {
			return nil, errors.Join(fmt.Errorf("opening the public folder %s: %w", dir, err), s.Close())
		}
		s.folders = append(s.folders, folder)
	}
	return s, nil
}

// Close gives the folders back.
func (s *Static) Close() error {
	var errs []error
	for _, f := range s.folders {
		errs = append(errs, f.close())
	}
	return errors.Join(errs...)
}

// Serve answers a GET or HEAD with the file of that path, and passes when
// there is none.
func (s *Static) Serve(x *router.Exchange) (router.Verdict, error) {
	rel, folder, ok := AskedFile(x)
	if !ok {
		return router.Pass, nil
	}
	for _, public := range s.folders {
		if done, err := s.inFolder(public, rel, folder, x); done || err != nil {
			return router.Answered, err
		}
	}
	return router.Pass, nil
}

// inFolder answers with a file of a public folder, if it has it.
func (s *Static) inFolder(public *publicFolder, rel string, folder bool, x *router.Exchange) (bool, error) {
	held := public.held.Load()
	if held != nil {
		if done, err := s.file(held.root, rel, folder, x); done || err != nil {
			return done, err
		}
	}
	now, renewed, err := public.renewed(held)
	if err != nil || !renewed {
		return false, router.Exhausted(err)
	}
	return s.file(now.root, rel, folder, x)
}

// AskedFile is the path, relative to a public folder, of the file that a GET or
// HEAD is for, "" being the folder itself; folder says that its address ends as
// that of a folder does. It is not ok where the request can be for none.
func AskedFile(x *router.Exchange) (rel string, folder, ok bool) {
	if m := x.Request.Method; m != http.MethodGet && m != http.MethodHead {
		return "", false, false
	}
	name, err := url.PathUnescape(x.Request.Path)
	if err != nil || strings.ContainsAny(name, "\\\x00") {
		return "", false, false // what does not decode names no file
	}
	rel = strings.TrimPrefix(path.Clean("/"+name), "/")
	return rel, strings.HasSuffix(name, "/"), !Hidden(rel)
}

// Hidden reports whether a part of the path begins with a dot: such files are
// not served, save for the folder .well-known of RFC 8615.
func Hidden(file string) bool {
	for part := range strings.SplitSeq(strings.TrimPrefix(file, ".well-known/"), "/") {
		if strings.HasPrefix(part, ".") {
			return true
		}
	}
	return false
}

func (s *Static) file(root *os.Root, rel string, folder bool, x *router.Exchange) (bool, error) {
	if rel == "" {
		rel = "."
	}
	f, err := root.Open(filepath.FromSlash(rel))
	if err != nil {
		return false, router.Exhausted(err) // else no such file here: the next handler looks for it
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return false, nil //nolint:nilerr // vanished meanwhile
	}
	if st.IsDir() {
		if !folder {
			return true, s.redirect(x) // whether it has an index or not, as Sails does
		}
		index := path.Join(rel, "index.html")
		if _, err := root.Stat(filepath.FromSlash(index)); err != nil {
			return false, router.Exhausted(err) // else folders without an index are not listed
		}
		return s.file(root, index, false, x)
	}
	if folder || !st.Mode().IsRegular() {
		return false, nil
	}
	return true, s.send(root, f, st, rel, x)
}

func (s *Static) send(root *os.Root, f *os.File, st fs.FileInfo, rel string, x *router.Exchange) error {
	h := x.Response.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", s.opts.Switches.Types.File(rel))
	}
	if s.opts.CacheControl != "" {
		h.Set("Cache-Control", s.opts.CacheControl)
	}
	if strings.HasPrefix(h.Get("Content-Type"), "text/html") && len(h["Set-Cookie"]) > 0 {
		// A page begins the session of a visitor: no cache is to hand it to others.
		h.Set("Cache-Control", strings.Replace(h.Get("Cache-Control"), "public", "private", 1))
	}
	res, ok := x.Response.(*Responder)
	if !ok {
		return errors.New("static files are served over HTTP only")
	}
	if coded, its, encoding := s.compressed(root, st, rel, res); coded != nil {
		defer coded.Close() //nolint:errcheck // it was only read
		h.Set("Content-Encoding", encoding)
		h.Set("Content-Length", strconv.FormatInt(its.Size(), 10))
		return res.CommitFile(coded, its)
	}
	return res.CommitFile(f, st)
}

// CommitFile sends a file with its validators, the requested part of it, or 304
// when the client has it. Its type is that of the header.
func (s *Responder) CommitFile(f io.ReadSeeker, st fs.FileInfo) error {
	if err := s.begin(http.StatusOK); err != nil {
		return err
	}
	h := s.w.Header()
	if h.Get("ETag") == "" {
		h.Set("ETag", s.options.Tags.File(st.Size(), st.ModTime()))
	}
	if at, ok := f.(io.ReaderAt); ok && st.Size() <= smallFile {
		f = io.NewSectionReader(at, 0, st.Size()) // knows its size without asking the system
	}
	http.ServeContent(keptValidators{s.w, st.ModTime(), s}, plainConditions(s.r, st.Size(), h.Get("ETag"), st.ModTime()), "", st.ModTime().Truncate(time.Second), f)
	return nil
}

// keptValidators gives a 304 the headers of the file that it stands for.
type keptValidators struct {
	http.ResponseWriter
	modified time.Time
	of       *Responder
}

// WriteHeader implements http.ResponseWriter.
func (k keptValidators) WriteHeader(status int) {
	k.of.became(status)
	if status == http.StatusNotModified {
		k.Header().Set("Last-Modified", k.modified.UTC().Format(http.TimeFormat))
		k.Header().Set("Accept-Ranges", "bytes")
	}
	k.ResponseWriter.WriteHeader(status)
}

// smallFile is the size up to which a file is read and written with the header: that
// costs less than to have the system send it by itself.
const smallFile = 16 << 10

// ReadFrom lets files go out without being copied.
func (k keptValidators) ReadFrom(from io.Reader) (int64, error) {
	if limited, ok := from.(*io.LimitedReader); ok && limited.N <= smallFile {
		text := make([]byte, limited.N)
		read, failed := io.ReadFull(limited, text) // a file that became shorter ends the answer early
		n, err := k.Write(text[:read])
		return int64(n), cmp.Or(err, failed)
	}
	n, err := io.Copy(k.ResponseWriter, from)
	k.of.count(n)
	return n, err
}

// Write implements http.ResponseWriter.
func (k keptValidators) Write(b []byte) (int, error) {
	n, err := k.ResponseWriter.Write(b)
	k.of.count(int64(n))
	return n, err
}

// redirect sends the client to the folder's address with a slash.
func (s *Static) redirect(x *router.Exchange) error {
	h := x.Response.Header()
	to := x.Request.Path + "/"
	// A path such as //host would lead to another site.
	to = "/" + strings.TrimLeft(to, "/")
	if _, query, ok := strings.Cut(x.Request.URL, "?"); ok {
		to += "?" + query
	}
	h.Set("Location", to)
	text := "Redirecting to " + to
	if s.opts.Switches.MoveFolders {
		h.Set("Content-Type", "text/html; charset=UTF-8")
		h.Set("Content-Security-Policy", "default-src 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		return x.Response.Commit(http.StatusMovedPermanently, []byte(movedPage(text)))
	}
	if s.opts.Switches.RedirectHTML {
		e := html.EscapeString(to)
		text = `Redirecting to <a href="` + e + `">` + e + "</a>\n"
		h.Set("Content-Type", "text/html; charset=UTF-8")
		h.Set("X-Content-Type-Options", "nosniff")
	}
	return x.Response.Commit(http.StatusSeeOther, []byte(text))
}

// movedPage is the page that says where a folder is.
func movedPage(text string) string {
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Redirecting</title>\n</head>\n<body>\n<pre>" +
		html.EscapeString(text) + "</pre>\n</body>\n</html>\n"
}
