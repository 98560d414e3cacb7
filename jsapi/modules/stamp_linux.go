package modules

import (
	"os"
	"syscall"
)

func stampOf(info os.FileInfo) (stamp, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}, false
	}
	return stamp{size: info.Size(), modified: s.Mtim.Nano(), changed: s.Ctim.Nano(), device: uint64(s.Dev), inode: s.Ino}, true //nolint:unconvert // it has other sizes elsewhere
}
