package routes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/value"
	"framework/router"
)

// PolicyTarget begins the names of targets that are policies.
const PolicyTarget = "policy "

// given reports whether an entry has a value under a key that is not undefined.
func given(o *value.Map, key string) bool {
	v, ok := o.Get(key)
	_, undefined := v.(value.Undefined)
	return ok && !undefined
}

// bindPolicies binds what an entry has under policy: a name or a list of names.
// They stand in front of its target, whatever that is, and of what answers
// behind where it has none. Anything else ends the lift, for the entry was to
// be guarded.
func (b *builder) bindPolicies(o, options *value.Map) error {
	if !given(o, "policy") {
		return nil
	}
	list, isList := o.Value("policy").([]any)
	if !isList {
		list = []any{o.Value("policy")}
	}
	for _, each := range list {
		name, ok := each.(string)
		if !ok || strings.TrimSpace(name) == "" {
			return &FatalError{fmt.Errorf("policy takes the name of a policy or a list of names, not %s", value.Append(nil, each))}
		}
		t, err := b.res.Policy(strings.TrimSpace(name), options)
		if err != nil {
			return &FatalError{err}
		}
		b.add(t, options)
	}
	if len(list) == 0 {
		return &FatalError{errors.New("policy takes the name of a policy or a list of names, and this list is empty")}
	}
	return nil
}

// bindOptions binds an entry that names no target.
func (b *builder) bindOptions(o, options *value.Map) error {
	protects := false
	var idle []string
	for key := range options.All() {
		switch {
		case !given(options, key):
		case slices.Contains(GuardOptions(), key):
			protects = true
		default:
			idle = append(idle, key)
		}
	}
	if !protects {
		return errors.New("its target names none of " + strings.Join(TargetNames(), ", "))
	}
	for _, key := range idle {
		b.complain(fmt.Sprintf("%s has no effect without a target", key))
	}
	own := value.New(2)
	for _, key := range GuardOptions() {
		if given(options, key) {
			own.Set(key, options.Value(key))
		}
	}
	b.bindings = append(b.bindings, &router.Binding{
		Address: b.address, Options: own, Family: router.Explicit, Target: "options", Source: b.opts.Source,
	})
	return nil
}

// withoutTarget keeps the options cors and csrf of an entry whose target was
// ignored: another binding may answer requests for its address.
func (b *builder) withoutTarget(target any) {
	o, ok := target.(*value.Map)
	if !ok {
		return
	}
	own := value.New(2)
	for _, key := range GuardOptions() {
		if given(o, key) {
			own.Set(key, o.Value(key))
		}
	}
	if own.Len() == 0 {
		return
	}
	for _, bound := range b.bindings {
		if bound.Address.String() == b.address.String() && slices.ContainsFunc(GuardOptions(), bound.Options.Has) {
			return
		}
	}
	_ = b.bindOptions(own, own) // which has one of them
}
