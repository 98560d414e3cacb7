package waterline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// read reads a model of 1.x.
func (modern) read(rd *reader) error {
	if err := rd.modernSettings(); err != nil {
		return err
	}
	if err := rd.attributes("attributes: { name: { type: 'string' } }", rd.modernAttribute); err != nil {
		return err
	}
	if err := rd.modernKey(); err != nil {
		return err
	}
	if err := rd.modernCallbacks(); err != nil {
		return err
	}
	return rd.members()
}

// removed are settings that 1.x has removed, and their replacements.
var removed = map[string]string{
	"autoPK":        "declare the primary key, in config/models.js for all models: attributes: { id: { type: 'number', autoIncrement: true } }",
	"autoCreatedAt": "make it an attribute: createdAt: { type: 'number', autoCreatedAt: true }",
	"autoUpdatedAt": "make it an attribute: updatedAt: { type: 'number', autoUpdatedAt: true }",
	"types":         "give the attribute a rule of its own: custom: function (value) { return true; }",
}

func (rd *reader) modernSettings() error {
	def := rd.def
	for _, name := range slices.Sorted(maps.Keys(removed)) {
		if v := rd.file.Get(name); v != nil && !goja.IsUndefined(v) {
			return rd.fail("", "the setting "+name+" was removed in 1.0", removed[name])
		}
	}
	if v, ok := rd.given("identity"); ok {
		def.Identity = strings.ToLower(v.String())
	}
	if !identities.MatchString(def.Identity) {
		return rd.fail("", fmt.Sprintf("the identity %q has to be made of letters, digits and _", def.Identity), "rename the file")
	}
	if v, ok := rd.given("globalId"); ok {
		def.GlobalID = v.String()
	}
	def.Table = def.Identity
	if v, ok := rd.given("tableName"); ok {
		def.Table = v.String()
	}
	if v, ok := rd.given("connection"); ok {
		if _, own := given(rd.own, "connection"); own && !rd.defaults.Standalone {
			return rd.fail("", "the setting connection is called datastore in 1.0 and later", fmt.Sprintf("datastore: '%s'", v))
		}
		def.Datastore = v.String()
	}
	if v, ok := rd.given("datastore"); ok {
		if !goja.IsString(v) {
			return rd.fail("", "datastore has to be the name of one datastore", "datastore: 'default'")
		}
		def.Datastore = v.String()
	}
	// A strategy that a model has of its own is not used: all tables get that of the project.
	if models, ok := rd.defaults.Models.(*goja.Object); ok {
		if err := rd.strategy(models, orm.Safe); err != nil {
			return err
		}
	}
	if v, ok := rd.given("schema"); ok {
		on := v.ToBoolean()
		def.Schema = &on
	} else if rd.defaults.Standalone {
		on := true
		def.Schema = &on
	}
	def.PlainKeys = rd.on("dontUseObjectIds")
	def.CascadeOnDestroy = rd.on("cascadeOnDestroy")
	def.ArchiveIn = "archive"
	if v, ok := rd.given("archiveModelIdentity"); ok {
		def.ArchiveIn = ""
		if goja.IsString(v) {
			def.ArchiveIn = strings.ToLower(v.String())
		}
	}
	for setting, into := range map[string]*bool{
		"fetchRecordsOnCreate": &rd.class.fetches.create, "fetchRecordsOnCreateEach": &rd.class.fetches.createEach,
		"fetchRecordsOnUpdate": &rd.class.fetches.update, "fetchRecordsOnDestroy": &rd.class.fetches.destroy,
	} {
		*into = rd.on(setting)
	}
	if err := rd.modernMeta(); err != nil {
		return err
	}
	if err := rd.encryptionKeys(); err != nil {
		return err
	}
	return rd.customToJSON()
}

var identities = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

func (rd *reader) on(setting string) bool {
	v, ok := rd.given(setting)
	return ok && v.ToBoolean()
}

func (rd *reader) modernMeta() error {
	v, ok := rd.given("meta")
	if !ok {
		return nil
	}
	meta, err := rd.bridge.realm.FromJS(v)
	if err != nil {
		return rd.fail("", "meta cannot be read: "+err.Error(), "")
	}
	rd.def.Meta, _ = meta.(*value.Map)
	return nil
}

// encryptionKeys reads dataEncryptionKeys. A key that cannot be used matters to
// attributes that are encrypted only, as in Sails, which reads them when it encrypts.
func (rd *reader) encryptionKeys() error {
	v, ok := rd.given("dataEncryptionKeys")
	if !ok {
		return nil
	}
	o, isObject := v.(*goja.Object)
	if !isObject {
		return rd.fail("", "dataEncryptionKeys has to be an object of keys", "dataEncryptionKeys: { default: '<32 bytes in base64>' }")
	}
	for _, name := range o.Keys() {
		if strings.Contains(name, "$") {
			return rd.fail("", fmt.Sprintf("the name of the data encryption key %q cannot have a $ in it", name), "")
		}
	}
	rd.def.Keys, rd.unusable = rd.readKeys(o)
	if rd.unusable == nil {
		rd.def.KeyName = "default"
	} else {
		rd.class.log.Debug("dataEncryptionKeys cannot be used, which matters when an attribute is encrypted", "error", rd.unusable)
	}
	return nil
}

// readKeys reads the keys of dataEncryptionKeys, of which one is called default.
func (rd *reader) readKeys(o *goja.Object) (map[string][]byte, error) {
	keys := map[string][]byte{}
	for _, name := range o.Keys() {
		key, err := orm.DecodeKey(o.Get(name).String())
		if err != nil {
			return nil, rd.fail("", fmt.Sprintf("the data encryption key %q: %v", name, err), "make one with `openssl rand -base64 32`")
		}
		keys[name] = key
	}
	if keys["default"] == nil {
		return nil, rd.fail("", "dataEncryptionKeys has no key called default, with which new values are encrypted", "")
	}
	return keys, nil
}

// arrow matches the source of an arrow function, which has no this.
var arrow = regexp.MustCompile(`^(async\s*)?(\([^)]*\)|[\w$]+)\s*=>`)

func (rd *reader) customToJSON() error {
	v, ok := rd.given("customToJSON")
	if !ok {
		return nil
	}
	if _, isFunction := goja.AssertFunction(v); !isFunction {
		return rd.fail("", "customToJSON has to be a function", "customToJSON: function () { return _.omit(this, ['password']); }")
	}
	if arrow.MatchString(strings.TrimSpace(v.String())) {
		return rd.fail("", "customToJSON cannot be an arrow function, which has no record as its this", "customToJSON: function () { … }")
	}
	rd.def.ToJSON, rd.class.ownToJSON, rd.class.customToJSON = true, true, v
	return nil
}

// modernKey marks the primary key.
func (rd *reader) modernKey() error {
	name := "id"
	if v, ok := rd.given("primaryKey"); ok {
		name = v.String()
	}
	i := slices.IndexFunc(rd.def.Attributes, func(a orm.AttributeDef) bool { return a.Name == name })
	if i < 0 {
		return rd.fail("", fmt.Sprintf("the primary key is `%s`, and there is no such attribute", name),
			"add it here, or for all models to config/models.js: attributes: { id: { type: 'number', autoIncrement: true } }")
	}
	a := &rd.def.Attributes[i]
	a.PrimaryKey, a.Unique = true, true
	switch {
	case a.Model == "" && a.Type != "string" && a.Type != "number":
		return rd.fail(name, "the primary key has to be a string or a number", "type: 'number'")
	case a.AllowNull:
		return rd.fail(name, "the primary key cannot be null", "remove allowNull")
	case a.HasDefault:
		return rd.fail(name, "the primary key cannot have a default", "remove defaultsTo, or set the value in beforeCreate")
	case a.Encrypt:
		return rd.fail(name, "the primary key cannot be encrypted", "remove encrypt")
	}
	return nil
}

// unused are lifecycle callbacks of older releases that 1.x never calls.
var unused = []string{"beforeValidate", "afterValidate", "beforeFind", "afterFind", "beforeFindOne", "afterFindOne"}

func (rd *reader) modernCallbacks() error {
	for _, name := range unused {
		if _, ok := rd.given(name); ok {
			rd.class.log.Warn("the lifecycle callback "+name+" is never called in 1.0 and later", "model", rd.class.source)
		}
	}
	cb, c := &rd.def.Callbacks, rd.class
	for _, name := range lifecycle {
		v, ok := rd.given(name)
		if !ok || strings.HasSuffix(name, "Validate") {
			continue
		}
		if _, isFunction := goja.AssertFunction(v); !isFunction {
			return rd.fail("", name+" has to be a function", name+": function (values, proceed) { return proceed(); }")
		}
		switch name {
		case "beforeCreate":
			cb.BeforeCreate = append(cb.BeforeCreate, c.onValues(name, v))
		case "afterCreate":
			cb.AfterCreate = append(cb.AfterCreate, c.onRecord(name, v))
		case "beforeUpdate":
			cb.BeforeUpdate = append(cb.BeforeUpdate, c.onValues(name, v))
		case "afterUpdate":
			cb.AfterUpdate = append(cb.AfterUpdate, c.onRecord(name, v))
		case "beforeDestroy":
			cb.BeforeDestroy = append(cb.BeforeDestroy, c.onCriteria(name, v))
		case "afterDestroy":
			one := c.onRecord(name, v)
			cb.AfterDestroy = append(cb.AfterDestroy, func(ctx context.Context, gone []*orm.Record) error {
				for _, r := range gone {
					if err := one(ctx, r); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return nil
}

// onLoopKey marks the context of work that runs on the loop, and so must not wait
// for the loop.
type onLoopKey struct{}

// test makes a rule of a function of the project, which has no this.
func (c *Class) test(fn goja.Callable) orm.Test {
	ask := func(r *jsapi.Realm, val any) (bool, error) {
		v, err := fn(goja.Undefined(), r.ToJS(val))
		if err != nil {
			err = r.Wrap(err)
			if thrown, ok := errors.AsType[*jsapi.ScriptError](err); ok {
				return false, &orm.Refused{Message: thrown.Message}
			}
			return false, err
		}
		return v.ToBoolean(), nil
	}
	return func(ctx context.Context, val any) (ok bool, err error) {
		if r, here := ctx.Value(onLoopKey{}).(*jsapi.Realm); here {
			return ask(r, val)
		}
		err = c.iso.Do(ctx, func(r *jsapi.Realm) error {
			ok, err = ask(r, val)
			return err
		})
		return ok, err
	}
}

// expression makes a rule of a regular expression: in Go if both languages treat
// the expression alike, else in JavaScript.
func (c *Class) expression(o *goja.Object) any {
	m := c.matcher(o)
	s, ok := m.(scriptPattern)
	if !ok {
		return m
	}
	ask := c.test(func(_ goja.Value, args ...goja.Value) (goja.Value, error) {
		if err := s.re.Set("lastIndex", 0); err != nil {
			return nil, err
		}
		return s.test(s.re, args...)
	})
	return orm.Test(func(ctx context.Context, val any) (bool, error) {
		if _, isText := val.(string); !isText {
			return false, nil
		}
		return ask(ctx, val)
	})
}
