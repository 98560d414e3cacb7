package watch

import (
	"crypto/sha256"
	"io"
	"os"
	"time"
)

// largeFile is the size in bytes from which on a file is known by its size and
// time instead of its content.
const largeFile = 8 << 20

// raceWindow is how coarse the times of a file system may be: a file that was
// looked at within it of its last change may have changed again unseen.
const raceWindow = 2 * time.Second

// print is what is known about a file.
type print struct {
	info os.FileInfo
	// real is the path without links: what a script requires, and where errors
	// are said to be, goes by it.
	real string
	at   time.Time // when it was looked at
	sum  [sha256.Size]byte
	// summed says that sum is that of the content.
	summed bool
}

// sum reads the content of the file at path.
func sum(path string, info os.FileInfo) (out [sha256.Size]byte, ok bool) {
	if info.Size() >= largeFile || !info.Mode().IsRegular() {
		return out, false
	}
	if info.Size() == 0 {
		return sha256.Sum256(nil), true // what claims to be empty may never end, as in /proc
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

// sameStat reports whether nothing about the file that can be seen without
// reading it has changed.
func (p *print) sameStat(info os.FileInfo) bool {
	return p.info.Size() == info.Size() && p.info.ModTime().Equal(info.ModTime()) &&
		p.info.Mode() == info.Mode() && os.SameFile(p.info, info)
}

// settled reports whether an unchanged stat can be trusted.
func (p *print) settled() bool { return p.at.Sub(p.info.ModTime()) > raceWindow }

// sameContent compares what two prints know about the content, and where it is.
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
