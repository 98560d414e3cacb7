package doctor

// difference is code that behaves differently from what it does in Node or Sails, by
// the tokens that it is made of.
type difference struct {
	code     [][]string
	what, do string
	// unless is a dependency with which the code does what it does in Sails.
	unless string
}

func differences() []difference {
	calls := func(members ...string) (code [][]string) {
		for _, name := range members {
			code = append(code, []string{".", name, "("})
		}
		return code
	}
	return []difference{
		{code: [][]string{{"fs", ".", "watch", "("}}, what: "fs.watch never emits an event", do: "compare fs.stat by a timer"},
		{
			code: calls("execSync", "spawnSync", "execFileSync"),
			what: "a program that runs for longer than script.turnLimit is interrupted", do: "use exec or spawn",
		},
		{
			code: [][]string{{"detached", ":", "true"}},
			what: "detached processes end with the version of the project that started them", do: "start them by the system",
		},
		{code: calls("native"), what: "native is for MongoDB", do: "use the methods of models, or SQL with query", unless: "sails-mongo"},
		{code: calls("sendStatement"), what: "there is no sendStatement", do: "use sendNativeQuery"},
		{
			code: calls("fetchSockets", "allSockets", "socketsJoin", "socketsLeave", "disconnectSockets"),
			what: "it reaches the sockets of this server only", do: "use sails.sockets.addRoomMembersToRooms and similar functions",
		},
	}
}

// differences adds findings about code that behaves differently here.
func (e *examination) differences() {
	for _, d := range differences() {
		if _, fits := e.Tree.Package.Dependencies[d.unless]; fits {
			continue
		}
		for _, s := range e.scripts {
			for _, code := range d.code {
				for _, p := range s.Find(code...) {
					e.add(Finding{Topic: Differences, Level: Differs, What: d.what, Place: at(s, p), Do: d.do})
				}
			}
		}
	}
}
