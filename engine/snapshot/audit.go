package snapshot

import (
	"framework/engine/audit"
)

// audited is what an audit needs of a build besides its routes.
type audited struct {
	// rules names the policies in front of a model's own action.
	rules      func(model, action string) []string
	middleware []string // of the project, "router" and "www" among them, in their order
	depth      int      // of populate in requests
	asked      bool     // blueprints.associationPolicies
}

// Audit lists everything that clients can reach, and what of the models they can
// reach that way.
func (s *Snapshot) Audit() audit.Report {
	p := audit.Project{
		Bindings: s.Table.Bindings(), ORM: s.ORM, Root: s.Tree.Root, Assets: s.Tree.Assets,
		Rules: s.Profile.Audit, Merge: s.Profile.Merge, Transport: s.transport,
		Policies: s.audited.rules, Middleware: s.audited.middleware, Depth: s.audited.depth, Asked: s.audited.asked,
	}
	return p.Run()
}
