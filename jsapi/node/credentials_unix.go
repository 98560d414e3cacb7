//go:build unix

package node

import (
	"os/user"
	"strconv"
	"syscall"

	"github.com/dop251/goja"
)

// credentialNatives are what credentials.js does with users and groups of this process.
func (m *processModule) credentialNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"moves": m.moves(),
		"identity": func(goja.FunctionCall) goja.Value {
			return m.object("setuid", syscall.Getuid(), "setgid", syscall.Getgid(), "seteuid", syscall.Geteuid(), "setegid", syscall.Getegid())
		},
		"groups": func(goja.FunctionCall) goja.Value {
			groups, _ := syscall.Getgroups() // fails for nobody
			return rt.ToValue(groups)
		},
		"user":  func(call goja.FunctionCall) goja.Value { return rt.ToValue(userID(call.Argument(0).String())) },
		"group": func(call goja.FunctionCall) goja.Value { return rt.ToValue(groupID(call.Argument(0).String())) },
		"members": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(groupsOf(call.Argument(0).String()))
		},
		// set(name, ids) returns the number and the name of the error, or null.
		"set": func(call goja.FunctionCall) goja.Value {
			var ids []int
			if err := rt.ExportTo(call.Argument(1), &ids); err != nil {
				panic(rt.NewTypeError(err.Error()))
			}
			if err := setIdentity(call.Argument(0).String(), ids); err != nil {
				return m.systemError(err)
			}
			return goja.Null()
		},
	}
}

func setIdentity(name string, ids []int) error {
	switch name {
	case "setuid":
		return syscall.Setuid(ids[0])
	case "setgid":
		return syscall.Setgid(ids[0])
	case "seteuid":
		return syscall.Setreuid(-1, ids[0])
	case "setegid":
		return syscall.Setregid(-1, ids[0])
	}
	return syscall.Setgroups(ids)
}

// userID is the number of a user, or -1.
func userID(name string) int64 {
	u, err := user.Lookup(name)
	if err != nil {
		return -1
	}
	return number(u.Uid)
}

// groupID is the number of a group, or -1.
func groupID(name string) int64 {
	g, err := user.LookupGroup(name)
	if err != nil {
		return -1
	}
	return number(g.Gid)
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// groupsOf are the groups of a user, given by number.
func groupsOf(id string) (out []int64) {
	u, err := user.LookupId(id)
	if err != nil {
		return nil
	}
	ids, err := u.GroupIds()
	if err != nil {
		return nil
	}
	for _, id := range ids {
		out = append(out, number(id))
	}
	return out
}
