package web

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"framework/router"
)

// File is one file of an upload. Its name and type, which the client has sent,
// never change.
type File struct {
	Field, Filename, Type string

	upload *Upload // whose mutex guards the rest
	// What waits to be read is first in disk, then in memory.
	disk          *os.File
	read, written int64 // of disk
	memory        bytes.Buffer
	received      int64
	total         int64 // how many bytes it can have at most, -1 if unknown
	ended, gone   bool
	sent          int64 // how long it was before it was decoded
}

// Received is how many bytes have come in, and whether these are all.
func (f *File) Received() (n int64, all bool) {
	f.upload.mu.Lock()
	defer f.upload.mu.Unlock()
	return f.received, f.ended
}

// Sent is how long a file was that has come in: before base64 was decoded, which is the size that Sails shows.
func (f *File) Sent() int64 {
	f.upload.mu.Lock()
	defer f.upload.mu.Unlock()
	return f.sent
}

// Total is the approximate size of the file in bytes, -1 if it is not known.
func (f *File) Total() int64 {
	f.upload.mu.Lock()
	defer f.upload.mu.Unlock()
	if f.ended {
		return f.received
	}
	return f.total
}

// waiting is how many bytes have come in and were not read.
func (f *File) waiting() int64 { return f.written - f.read + int64(f.memory.Len()) }

// add keeps bytes: in memory those of a claimed file and the first of others,
// else on disk.
func (f *File) add(p []byte) error {
	u := f.upload
	reading := u.claimed[f.Field] && !u.closing
	switch {
	case f.gone:
		return nil
	case reading:
		u.room.give(len(p))
	case f.disk != nil || int64(len(p)) > u.memory || !u.receiving.Take(int64(len(p))):
		if f.disk == nil {
			if err := u.spill(f); err != nil {
				return err
			}
		}
		// The order is disk before memory.
		if f.memory.Len() > 0 {
			if err := f.store(f.memory.Bytes()); err != nil {
				return err
			}
			f.memory.Reset()
		}
		return f.store(p)
	default:
		u.memory -= int64(len(p))
		u.counted += int64(len(p))
	}
	f.memory.Write(p)
	return nil
}

func (f *File) store(p []byte) error {
	n, err := f.disk.WriteAt(p, f.written)
	f.written += int64(n)
	return err
}

// spill gives a file a temporary one.
func (u *Upload) spill(f *File) (err error) {
	if u.dir == "" {
		if u.dir, err = os.MkdirTemp("", "upload-"); err != nil {
			return err
		}
	}
	u.spilled++
	f.disk, err = os.OpenFile(filepath.Join(u.dir, strconv.Itoa(u.spilled)), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if exhausted := router.Exhausted(err); exhausted != nil {
		return exhausted
	}
	return err
}

// unspill gives the temporary file back.
func (f *File) unspill() {
	if f.disk == nil {
		return
	}
	_ = f.disk.Close() // what it held was read or is not wanted
	_ = os.Remove(f.disk.Name())
	f.disk, f.read, f.written = nil, 0, 0
}

// discard forgets what waits.
func (f *File) discard() {
	f.gone = true
	f.unspill()
	f.memory = bytes.Buffer{}
}

// Read reads on in the file and waits for bytes; io.EOF is its end. Another
// error says that the body ended before its time.
func (f *File) Read(ctx context.Context, p []byte) (int, error) {
	u := f.upload
	for {
		u.mu.Lock()
		n, err := f.take(p)
		changed := u.changed
		u.mu.Unlock()
		if n > 0 || err != nil {
			return n, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// take reads what waits.
func (f *File) take(p []byte) (n int, err error) {
	u := f.upload
	switch {
	case f.gone:
		return 0, errDropped
	case f.read < f.written:
		if n, err = f.disk.ReadAt(p[:min(int64(len(p)), f.written-f.read)], f.read); err == io.EOF { //nolint:errorlint // as ReadAt says
			err = nil
		}
		if f.read += int64(n); f.read == f.written {
			f.unspill()
		}
		u.signal()
	case f.memory.Len() > 0:
		n, _ = f.memory.Read(p) // there is something
		u.signal()
	case f.ended:
		return 0, io.EOF
	case u.over:
		return 0, uploadError(u.err)
	}
	return n, err
}
