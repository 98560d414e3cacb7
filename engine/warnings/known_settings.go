package warnings

import (
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/cors"
	"framework/engine/csrf"
)

// knownSettings are the members of the configuration, of the server and of every
// release of Sails, by the path of the object that has them. A star stands for any
// name. All of these may have members of the project's own: only what looks like
// one of the names is a typing error. Texts hold names with blanks between.
func knownSettings() map[string][]string {
	table := map[string]string{
		"": `appPath assets async blueprints bootstrap bootstrapTimeout cache connections cors csrf custom datastores
			dontFlattenConfig environment explicitHost express favicon generators globals grunt helpers hooks hookTimeout host http
			i18n implicitDefaults implicitDefaults jsonp keepResponseErrors liftTimeout loadHooks local log metrics middleware migrations
			moduleDefinitions models orm paths policies port prefix proxyHost proxyPort pubsub responses routes script security
			services session sockets ssl sslOptions test tracing transports uploads userconfig views watch window workers`,
		"log": `level noShip colors prefixes prefixTheme inspect inspectOptions custom global globals maxLevel minLevel
			adapter timestamp filePath format requests user redact`,
		"metrics": "token",
		"tracing": "endpoint headers ratio service",
		"window":  "policy playground",
		"session": `adapter auto_reconnect autoRemove autoRemoveInterval client collection cookie database db dbName
			defaultExpirationTime disabled fallbackMemory genid hash host isSessionDisabled key mongoOptions mongooseConnection name
			native pass password path port prefix proxy resave rolling routesDisabled saveUninitialized secret secure serialize
			socket ssl store stringify touchAfter ttl unset unserialize url user username`,
		"session.cookie": "maxAge domain path secure httpOnly sameSite expires signed overwrite priority partitioned originalMaxAge",
		"sockets": `adapter adapterOptions afterDisconnect allowRequest allowUpgrades authorization backwardsCompatibilityFor0.9SocketClients
			beforeConnect browserclient client cookie db grant3rdPartyCookie host httpCompression maxBufferSize maxConnections
			maxHttpBufferSize maxQueueBytes maxRequests maxRooms maxWaitingRequests onConnect onDisconnect onlyAllowOrigins origins
			pass path perMessageDeflate pingInterval pingTimeout port prefix pubClient resource sendResponseHeaders sendStatusCode
			serveClient static store subClient transports upgradeTimeout url wsEngine`,
		"http": `bodyLimit bodyParser bodyTimeout bodyValues cache cookieParser customMiddleware expressMiddleware
			express3 headTimeout idleTimeout locals loadMiddleware methodOverride middleware parseBudget poweredBy queueTime
			receiveBudget serverOptions session trustProxy uploadLimit writeTimeout`,
		"i18n": `autoReload cookie cookiename defaultLocale directory extension fallbacks indent locales localesDirectory
			objectNotation prefix queryParameter register requestLocales syncFiles updateFiles`,
		"views":         "engine extension getRenderFn layout locals partials viewEngine helpers",
		"globals":       "_ async models sails services framework",
		"models":        strings.Join(slices.Concat(modelNames(), []string{"queryTimeout", "queueTime", "transactionTimeout", "adapter"}), " "),
		"connections.*": datastoreNames,
		"datastores.*":  datastoreNames,
		"paths": `app adapters blueprints config controllers helpers hooks models policies public responses services tmp
			views assets layout`,
		"script": "turnLimit memoryLimit queueTime",
		"watch":  "ignore poll",
		"pubsub": "recheck",
		"hooks": `blueprints controllers cors csrf dev grunt helpers http i18n logger moduleloader orm policies pubsub request
			responses security services session sockets uploads userconfig userhooks views`,
		"orm": "moduleDefinitions skipMigrations _hookTimeout",
	}
	out := map[string][]string{
		"blueprints": blueprints.SettingNames(), "csrf": csrf.SettingNames(), "cors": cors.SettingNames(),
	}
	for path, names := range table {
		out[path] = append(out[path], strings.Fields(names)...)
	}
	return out
}

// datastoreNames are the members of a datastore, of all adapters that public projects use.
const datastoreNames = `adapter auth bucket charset collation connectionLimit connectTimeout connectString database dbname debug
	dir encoding endpoint fileName filePath host inMemoryOnly identity idleTimeoutMillis insecureAuth keepAlive max min
	multipleStatements migrate module options password pass poolSize pool port prefix protocol queryTimeout replicaSet schema
	socket socketPath ssl sslOptions ssl_ca timezone tls uri url user username waitForConnections wlNext wlnext autoReconnect
	readPreference queueLimit supportBigNumbers bigNumberStrings dateStrings`

// modelNames are the members of a model file that mean something.
func modelNames() []string {
	return strings.Fields(`adapter afterCreate afterDestroy afterUpdate afterValidate afterValidation archiveModelIdentity
		associations attributes autoCreatedAt autoPK autoSubscribe autoUpdatedAt autoWatch autosubscribe autowatch beforeCreate
		beforeDestroy beforeUpdate beforeValidate beforeValidation cascadeOnDestroy config connection customToJSON
		dataEncryptionKeys datastore defaultLimit definition description dontUseObjectIds fetchRecordsOnCreate
		fetchRecordsOnCreateEach fetchRecordsOnDestroy fetchRecordsOnUpdate globalId identity implementsDataTransformations
		indexes junctionTable meta migrate primaryKey registerCallbacks schema seedData tableName types validationMessages
		versionKey`)
}

// attributeNames are the properties of an attribute besides its validation rules.
func attributeNames() []string {
	return strings.Fields(`allowNull autoCreatedAt autoIncrement autoMigrations autoUpdatedAt collection columnName columnType
		compositeKey default defaultsTo description dominant encrypt enum example extendedDescription fieldName foreignKey groupKey
		index labels meta model moreInfoUrl notNull on onKey populateSettings primaryKey protect protected references required
		size through type unique validationMessage validations via`)
}
