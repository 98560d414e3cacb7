package web

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"framework/router"
)

const (
	// maxParts is how many fields and files a multipart body may have.
	maxParts = 1000
	// fileGrace is how long after the beginning of the first file the request
	// is held for what is on its way already, fields behind small files above
	// all; a file that outgrows uploadAhead bytes is not waited for.
	fileGrace   = 100 * time.Millisecond
	uploadAhead = 64 << 10
	// maxRest is how much of a body is read for nothing.
	maxRest = 256 << 10
)

// readMultipart reads the fields in front of the first file. With files, their
// bytes and what follows come in later, through the upload.
func readMultipart(w http.ResponseWriter, r *http.Request, boundary string, limits BodyLimits, done func()) (any, *Upload, error) {
	if boundary == "" {
		done()
		return nil, nil, bodyError(errors.New("the multipart body names no boundary"))
	}
	u := newUpload(r.ContentLength, limits)
	if limits.Upload > 0 && r.ContentLength > limits.Upload {
		done()
		return nil, nil, bodyError(u.room.tooLarge())
	}
	// The answer may leave while the files are still coming in.
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // a recorder has no connection
	go func() {
		defer close(u.ended)
		defer done()
		u.read(r.Body, boundary)
		if !u.room.drain() {
			_ = control.SetReadDeadline(time.Unix(1, 0)) // what follows cannot be found
		}
	}()
	body, err := u.begin()
	if err == nil {
		return body, u.unlessEmpty(), nil
	}
	err = errors.Join(err, u.Close())
	if refused := spent(w, err); refused != nil {
		return nil, nil, refused
	}
	if slow := tooSlow(w, err); slow != nil {
		return nil, nil, slow
	}
	var tooLarge *TooLargeError
	var busy *router.Error
	switch {
	case errors.As(err, &busy):
		return nil, nil, busy
	case errors.As(err, &tooLarge):
		w.Header().Set("Connection", "close")
	}
	return nil, nil, bodyError(err)
}

// read takes the body apart until its end, an error or the limit.
func (u *Upload) read(body io.Reader, boundary string) {
	u.room.from = body
	err := u.parts(multipart.NewReader(&u.room, boundary))
	u.mu.Lock()
	defer u.mu.Unlock()
	u.over, u.err = true, err
	u.signal()
}

func (u *Upload) parts(r *multipart.Reader) error {
	for range maxParts + 1 {
		part, err := r.NextPart()
		if err == io.EOF { //nolint:errorlint // a wrapped one means that the end is missing
			return nil
		}
		if err != nil {
			return err
		}
		name := validText(part.FormName())
		switch {
		case name == "" || name == "__proto__":
		case part.FileName() == "": // a file field without a file is text, too
			err = u.readField(name, contentOf(part, part.Header))
		default:
			err = u.readFile(name, part)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("the multipart body has more than %d parts", maxParts)
}

func (u *Upload) readField(name string, part io.Reader) error {
	raw, err := u.receiving.ReadAll(io.LimitReader(part, u.textLimit-u.text+1), -1)
	if err != nil {
		return err
	}
	if err := u.count(len(raw) + len(name)); err != nil {
		return err
	}
	u.addField(Field{name, validText(string(raw))})
	return nil
}

// count adds to the text that is kept.
func (u *Upload) count(bytes int) error {
	if u.text += int64(bytes); u.text > u.textLimit {
		return fmt.Errorf("the fields are longer than the limit of %d bytes", u.textLimit)
	}
	return u.held.take(int64(bytes))
}

func (u *Upload) readFile(name string, part *multipart.Part) error {
	if err := u.count(len(name) + len(part.FileName()) + len(part.Header.Get("Content-Type"))); err != nil {
		return err
	}
	file := validText(part.FileName())
	file = file[strings.LastIndexByte(file, '\\')+1:] // some browsers send the whole path
	f := u.addFile(name, file, part.Header.Get("Content-Type"))
	sent := &counted{from: part}
	content := contentOf(sent, part.Header)
	buffer := make([]byte, 32<<10)
	for {
		n, err := content.Read(buffer)
		if n > 0 {
			if failed := u.push(f, buffer[:n]); failed != nil {
				return failed
			}
		}
		if err == io.EOF { //nolint:errorlint // as above
			u.endFile(f, sent.bytes)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// room is a body of which only so many bytes may be read.
type room struct {
	from   io.Reader
	limit  int64
	left   int64
	firm   bool // the limit holds for all bytes, also for those that a project takes
	length int64
	taken  int64 // bytes that were read
	ended  bool
}

func (m *room) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.taken += int64(n)
	m.ended = err == io.EOF //nolint:errorlint // a body ends with that very value
	if m.left -= int64(n); m.left < 0 {
		return 0, m.tooLarge()
	}
	return n, err
}

// drain reads what is behind the last part, or behind an error, if it is not
// much, and reports whether the body is at its end: net/http has to find the
// next request there.
func (m *room) drain() bool {
	if !m.ended {
		_, err := io.CopyN(io.Discard, m.from, maxRest)
		m.ended = err == io.EOF //nolint:errorlint // as in Read
	}
	return m.ended
}

// give makes room again for bytes that went to the project.
func (m *room) give(n int) {
	if !m.firm {
		m.left += int64(n)
	}
}

func (m *room) tooLarge() error {
	return &TooLargeError{Limit: m.limit, message: fmt.Sprintf("the multipart body is longer than the limit of %d bytes (setting http.uploadLimit)", m.limit)}
}
