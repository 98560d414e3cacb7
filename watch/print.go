package watch

import (
	"crypto/sha256"
	"io"
	"os"
	"time"
)

// largeFile is the size in bytes from which files are compared by size and time
// instead of content.
const largeFile = 8 << 20

// raceWindow is the resolution of the times of a file system: a file that was
// read within this time after its last change may have changed again without a
// new time.
const raceWindow = 2 * time.Second

// print identifies the content of a file.
type print struct {
	info os.FileInfo
	// real is the path without links. Scripts are required by it, and errors name
	// it.
	real string
	at   time.Time // when it was read
	sum  [sha256.Size]byte
	// summed: sum is set.
	summed bool
}

// sum hashes the content of the file at path.
func sum(path string, info os.FileInfo) (out [sha256.Size]byte, ok bool) {
	if info.Size() >= largeFile || !info.Mode().IsRegular() {
		return out, false
	}
	if info.Size() == 0 {
		return sha256.Sum256(nil), true // a file of size 0 may have no end, as in /proc
	}
	f, err := os.Open(path)
	if err != nil {
		return out, false
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, largeFile)); err != nil {
		return out, false
	}
	h.Sum(out[:0])
	return out, true
}

// sameStat reports whether the metadata of the file has not changed.
func (p *print) sameStat(info os.FileInfo) bool {
	return p.info.Size() == info.Size() && p.info.ModTime().Equal(info.ModTime()) &&
		p.info.Mode() == info.Mode() && os.SameFile(p.info, info)
}

// settled reports whether unchanged metadata means unchanged content.
func (p *print) settled() bool { return p.at.Sub(p.info.ModTime()) > raceWindow }

// sameContent compares the contents and real paths of two prints, as far as they
// are known.
func (p *print) sameContent(q *print) bool {
	if p == nil || q == nil {
		return p == q
	}
	if p.real != q.real {
		return false
	}
	if p.summed && q.summed {
		return p.sum == q.sum
	}
	return p.summed == q.summed && p.sameStat(q.info)
}
