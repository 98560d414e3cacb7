package blueprints_test

import "testing"

const (
	ada = `{"name":"Ada","age":36,"home":1,"id":1}`
	bob = `{"name":"Bob","age":20,"id":2}`
	cyd = `{"name":"Cyd","age":20,"id":3}`

	rex   = `{"name":"Rex","owner":1,"id":1}`
	tom   = `{"name":"Tom","owner":1,"id":2}`
	elm   = `{"street":"Elm","id":1}`
	chess = `{"title":"chess","id":1}`

	adaWhole = `{"home":` + elm + `,"pets":[` + rex + `,` + tom + `],"groups":[` + chess + `],"name":"Ada","age":36,"id":1}`
	bobWhole = `{"pets":[],"groups":[` + chess + `],"name":"Bob","age":20,"id":2}`
	cydWhole = `{"pets":[],"groups":[],"name":"Cyd","age":20,"id":3}`
	adaHouse = `{"home":` + elm + `,"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"id":1}`

	everybody = "200 [" + ada + "," + bob + "," + cyd + "]"
	backwards = "200 [" + cyd + "," + bob + "," + ada + "]"
	onlyAda   = "200 [" + ada + "]"
	onlyBob   = "200 [" + bob + "]"
	young     = "200 [" + bob + "," + cyd + "]"
	nobody    = "200 []"
	missing   = "404 No record found with the specified `id`."
)

func TestFind(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user", want: "200 [" + adaWhole + "," + bobWhole + "," + cydWhole + "]"},
		{method: "GET", target: "/user?populate=", want: everybody},
		{method: "GET", target: "/user/find?populate=", want: everybody},
		{method: "PATCH", target: "/user/find?populate=", body: `{"age":36}`, want: onlyAda},
		{method: "GET", target: "/USER/?populate=", want: everybody},
		{method: "PATCH", target: "/user", want: "404 "},
		// Parameters are conditions.
		{method: "GET", target: "/user?populate=&age=20", want: young},
		{method: "GET", target: "/user?populate=&name=ada", want: onlyAda},
		{method: "GET", target: "/user?populate=&name=Bob&name=Cyd", want: young},
		{method: "GET", target: "/user?populate=&age=20&name=Bob", want: onlyBob},
		{method: "GET", target: "/user?populate=&color=red", want: nobody},
		{method: "GET", target: "/user?populate=&callback=f", want: everybody},
		{method: "GET", target: "/user?populate=&age[>]=20", want: onlyAda},
		// A key makes it findOne.
		{method: "GET", target: "/user?populate=&id=2", want: "200 " + bob},
		{method: "GET", target: "/user?populate=&id=9", want: missing},
		{method: "GET", target: "/user?populate=&id=2&id=1", want: "200 " + ada},
	})
}

func TestFindWhere(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: `/user?populate=&where={"age":20}`, want: young},
		{method: "GET", target: `/user?populate=&where={"age":20}&name=Ada`, want: young},
		{method: "GET", target: `/user?populate=&where={"age":{">":20}}`, want: onlyAda},
		{method: "GET", target: `/user?populate=&where={"age":{">=":20,"<":36}}`, want: young},
		{method: "GET", target: `/user?populate=&where={"age":{"lessThanOrEqual":20}}`, want: young},
		{method: "GET", target: `/user?populate=&where={"name":{"contains":"DA"}}`, want: onlyAda},
		{method: "GET", target: `/user?populate=&where={"name":{"startsWith":"b"}}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"name":{"endsWith":"ob"}}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"name":{"like":"%25o%25"}}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"name":{"!":"Ada"}}`, want: young},
		{method: "GET", target: `/user?populate=&where={"name":{"not":["Ada","Cyd"]}}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"or":[{"name":"Bob"},{"name":"Cyd"}]}`, want: young},
		{method: "GET", target: `/user?populate=&where={"or":[{"name":"Bob"}],"age":36}`, want: nobody},
		{method: "GET", target: `/user?populate=&where={"name":["Bob"]}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"name":[]}`, want: nobody},
		{method: "GET", target: `/user?populate=&where={"id":2}`, want: onlyBob},
		{method: "GET", target: `/user?populate=&where={"home":null}`, want: nobody}, // absent is not null
		{method: "GET", target: `/user?populate=&where={"color":"red"}`, want: nobody},
		{method: "GET", target: `/user?populate=&where[age]=36`, want: onlyAda},
		{method: "POST", target: "/user/find?populate=", body: `{"where":{"name":"Bob"}}`, want: onlyBob},
		// What Sails does not take for a condition.
		{method: "GET", target: `/user?populate=&where=`, want: everybody},
		{method: "GET", target: `/user?populate=&where={}`, want: everybody},
		{method: "GET", target: `/user?populate=&where=[]`, want: everybody},
		{method: "GET", target: `/user?populate=&where=12`, want: everybody},
		{method: "GET", target: `/user?populate=&where="text"`, want: nobody, want10: everybody, want11: everybody},
		{method: "GET", target: `/user?populate=&where=null`, want: nobody},
		// What cannot be meant.
		{method: "GET", target: `/user?where={oops`, want: "400 ~E_WHERE_CLAUSE_UNPARSEABLE"},
		{method: "GET", target: `/user?where={"age":{"sideways":1}}`, want: "400 ~Unrecognized sub-attribute modifier (`sideways`) for `age`", want10: "400 ~`sideways` in the condition of `age`", want11: "400 ~`sideways` in the condition of `age`"},
		{method: "POST", target: "/user/find", body: `{"where":` + nest(`{"or":[`, `{"name":"x"}`, `]}`, 101) + `}`, want: "400 ~it nests deeper than 100 levels", want10: "400 ~the criteria nest deeper than 100 levels", want11: "400 ~the criteria nest deeper than 100 levels"},
		{method: "GET", target: `/user?where={"or":{"age":1}}`, want: "400 ~Expected an array at `or`", want10: "400 ~`or` has to be a list", want11: "400 ~`or` has to be a list"},
		{method: "GET", target: `/user?where={"age":{}}`, want: "400 ~Unexpected value at `age`", want10: "400 ~`age` is an empty object", want11: "400 ~`age` is an empty object"},
	})
}

func TestFindWindow(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user?populate=&limit=1", want: onlyAda},
		{method: "GET", target: "/user?populate=&limit=0", want: everybody},
		{method: "GET", target: "/user?populate=&limit=-1", want: everybody},
		{method: "GET", target: "/user?populate=&limit=abc", want: everybody},
		{method: "GET", target: "/user?populate=&limit=1&limit=2", want: everybody},
		{method: "GET", target: "/user?populate=&limit=2&skip=1", want: young},
		{method: "GET", target: "/user?populate=&skip=1", want: young},
		{method: "GET", target: "/user?populate=&skip=9", want: nobody},
		{method: "GET", target: "/user?populate=&skip=-1", want: everybody},
		{method: "GET", target: "/user?populate=&skip=abc", want: everybody},
		{method: "GET", target: "/user?populate=&sort=name", want: everybody},
		{method: "GET", target: "/user?populate=&sort=name%20DESC", want: backwards},
		{method: "GET", target: "/user?populate=&sort=age+asc&limit=1", want: onlyBob},
		{method: "GET", target: "/user?populate=&sort[name]=-1", want: backwards},
		{method: "GET", target: "/user?populate=&sort=nothing", want: everybody},
		// The older releases take JSON for the name of an attribute.
		{method: "GET", target: `/user?populate=&sort={"name":-1}`, want: backwards, want10: everybody, want11: everybody},
		{method: "GET", target: `/user?populate=&sort={"name":%20-1}`, want: backwards, want10: everybody, want11: everybody},
		{method: "GET", target: `/user?populate=&sort={"age":1,"name":0}`, want: backwards, want10: everybody, want11: everybody},
		{method: "GET", target: `/user?populate=&sort={"name":"up"}`, want: "400 ~the order of `name`", want10: everybody, want11: everybody},
		{method: "GET", target: "/user?populate=&sort=name%20sideways", want: "400 ~is no order"},
		// Associations.
		{method: "GET", target: "/user?name=Ada&populate=home", want: `200 [{"home":` + elm + `,"name":"Ada","age":36,"id":1}]`},
		{method: "GET", target: "/user?name=Ada&populate=pets,home", want: "200 [" + adaHouse + "]"},
		{method: "GET", target: "/user?name=Ada&populate=[pets,%20home]", want: "200 [" + adaHouse + "]"},
		{method: "GET", target: "/user?name=Ada&populate[]=pets&populate[]=home", want: "200 [" + adaHouse + "]"},
		{method: "GET", target: "/user?name=Ada&populate=false", want: onlyAda},
		{method: "GET", target: "/user?name=Ada&populate=true", want: onlyAda},
		{method: "GET", target: "/user?name=Ada&populate=color", want: onlyAda},
	})
}

func TestFindOne(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user/1", want: "200 " + adaWhole},
		{method: "HEAD", target: "/user/1", want: "200 "},
		{method: "GET", target: "/user/1?populate=", want: "200 " + ada},
		{method: "GET", target: "/user/find/2?populate=", want: "200 " + bob},
		{method: "DELETE", target: "/user/find/2?populate=", want: "200 " + bob},
		{method: "GET", target: "/user/1?populate=pets,home", want: "200 " + adaHouse},
		// Nothing but the key decides.
		{method: "GET", target: "/user/2?populate=&name=Ada", want: "200 " + bob},
		{method: "GET", target: `/user/2?populate=&where={"name":"Ada"}`, want: "200 " + bob},
		{method: "GET", target: "/user/2?populate=&limit=0&skip=1&sort=a+b+c", want: "200 " + bob},
		{method: "GET", target: "/user/2?populate=&id=1", want: "200 " + bob},
		{method: "GET", target: "/user/9", want: missing},
		{method: "GET", target: "/user/0", want: missing},
		{method: "GET", target: "/user/-1", want: missing},
		{method: "GET", target: "/user/abc", want: missing},
		{method: "GET", target: "/user/1abc", want: missing},
		{method: "GET", target: "/user/1.5", want: missing},
		{method: "GET", target: "/user/1%2F2", want: missing},
	})
}
