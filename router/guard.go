package router

// Guard says what stands in front of an action, for people who look at a
// project; the handler of the binding has it built in.
type Guard struct {
	Policies []string // in order; none lets everybody in
	// Rule is the setting that says so: "user.find", "user.*", "*"; "" when
	// none does.
	Rule string
}

// Denied is the policy that lets nobody in.
const Denied = "deny"

// Script says why the guard enters JavaScript.
func (g *Guard) Script() []string {
	if g == nil {
		return nil
	}
	var why []string
	for _, p := range g.Policies {
		if p != Denied {
			why = append(why, "policy "+p)
		}
	}
	return why
}
