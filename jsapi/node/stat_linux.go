package node

import (
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// systemStat holds the attributes of a file that fs.FileInfo lacks; times are in
// nanoseconds.
type systemStat struct {
	dev, nlink, uid, gid, rdev, blksize, ino, blocks int64
	atime, ctime                                     int64
}

func sysStat(info fs.FileInfo) systemStat {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		t := info.ModTime().UnixNano()
		return systemStat{nlink: 1, atime: t, ctime: t}
	}
	return systemStat{
		dev: int64(s.Dev), nlink: int64(s.Nlink), uid: int64(s.Uid), gid: int64(s.Gid), rdev: int64(s.Rdev),
		blksize: int64(s.Blksize), //nolint:unconvert // it is an int32 on arm
		ino:     int64(s.Ino), blocks: s.Blocks,
		atime: s.Atim.Nano(), ctime: s.Ctim.Nano(),
	}
}

func access(path string, bits uint32) error { return syscall.Access(path, bits) }

func timevals(times ...time.Time) []unix.Timeval {
	list := make([]unix.Timeval, len(times))
	for i, t := range times {
		list[i] = unix.NsecToTimeval(t.UnixNano())
	}
	return list
}

func setTimes(file *os.File, accessed, modified time.Time) error {
	return unix.Futimes(int(file.Fd()), timevals(accessed, modified))
}

// setLinkTimes does not follow a symbolic link.
func setLinkTimes(path string, accessed, modified time.Time) error {
	return unix.Lutimes(path, timevals(accessed, modified))
}

func statFileSystem(path string) (fileSystem, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return fileSystem{}, err
	}
	return fileSystem{
		kind: int64(s.Type), blockSize: int64(s.Bsize), //nolint:unconvert // they are 32 bits wide on arm
		blocks: int64(s.Blocks), free: int64(s.Bfree), available: int64(s.Bavail), files: int64(s.Files), freeFiles: int64(s.Ffree),
	}, nil
}
