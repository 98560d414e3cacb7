package sqlite

import (
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/sqlite/conn"
)

var errThrown = errors.New("a function of the script has failed")

// flags are those of a function: 1 deterministic, 2 only from statements of the script itself.
func flags(v goja.Value) int32 {
	out := int32(0)
	if v.ToInteger()&1 != 0 {
		out |= conn.Deterministic
	}
	if v.ToInteger()&2 != 0 {
		out |= conn.DirectOnly
	}
	return out
}

// calls runs functions of the script inside of a statement of a database. It keeps what they throw, and
// after that calls none until the statement has ended.
type calls struct {
	*natives
	link *link
	mode mode
}

func (c *calls) call(fn goja.Callable, args ...goja.Value) (v goja.Value, err error) {
	if c.link.thrown != nil {
		return nil, errThrown
	}
	v, err = fn(goja.Undefined(), args...)
	if err != nil {
		c.link.thrown = err
		return nil, errThrown
	}
	return v, nil
}

func (c *calls) values(args []any) []goja.Value {
	out := make([]goja.Value, len(args))
	for i, a := range args {
		out[i] = toJS(c.realm, a, c.mode)
	}
	return out
}

func (c *calls) result(v goja.Value, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	out, ok := fromJS(c.realm, v, c.ints)
	if !ok {
		return nil, errors.New("the function has returned a value that SQLite does not have")
	}
	return out, nil
}

// function is function(db, name, args, flags, mode, fn).
func (n *natives) function(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	fn, _ := goja.AssertFunction(call.Argument(5))
	c := &calls{n, db.link, mode(call.Argument(4).ToInteger())}
	err := db.conn.Define(conn.Function{
		Name: call.Argument(1).String(), Args: int(call.Argument(2).ToInteger()), Flags: flags(call.Argument(3)),
		Scalar: func(args []any) (any, error) { return c.result(c.call(fn, c.values(args)...)) },
	})
	if err != nil {
		panic(n.failure(err))
	}
	return goja.Undefined()
}

// aggregate is aggregate(db, name, args, flags, mode, start, step, inverse or null, result): start() makes the first
// state, step(state, …) and inverse(state, …) return the next one, result(state, final) the value.
func (n *natives) aggregate(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	function := func(i int) goja.Callable {
		fn, _ := goja.AssertFunction(call.Argument(i))
		return fn
	}
	c := &calls{n, db.link, mode(call.Argument(4).ToInteger())}
	start, step, inverse, result := function(5), function(6), function(7), function(8)
	err := db.conn.Define(conn.Function{
		Name: call.Argument(1).String(), Args: int(call.Argument(2).ToInteger()), Flags: flags(call.Argument(3)), Window: inverse != nil,
		Begin: func() (conn.State, error) {
			v, err := c.call(start)
			return &aggregate{c, v, step, inverse, result}, err
		},
	})
	if err != nil {
		panic(n.failure(err))
	}
	return goja.Undefined()
}

// aggregate is the state of one group of rows.
type aggregate struct {
	*calls
	state                 goja.Value
	step, inverse, result goja.Callable
}

func (a *aggregate) next(fn goja.Callable, args []any) error {
	v, err := a.call(fn, append([]goja.Value{a.state}, a.values(args)...)...)
	if err == nil {
		a.state = v
	}
	return err
}

func (a *aggregate) Step(args []any) error    { return a.next(a.step, args) }
func (a *aggregate) Inverse(args []any) error { return a.next(a.inverse, args) }

func (a *aggregate) Value() (any, error) {
	return a.calls.result(a.call(a.result, a.state, a.value(false)))
}

func (a *aggregate) Final() (any, error) {
	return a.calls.result(a.call(a.result, a.state, a.value(true)))
}
