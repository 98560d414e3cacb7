//go:build unix

package node

import (
	"errors"
	"os"
	"strconv"
	"syscall"

	"github.com/dop251/goja"
)

// priority(pid) is the priority of a process, from -20, the first, to 19; or the number and the name of
// the error. 0 is this process.
func (m *osModule) priority(call goja.FunctionCall) goja.Value {
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, int(call.Argument(0).ToInteger()))
	if err != nil {
		return m.systemError(err)
	}
	return m.realm.Runtime().ToValue(priorityOf(raw))
}

// setPriority(pid, priority) changes it; and so that of all threads where the system has one for each.
func (m *osModule) setPriority(call goja.FunctionCall) goja.Value {
	pid, priority := int(call.Argument(0).ToInteger()), int(call.Argument(1).ToInteger())
	if pid == 0 {
		pid = os.Getpid()
	}
	threads := []int{pid}
	if tasks, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task"); err == nil {
		threads = threads[:0]
		for _, task := range tasks {
			if id, err := strconv.Atoi(task.Name()); err == nil {
				threads = append(threads, id)
			}
		}
	}
	for _, id := range threads {
		if err := syscall.Setpriority(syscall.PRIO_PROCESS, id, priority); err != nil && (id == pid || !errors.Is(err, syscall.ESRCH)) {
			return m.systemError(err)
		}
	}
	return m.realm.Runtime().ToValue(0)
}
