package web

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"framework/engine/budget"
	"framework/engine/value"
)

const (
	// uploadMemory is how many bytes of files that are not claimed yet stay in
	// memory; the others go to temporary files.
	uploadMemory = 1 << 20
	// uploadWindow is how many bytes of a file may wait for its reader.
	uploadWindow = 256 << 10
)

// errDropped is returned by reads of a file that was dropped.
var errDropped = errors.New("the upload was given up")

// Upload is a multipart body that comes in while its request is served: files
// by field in the order in which they begin, and fields behind them. It is safe
// for concurrent use. A file that was claimed comes in as fast as it is read;
// the others are kept, in memory or temporary files, until they are claimed.
type Upload struct {
	ended     chan struct{} // closed when nothing more is read
	room      room
	textLimit int64 // of the fields
	text      int64 // how much of it there is
	held      *Held
	receiving *budget.Budget

	mu      sync.Mutex
	changed chan struct{} // closed with every change
	body    *value.Map    // nil once it was handed over
	late    []Field       // what came after that
	files   []*File
	claimed map[string]bool
	dropped map[string]bool
	closing bool
	over    bool
	// received counts the bytes of all files.
	received int64
	err      error  // why it is over, nil at its proper end
	memory   int64  // what is left of uploadMemory
	counted  int64  // what files in memory take of the budget
	dir      string // temporary, "" without any
	spilled  int    // how many files are there
}

// Field is a text of a multipart body.
type Field struct{ Name, Value string }

func newUpload(length int64, limits BodyLimits) *Upload {
	u := &Upload{
		ended: make(chan struct{}), changed: make(chan struct{}), textLimit: limits.Body, held: limits.Held, receiving: limits.Receiving,
		body: value.New(8), claimed: map[string]bool{}, dropped: map[string]bool{}, memory: uploadMemory,
		room: room{limit: limits.Upload, firm: true, length: length},
	}
	if limits.Upload <= 0 {
		u.room.limit, u.room.firm = DefaultUploadLimit, false
	}
	u.room.left = u.room.limit
	return u
}

// signal wakes the goroutines that wait for a change. u.mu is held.
func (u *Upload) signal() {
	close(u.changed)
	u.changed = make(chan struct{})
}

// begin waits for the fields in front of the first file, or for the whole body
// when it is short, and hands them over.
func (u *Upload) begin() (*value.Map, error) {
	var grace <-chan time.Time
	for waiting := true; ; {
		u.mu.Lock()
		if !waiting || u.over || u.received > uploadAhead {
			body, err := u.body, u.err
			u.body = nil
			u.mu.Unlock()
			return body, err
		}
		if len(u.files) > 0 && grace == nil {
			grace = time.After(fileGrace)
		}
		changed := u.changed
		u.mu.Unlock()
		select {
		case <-changed:
		case <-grace:
			waiting = false
		}
	}
}

// unlessEmpty is nil for a body without files.
func (u *Upload) unlessEmpty() *Upload {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.over && len(u.files) == 0 {
		return nil
	}
	return u
}

func (u *Upload) addField(f Field) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.body == nil {
		u.late = append(u.late, f)
		return
	}
	f.AddTo(u.body)
}

// AddTo adds the value to a body; of several values a list, in which an empty
// first one does not count.
func (f Field) AddTo(body *value.Map) {
	if f.Name == "__proto__" {
		return // see value.StripPrototypeKeys
	}
	switch old := body.Value(f.Name).(type) {
	case []any:
		body.Set(f.Name, append(slices.Clip(old), f.Value))
	case string:
		if old != "" {
			body.Set(f.Name, []any{old, f.Value})
			return
		}
		body.Set(f.Name, f.Value)
	default:
		body.Set(f.Name, f.Value)
	}
}

func (u *Upload) addFile(field, name, kind string) *File {
	f := &File{Field: field, Filename: name, Type: kind, upload: u, total: -1}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.room.length > 0 {
		f.total = max(u.room.length-u.room.taken, 0)
	}
	u.files = append(u.files, f)
	u.signal()
	return f
}

// push adds bytes to a file. Those of a claimed one wait until it was read.
func (u *Upload) push(f *File, p []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	for {
		claimed := u.claimed[f.Field]
		switch {
		case u.dropped[f.Field]:
			return nil
		case u.closing && !claimed:
			f.discard()
			return nil
		case claimed && f.waiting() > 0 && f.waiting()+int64(len(p)) > uploadWindow && !u.closing:
			changed := u.changed
			u.mu.Unlock()
			<-changed
			u.mu.Lock()
			continue
		}
		break
	}
	err := f.add(p)
	f.received += int64(len(p))
	u.received += int64(len(p))
	u.signal()
	return err
}

func (u *Upload) endFile(f *File, sent int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	f.ended, f.sent = true, sent
	u.signal()
}

// Claim announces a reader of the files of a field: bytes that come in wait for
// it, and do not count for the limit of what is kept.
func (u *Upload) Claim(field string) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.claimed[field] = true
	u.signal()
}

// Drop discards the rest of the files of a field.
func (u *Upload) Drop(field string) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.dropped[field] = true
	for _, f := range u.files {
		if f.Field == field {
			f.discard()
		}
	}
	u.signal()
}

// Files are those of a field that have begun to come in.
func (u *Upload) Files(field string) []*File {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.of(field)
}

func (u *Upload) of(field string) []*File {
	var list []*File
	for _, f := range u.files {
		if f.Field == field {
			list = append(list, f)
		}
	}
	return list
}

// Next waits for the i-th file of a field to begin. It is nil when the body has
// ended without it; the error says that the body ended before its time.
func (u *Upload) Next(ctx context.Context, field string, i int) (*File, error) {
	if u == nil {
		return nil, nil
	}
	for {
		u.mu.Lock()
		list, over, err, changed := u.of(field), u.over, u.err, u.changed
		u.mu.Unlock()
		switch {
		case i < len(list):
			return list[i], nil
		case over:
			return nil, uploadError(err)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Late are the fields that came after a file, and that no earlier call has
// returned.
func (u *Upload) Late() []Field {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	late := u.late
	u.late = nil
	return late
}

// Over reports whether the body has been read to its end.
func (u *Upload) Over() bool {
	if u == nil {
		return true
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.over
}

// Close reads the rest of the body, which only readers get that have claimed
// its files before, and removes temporary files.
func (u *Upload) Close() error {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	u.closing = true
	u.signal()
	u.mu.Unlock()
	<-u.ended
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, f := range u.files {
		if !u.claimed[f.Field] {
			f.discard()
		}
	}
	u.receiving.Give(u.counted)
	u.counted = 0
	if u.dir == "" {
		return nil
	}
	dir := u.dir
	u.dir = ""
	// Readers that have claimed a file still read from the open file.
	return os.RemoveAll(dir)
}

// uploadError says what became of a body that ended before its time.
func uploadError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &IncompleteError{"E_BODY_TIMEOUT", "the upload did not come in time", err}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &IncompleteError{"ECONNRESET", "the upload ended before it was complete", err}
	}
	var tooLarge *TooLargeError
	if errors.As(err, &tooLarge) {
		return tooLarge
	}
	return &IncompleteError{"E_UPLOAD_FAILED", "the upload could not be read", err}
}

// IncompleteError says that an upload ended before its time.
type IncompleteError struct {
	Code, message string
	err           error
}

func (e *IncompleteError) Error() string { return e.message + ": " + e.err.Error() }

func (e *IncompleteError) Unwrap() error { return e.err }
