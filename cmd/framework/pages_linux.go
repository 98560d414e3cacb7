package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A mapping is a part of the program that is mapped into memory.
type mapping struct{ from, to uintptr }

// unchanged are the mappings of a file in the text of /proc/self/smaps that may be forgotten, because the file has all
// their bytes: they cannot be written, and nobody did before that (a dynamic linker that relocates, a
// debugger that sets breakpoints).
func unchanged(smaps io.Reader, file string) []mapping {
	var found []mapping
	open := false // whether the mapping of the line is found's last one
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		line := lines.Bytes()
		if key, rest, _ := bytes.Cut(line, []byte(" ")); !bytes.HasSuffix(key, []byte(":")) {
			var m mapping
			if m, open = readOnly(string(key), string(rest), file); open {
				found = append(found, m)
			}
		} else if open && string(key) == "Anonymous:" && string(bytes.TrimSpace(rest)) != "0 kB" {
			found, open = found[:len(found)-1], false
		}
	}
	return found
}

// readOnly reads the first line of a mapping: its addresses, and "r-xp 00000000 fe:01 123   /bin/framework".
func readOnly(addresses, rest, file string) (m mapping, ok bool) {
	fields := strings.SplitN(rest, " ", 5)
	if len(fields) < 5 || (fields[0] != "r-xp" && fields[0] != "r--p") || strings.TrimLeft(fields[4], " ") != file {
		return m, false
	}
	first, last, _ := strings.Cut(addresses, "-")
	from, errFrom := strconv.ParseUint(first, 16, 64)
	to, errTo := strconv.ParseUint(last, 16, 64)
	return mapping{uintptr(from), uintptr(to)}, errFrom == nil && errTo == nil && from < to
}

// forgetProgram removes the program itself from the resident memory: most of what was read for the
// start is not needed again. What is needed comes back from the cache of the system, page by page.
func forgetProgram() {
	file, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer func() { _ = smaps.Close() }()
	for _, m := range unchanged(smaps, file) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED) // without it the pages stay
	}
}
