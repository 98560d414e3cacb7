package targets

import (
	"context"

	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Readers runs the policies in front of the actions that read records, for the
// sockets to which a record would be sent.
type Readers struct{ Live func() Live }

// Guards reports whether an action of a model has policies.
func (p Readers) Guards(m *orm.Model, action string) bool { return p.Live().Gates.at(m, action) != nil }

// MayRead reports whether the policies let a request read a record. What they
// write to the session is not stored, and their answers are not sent.
func (p Readers) MayRead(ctx context.Context, in *router.Request, session bool, m *orm.Model, id string) (bool, error) {
	live := p.Live()
	g := live.Gates.at(m, "findone")
	passed := false
	ctx = context.WithValue(ctx, admittedKey{}, &passed)
	in.URL = g.address(id)
	in.Path, in.Query = in.URL, value.New(0)
	x := router.NewExchange(ctx, in, httpd.NewCollected())
	live.Requests.Open(x, session)
	err := live.Gates.serve(x, g, value.Of("id", id), nil)
	if ctx.Err() != nil { // JavaScript may still use the exchange
		return false, ctx.Err()
	}
	live.Requests.Finished(x)
	return passed && err == nil, err
}
