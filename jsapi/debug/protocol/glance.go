package protocol

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"framework/jsapi/compile"
	"framework/jsapi/debug"
)

// sideEffect is the exception of V8 for what may have one.
func (m *mirror) sideEffect() error {
	rt := m.agent.Realm.Runtime()
	_, err := m.agent.Quietly(func() (goja.Value, error) {
		return rt.RunString(`throw new EvalError('Possible side-effect in debug-evaluate')`)
	})
	return err
}

// glance evaluates what certainly has no side effect: see sight. Clients ask for it while one
// points at something. f is nil for global names.
func (s *Session) glance(m *mirror, f *debug.Frame, how evaluation) (any, error) {
	e, err := expression(how.Expression)
	if err != nil {
		return s.exception(m, m.thrown(err), how), nil
	}
	look := sight{m: m, frame: f}
	if f != nil {
		look.this = f.This()
	} else {
		look.this = m.agent.Realm.Runtime().GlobalObject()
	}
	v, ok := look.of(e)
	if !ok {
		return s.exception(m, m.sideEffect(), how), nil
	}
	return s.outcome(m, v, nil, how)
}

// expression parses one; nil is what is not one.
func expression(text string) (ast.Expression, error) {
	tree, err := compile.Parse("evaluated", "("+text+"\n)")
	if err != nil {
		return nil, err
	}
	if statement, ok := tree.Body[0].(*ast.ExpressionStatement); ok && len(tree.Body) == 1 {
		return statement.Expression, nil
	}
	return nil, nil
}

// glanceCall calls a function whose text certainly has no side effect: one that only returns
// something. ok is false for others.
func (m *mirror) glanceCall(text string, this goja.Value, args []goja.Value) (v goja.Value, ok bool) {
	e, err := expression(text)
	if err != nil {
		return nil, false
	}
	rt := m.agent.Realm.Runtime()
	look := sight{m: m, names: map[string]goja.Value{}}
	var parameters *ast.ParameterList
	var body ast.Node
	switch e := e.(type) {
	case *ast.FunctionLiteral:
		if e.Async || e.Generator {
			return nil, false
		}
		parameters, body = e.ParameterList, e.Body
		look.names["arguments"] = nil
		if e.Name != nil {
			look.names[e.Name.Name.String()] = nil
		}
		look.this = rt.GlobalObject()
		if !goja.IsUndefined(this) && !goja.IsNull(this) {
			look.this = this.ToObject(rt)
		}
	case *ast.ArrowFunctionLiteral:
		if e.Async {
			return nil, false
		}
		parameters, body, look.this = e.ParameterList, e.Body, rt.GlobalObject()
	default:
		return nil, false
	}
	if parameters.Rest != nil {
		return nil, false
	}
	for i, p := range parameters.List {
		name, ok := p.Target.(*ast.Identifier)
		if !ok || p.Initializer != nil {
			return nil, false
		}
		look.names[name.Name.String()] = goja.Undefined()
		if i < len(args) {
			look.names[name.Name.String()] = args[i]
		}
	}
	switch body := body.(type) {
	case *ast.ExpressionBody:
		return look.of(body.Expression)
	case *ast.BlockStatement:
		if len(body.List) == 0 {
			return goja.Undefined(), true
		}
		if r, ok := body.List[0].(*ast.ReturnStatement); ok && r.Argument != nil && len(body.List) == 1 { // what follows could declare names
			return look.of(r.Argument)
		}
	}
	return nil, false
}

// sight evaluates expressions which cannot have a side effect: names, members that are data,
// operators between primitive values, new arrays and objects.
type sight struct {
	m     *mirror
	frame *debug.Frame // nil for global names
	this  goja.Value
	names map[string]goja.Value // that hide others; nil is one whose value is not known
	ends  *bool                 // set where a chain with ?. ends early, nil outside of one
}

// of evaluates an expression; ok is false if that may have an effect, or throw.
func (l sight) of(e ast.Expression) (v goja.Value, ok bool) {
	rt := l.m.agent.Realm.Runtime()
	switch e := e.(type) {
	case *ast.Identifier:
		return l.name(e.Name.String())
	case *ast.ThisExpression:
		return l.this, true
	case *ast.StringLiteral:
		return rt.ToValue(e.Value.String()), true
	case *ast.NumberLiteral:
		return rt.ToValue(e.Value), true
	case *ast.BooleanLiteral:
		return rt.ToValue(e.Value), true
	case *ast.NullLiteral:
		return goja.Null(), true
	case *ast.DotExpression:
		return l.member(e.Left, e.Identifier.Name.String())
	case *ast.BracketExpression:
		key, ok := l.of(e.Member)
		if _, isObject := key.(*goja.Object); !ok || isObject {
			return nil, false
		}
		if _, symbol := key.(*goja.Symbol); symbol {
			return nil, false
		}
		return l.member(e.Left, key.String())
	case *ast.OptionalChain:
		l.ends = new(bool)
		if v, ok = l.of(e.Expression); *l.ends {
			return goja.Undefined(), true
		}
		return v, ok
	case *ast.Optional:
		return l.of(e.Expression)
	case *ast.UnaryExpression:
		return l.unary(e)
	case *ast.BinaryExpression:
		return l.binary(e)
	case *ast.ConditionalExpression:
		test, ok := l.of(e.Test)
		switch {
		case !ok:
			return nil, false
		case test.ToBoolean():
			return l.of(e.Consequent)
		}
		return l.of(e.Alternate)
	case *ast.SequenceExpression:
		for _, part := range e.Sequence {
			if v, ok = l.of(part); !ok {
				return nil, false
			}
		}
		return v, true
	case *ast.TemplateLiteral:
		return l.template(e)
	case *ast.ArrayLiteral:
		list := make([]any, len(e.Value))
		for i, part := range e.Value {
			if list[i], ok = l.of(part); !ok { // holes and spreads too
				return nil, false
			}
		}
		return rt.NewArray(list...), true
	case *ast.ObjectLiteral:
		return l.object(e)
	}
	return nil, false
}

func (l sight) name(name string) (goja.Value, bool) {
	if v, ok := l.names[name]; ok {
		return v, v != nil
	}
	if l.frame != nil {
		if v, ok := l.frame.Variable(name); ok {
			return v, v != nil
		}
	}
	return l.m.data(l.m.agent.Realm.Runtime().GlobalObject(), name)
}

// exists reports whether something declares a name.
func (l sight) exists(name string) bool {
	if _, ok := l.names[name]; ok {
		return true
	}
	if l.frame != nil {
		if _, ok := l.frame.Variable(name); ok {
			return true
		}
	}
	return l.m.find(l.m.agent.Realm.Runtime().GlobalObject(), name) != nil
}

func (l sight) unary(e *ast.UnaryExpression) (goja.Value, bool) {
	rt := l.m.agent.Realm.Runtime()
	if name, ok := e.Operand.(*ast.Identifier); ok && e.Operator == token.TYPEOF && !l.exists(name.Name.String()) {
		return rt.ToValue("undefined"), true
	}
	v, ok := l.of(e.Operand)
	if !ok {
		return nil, false
	}
	switch e.Operator {
	case token.NOT:
		return rt.ToValue(!v.ToBoolean()), true
	case token.VOID:
		return goja.Undefined(), true
	case token.TYPEOF:
		return rt.ToValue(l.m.bareType(v)), true
	case token.PLUS, token.MINUS, token.BITWISE_NOT:
		return l.m.operate(e.Operator.String()+" a", v, goja.Undefined())
	}
	return nil, false
}

func (l sight) binary(e *ast.BinaryExpression) (goja.Value, bool) {
	left, ok := l.of(e.Left)
	if !ok {
		return nil, false
	}
	switch e.Operator {
	case token.LOGICAL_AND:
		if !left.ToBoolean() {
			return left, true
		}
		return l.of(e.Right)
	case token.LOGICAL_OR:
		if left.ToBoolean() {
			return left, true
		}
		return l.of(e.Right)
	case token.COALESCE:
		if !goja.IsUndefined(left) && !goja.IsNull(left) {
			return left, true
		}
		return l.of(e.Right)
	}
	right, ok := l.of(e.Right)
	switch {
	case !ok:
		return nil, false
	case e.Operator == token.STRICT_EQUAL:
		return l.m.agent.Realm.Runtime().ToValue(left.StrictEquals(right)), true
	case e.Operator == token.STRICT_NOT_EQUAL:
		return l.m.agent.Realm.Runtime().ToValue(!left.StrictEquals(right)), true
	case e.Operator == token.IN || e.Operator == token.INSTANCEOF: // may ask a proxy
		return nil, false
	}
	return l.m.operate("a "+e.Operator.String()+" b", left, right)
}

func (l sight) template(e *ast.TemplateLiteral) (goja.Value, bool) {
	if e.Tag != nil {
		return nil, false
	}
	rt := l.m.agent.Realm.Runtime()
	text := rt.ToValue("")
	for i, part := range e.Elements {
		var ok bool
		if text, ok = l.m.operate("a + b", text, rt.ToValue(part.Parsed.String())); !ok {
			return nil, false
		}
		if i < len(e.Expressions) {
			v, ok := l.of(e.Expressions[i])
			if !ok {
				return nil, false
			}
			if text, ok = l.m.operate("a + b", text, v); !ok {
				return nil, false
			}
		}
	}
	return text, true
}

func (l sight) object(e *ast.ObjectLiteral) (goja.Value, bool) {
	o := l.m.agent.Realm.Runtime().NewObject()
	for _, p := range e.Value {
		var key string
		var v goja.Value
		ok := false
		switch p := p.(type) {
		case *ast.PropertyShort:
			key = p.Name.Name.String()
			v, ok = l.name(key)
		case *ast.PropertyKeyed:
			name, isText := p.Key.(*ast.StringLiteral)
			if !isText || p.Computed || p.Kind != ast.PropertyKindValue {
				return nil, false
			}
			key = name.Value.String()
			v, ok = l.of(p.Value)
		}
		if !ok || key == "__proto__" {
			return nil, false
		}
		if err := o.Set(key, v); err != nil {
			return nil, false
		}
	}
	return o, true
}

func (l sight) member(of ast.Expression, name string) (goja.Value, bool) {
	v, ok := l.of(of)
	if !ok {
		return nil, false
	}
	if _, optional := of.(*ast.Optional); optional && (goja.IsUndefined(v) || goja.IsNull(v)) && l.ends != nil {
		*l.ends = true
		return nil, false
	}
	if goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, false
	}
	return l.m.data(v.ToObject(l.m.agent.Realm.Runtime()), name)
}

// bareType is what typeof says.
func (m *mirror) bareType(v goja.Value) string {
	text, _ := m.bare(v)["type"].(string)
	return text
}

// operate applies an operator to primitive values, which are a and b in its text. ok is false
// for objects, which may have code for that, and for what throws.
func (m *mirror) operate(text string, a, b goja.Value) (goja.Value, bool) {
	for _, v := range []goja.Value{a, b} {
		if _, isObject := v.(*goja.Object); isObject {
			return nil, false
		}
	}
	v, err := m.agent.Quietly(func() (goja.Value, error) {
		made, err := m.agent.Realm.Runtime().RunString("(function (a, b) { return " + text + "; })")
		if err != nil {
			return nil, err
		}
		f, _ := goja.AssertFunction(made)
		return f(goja.Undefined(), a, b)
	})
	return v, err == nil
}

// data reads a member, unless that may run code of a script.
func (m *mirror) data(o *goja.Object, name string) (goja.Value, bool) {
	switch found := m.find(o, name); {
	case found == nil:
		return goja.Undefined(), o != m.agent.Realm.Runtime().GlobalObject()
	case len(found) == 0:
		return nil, false
	default:
		return found[0], true
	}
}

// find looks for a member of an object. It returns its value, nothing where reading it may run
// code of a script, and nil if there is none.
func (m *mirror) find(o *goja.Object, name string) []goja.Value {
	for at := o; at != nil; at = at.Prototype() {
		if isProxy(at) {
			return []goja.Value{}
		}
		if found := m.list(m.member, at, name, o); found != nil {
			if len(found) == 0 && (at != o || m.hasOwn(o, name)) {
				return m.computedMember(o, name)
			}
			return found
		}
	}
	return nil
}
