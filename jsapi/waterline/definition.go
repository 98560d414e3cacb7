package waterline

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// Defaults are the inputs for reading a model: its file, and the settings that apply
// where the file has none.
type Defaults struct {
	Source   string // project file, for messages
	Identity string // lower case, of the file's name
	GlobalID string // the file's base name
	// Models is config.models, the defaults for the members of the file; attributes
	// are merged key by key. May be nil.
	Models    goja.Value
	Datastore string        // for a model that names no connection
	Migrate   orm.Migration // for a model that names none
	// ErrorMembers: clients see the own properties of errors (0.12), not what
	// their toJSON gives (0.10).
	ErrorMembers bool
	// Standalone models belong to no project; fewer settings are refused.
	Standalone bool
	// Rules are the rules of the release; nil means Classic(Switches{}).
	Rules Rules
	// Isolate runs the model's functions for the ORM.
	Isolate *jsapi.Isolate
	Log     *slog.Logger
	// Production: all tables are safe, and errors of queries of 1.x lack the call stack of the
	// query, which costs each query that of making an Error.
	Production bool
	// Unanswered is how long a lifecycle callback may run before the log says so; 0 for ever.
	Unanswered time.Duration
}

// lifecycle are the names of the lifecycle callbacks in a model file.
var lifecycle = []string{
	"beforeValidate", "afterValidate", "beforeCreate", "afterCreate",
	"beforeUpdate", "afterUpdate", "beforeDestroy", "afterDestroy",
}

// ReadDefinition reads the exports of a model file. Its errors are
// *orm.DefinitionError.
func ReadDefinition(r *jsapi.Realm, exports goja.Value, d Defaults) (*orm.Definition, *Class, error) {
	b, err := bridgeOf(r)
	if err != nil {
		return nil, nil, err
	}
	file, ok := exports.(*goja.Object)
	if !ok {
		return nil, nil, &orm.DefinitionError{
			Source: d.Source, Model: d.GlobalID,
			Reason: "the file exports no object", Hint: "module.exports = { attributes: {…} }",
		}
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	class := &Class{
		source: d.Source, iso: d.Isolate, log: d.Log, unanswered: d.Unanswered, bridge: b,
		methods: b.rt.NewObject(), members: b.rt.NewObject(), errorMembers: d.ErrorMembers,
	}
	class.setRules(d.Rules)
	merged, err := merge(b.rt, d.Models, file, class.rules.inherits(d.Standalone))
	if err != nil {
		return nil, nil, r.Wrap(err)
	}
	class.Exports = merged
	rd := &reader{
		bridge: b, defaults: d, file: merged, own: file, class: class,
		def: &orm.Definition{
			Identity: d.Identity, GlobalID: d.GlobalID, Source: d.Source,
			Datastore: d.Datastore, Migrate: d.Migrate,
		},
	}
	class.rules.begin(rd.def)
	if err := class.rules.read(rd); err != nil {
		return nil, nil, err
	}
	if d.Production {
		if err := merged.Set("migrate", string(orm.Safe)); err != nil {
			return nil, nil, r.Wrap(err)
		}
	}
	return rd.def, rd.class, nil
}

// merge adds config.models as defaults to the file's members; attributes only if
// models inherit them in this release.
func merge(rt *goja.Runtime, base goja.Value, file *goja.Object, share bool) (*goja.Object, error) {
	out := rt.NewObject()
	attributes := rt.NewObject()
	for _, layer := range []goja.Value{base, file} {
		o, ok := layer.(*goja.Object)
		if !ok {
			continue
		}
		for _, k := range o.Keys() {
			v := o.Get(k)
			if k == "attributes" {
				if layer == base && !share {
					continue
				}
				if inner, ok := v.(*goja.Object); ok {
					for _, name := range inner.Keys() {
						if err := attributes.Set(name, inner.Get(name)); err != nil {
							return nil, err
						}
					}
					continue
				}
			}
			if err := out.Set(k, v); err != nil {
				return nil, err
			}
		}
	}
	if out.Get("attributes") != nil {
		return out, nil // neither an object nor absent: read refuses it
	}
	return out, out.Set("attributes", attributes)
}

// reader reads one model.
type reader struct {
	bridge   *bridge
	defaults Defaults
	file     *goja.Object
	own      *goja.Object // without config.models
	class    *Class
	def      *orm.Definition
	unusable error // what is wrong with dataEncryptionKeys
}

func (rd *reader) fail(attribute, reason, hint string) error {
	return &orm.DefinitionError{
		Source: rd.def.Source, Model: rd.def.GlobalID, Attribute: attribute, Reason: reason, Hint: hint,
	}
}

func (classic) read(rd *reader) error {
	if err := rd.settings(); err != nil {
		return err
	}
	if err := rd.types(); err != nil {
		return err
	}
	if err := rd.attributes("attributes: { name: 'string' }", rd.attribute); err != nil {
		return err
	}
	if err := rd.callbacks(); err != nil {
		return err
	}
	return rd.members()
}

// given returns a setting, false if it is missing.
func (rd *reader) given(name string) (goja.Value, bool) { return given(rd.file, name) }

func given(o *goja.Object, name string) (goja.Value, bool) {
	v := o.Get(name)
	return v, v != nil && !goja.IsUndefined(v) && !goja.IsNull(v)
}

func (rd *reader) settings() error {
	def := rd.def
	if v, ok := rd.given("identity"); ok {
		def.Identity = strings.ToLower(v.String())
	}
	if v, ok := rd.given("globalId"); ok {
		def.GlobalID = v.String()
	}
	def.Table = def.Identity
	if v, ok := rd.given("tableName"); ok {
		def.Table = v.String()
	}
	for _, name := range []string{"datastore", "connection"} {
		v, ok := rd.given(name)
		if !ok {
			continue
		}
		def.Datastore = v.String()
		if list, ok := v.(*goja.Object); ok {
			if list.ClassName() != "Array" || len(list.Keys()) == 0 {
				return rd.fail("", name+" has to be the name of a connection", name+": 'default'")
			}
			def.Datastore = list.Get("0").String()
		}
	}
	if v, ok := rd.given("schema"); ok {
		on := v.ToBoolean()
		def.Schema = &on
	}
	if err := rd.strategy(rd.file, orm.Alter); err != nil {
		return err
	}
	if v := rd.file.Get("migrate"); v != nil && !goja.IsUndefined(v) && !v.ToBoolean() {
		if err := rd.file.Set("migrate", string(def.Migrate)); err != nil {
			return err
		}
	}
	if v, ok := rd.given("autoPK"); ok {
		def.AutoPK = v.ToBoolean()
	}
	rd.timestamp("autoCreatedAt", "createdAt", &def.CreatedAt)
	rd.timestamp("autoUpdatedAt", "updatedAt", &def.UpdatedAt)
	if v, ok := rd.given("meta"); ok {
		meta, err := rd.bridge.realm.FromJS(v)
		if err != nil {
			return rd.fail("", "meta cannot be read: "+err.Error(), "")
		}
		def.Meta, _ = meta.(*value.Map)
	}
	return rd.messages()
}

// strategy reads the member migrate of o. A value that stands for none, such as the empty text
// or null, counts as idle.
func (rd *reader) strategy(o *goja.Object, idle orm.Migration) error {
	known := []orm.Migration{orm.Alter, orm.Drop, orm.Safe, orm.Create}
	switch v := o.Get("migrate"); {
	case v == nil || goja.IsUndefined(v):
	case !v.ToBoolean():
		rd.def.Migrate = idle
	case slices.Contains(known, orm.Migration(v.String())):
		rd.def.Migrate = orm.Migration(v.String())
	default:
		return rd.fail("", fmt.Sprintf("migrate is %q", v.String()), "it has to be alter, drop, safe or create")
	}
	return nil
}

// timestamp reads a setting that is a boolean or the name of an attribute.
func (rd *reader) timestamp(setting, name string, into *string) {
	v, ok := rd.given(setting)
	switch {
	case !ok:
	case goja.IsString(v) && !rd.class.switches.PlainTimestamps:
		*into = v.String()
	case !v.ToBoolean():
		*into = ""
	case *into == "":
		*into = name
	}
}

func (rd *reader) messages() error {
	v, ok := rd.given("validationMessages")
	if !ok {
		v, ok = rd.given("validation_messages")
	}
	if !ok {
		return nil
	}
	o, isObject := v.(*goja.Object)
	if !isObject {
		return rd.fail("", "validationMessages has to be an object", "validationMessages: { name: { required: '…' } }")
	}
	rd.def.Messages = map[string]map[string]string{}
	for _, attribute := range o.Keys() {
		rules, ok := o.Get(attribute).(*goja.Object)
		if !ok {
			continue
		}
		texts := map[string]string{}
		for _, rule := range rules.Keys() {
			texts[rule] = rules.Get(rule).String()
		}
		rd.def.Messages[attribute] = texts
	}
	return nil
}

// members collects the members of the model object besides its query methods.
func (rd *reader) members() error {
	for _, k := range rd.file.Keys() {
		switch k {
		case "attributes", "identity", "globalId", "tableName", "connection", "datastore", "schema",
			"migrate", "types", "associations", "definition", "primaryKey", "dataEncryptionKeys":
			continue
		}
		if err := rd.class.members.Set(k, rd.file.Get(k)); err != nil {
			return rd.bridge.realm.Wrap(err)
		}
	}
	return nil
}
