package node

import (
	"io/fs"
	"syscall"
)

// systemStat holds the attributes of a file that fs.FileInfo lacks; times are in
// milliseconds.
type systemStat struct {
	dev, nlink, uid, gid, rdev, blksize, ino, blocks int64
	atime, ctime                                     float64
}

func sysStat(info fs.FileInfo) systemStat {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		t := float64(info.ModTime().UnixNano()) / 1e6
		return systemStat{nlink: 1, atime: t, ctime: t}
	}
	return systemStat{
		dev: int64(s.Dev), nlink: int64(s.Nlink), uid: int64(s.Uid), gid: int64(s.Gid), rdev: int64(s.Rdev),
		blksize: int64(s.Blksize), //nolint:unconvert // it is an int32 on arm
		ino:     int64(s.Ino), blocks: s.Blocks,
		atime: float64(s.Atim.Nano()) / 1e6, ctime: float64(s.Ctim.Nano()) / 1e6,
	}
}

func access(path string, bits uint32) error { return syscall.Access(path, bits) }
