package router

// Guard describes the policies of an action, for audits; the handler of the
// binding enforces them itself.
type Guard struct {
	Policies []string // in order; without any, everybody is allowed
	// Rule is the setting that they come from: "user.find", "user.*", "*"; empty
	// if there is none.
	Rule string
	// Front runs the policies alone; nil without any.
	Front Handler
}

// Denied is the policy that refuses everybody.
const Denied = "deny"

// Script returns the reasons why the guard needs JavaScript.
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
