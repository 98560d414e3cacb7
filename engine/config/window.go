package config

// Window are the settings of the development page.
type Window struct {
	On bool
	// Policy is the policy of the project in front of the page, "" in development, where a
	// key is asked for.
	Policy string
	// Playground has the page run code.
	Playground bool
}

// window reads the settings of the development page: on in development; in production only
// behind a policy, and without code unless a setting says so.
func (r *reader) window(production bool) Window {
	v, _ := r.c.Get("window")
	_, on := r.section("window", "policy", "playground")
	if v == nil {
		return Window{On: !production, Playground: !production}
	}
	if !on {
		return Window{}
	}
	policy := r.string("window.policy", "")
	if !production {
		return Window{On: true, Playground: r.bool("window.playground", true)}
	}
	if policy == "" {
		r.fail(&Error{"window.policy", r.c.Source("window"), "the name of the policy in front of the page, without which there is none in production", nil})
	}
	return Window{On: true, Policy: policy, Playground: r.bool("window.playground", false)}
}
