package blueprints_test

import "testing"

func TestPopulate(t *testing.T) {
	const gone = "404 No record found with the specified id."
	asked(t, false, []row{
		{method: "GET", target: "/user/1/pets", want: "200 [" + rex + "," + tom + "]"},
		{method: "GET", target: "/user/2/pets", want: nobody},
		{method: "GET", target: "/user/1/home", want: "200 " + elm},
		{method: "GET", target: "/user/1/home?street=Nowhere", want: "404 Specified record (1) is missing relation `home`"},
		{method: "GET", target: "/user/1/home?skip=1", want: "404 Specified record (1) is missing relation `home`"},
		{method: "GET", target: "/user/1/home?skip=0&limit=1", want: "200 " + elm},
		{method: "GET", target: "/user/1/groups", want: "200 [" + chess + "]"},
		{method: "GET", target: "/group/1/members", want: "200 [" + ada + "," + bob + "]"},
		{method: "GET", target: "/user/1/PETS", want: "200 [" + rex + "," + tom + "]"},
		{method: "GET", target: "/user/2/home", want: "404 Specified record (2) is missing relation `home`"},
		{method: "GET", target: "/user/9/pets", want: gone},
		{method: "GET", target: "/user/abc/pets", want: gone},
		{method: "GET", target: "/user/1/color", want: "404 "},
		// 0.10 asks for a child with criteria that nothing matches.
		{method: "GET", target: "/user/1/pets/2", want: "200 [" + tom + "]", want10: nobody},
		{method: "GET", target: "/user/1/pets?id=2", want: "200 [" + tom + "]", want10: nobody},
		{method: "GET", target: "/user/1/pets/3", want: nobody},
		{method: "GET", target: "/user/1/pets/abc", want: nobody},
		// The conditions are about the children.
		{method: "GET", target: "/user/1/pets?name=Tom", want: "200 [" + tom + "]"},
		{method: "GET", target: `/user/1/pets?where={"name":{"startsWith":"R"}}`, want: "200 [" + rex + "]"},
		{method: "GET", target: "/user/1/pets?sort=name%20DESC", want: "200 [" + tom + "," + rex + "]"},
		{method: "GET", target: "/user/1/pets?limit=1", want: "200 [" + rex + "]"},
		{method: "GET", target: "/user/1/pets?limit=1&skip=1", want: "200 [" + tom + "]"},
		{method: "GET", target: "/user/1/pets?limit=0", want: "200 [" + rex + "," + tom + "]"},
		{method: "GET", target: "/group/1/members?age=20", want: onlyBob},
		{method: "GET", target: "/group/1/members/1", want: onlyAda, want10: nobody},
		// Here populate is a condition like any other.
		{method: "GET", target: "/user/1/pets?populate=owner", want: nobody},
		{method: "GET", target: "/user/1/pets?where={oops", want: "400 ~E_WHERE_CLAUSE_UNPARSEABLE"},
		{method: "GET", target: "/user/1/pets?sort=name+sideways", want: "400 ~is no order"},
	})
}

func TestAdd(t *testing.T) {
	const kimBob = `200 {"pets":[{"name":"Kim","owner":2,"id":3}],"name":"Bob","age":20,"id":2}`
	unchanged := [2]string{"/pet?populate=", "200 [" + rex + "," + tom + `,{"name":"Kim","id":3}]`}
	asked(t, true, []row{
		{method: "POST", target: "/user/2/pets/3", want: kimBob, then: [2]string{"/pet/3?populate=", `200 {"name":"Kim","owner":2,"id":3}`}},
		{method: "POST", target: "/user/2/pets", body: `{"id":3}`, want: kimBob},
		{method: "GET", target: "/user/2/pets/add/3", want: kimBob},
		{method: "POST", target: "/user/1/pets/3", want: `200 {"pets":[` + rex + `,` + tom + `,{"name":"Kim","owner":1,"id":3}],"name":"Ada","age":36,"home":1,"id":1}`},
		{method: "POST", target: "/user/2/pets/1", want: `200 {"pets":[{"name":"Rex","owner":2,"id":1}],"name":"Bob","age":20,"id":2}`, then: [2]string{"/user/1/pets", "200 [" + tom + "]"}},
		{method: "POST", target: "/user/1/pets/1", want: `200 {"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"home":1,"id":1}`, then: unchanged},
		// A new child: of the values, or with the key alone.
		{method: "POST", target: "/user/2/pets", body: `{"name":"Max"}`, want: `200 {"pets":[{"name":"Max","owner":2,"id":4}],"name":"Bob","age":20,"id":2}`},
		{method: "POST", target: "/user/2/pets", want: `200 {"pets":[{"owner":2,"id":4}],"name":"Bob","age":20,"id":2}`},
		{method: "POST", target: "/user/2/pets/88", want: `200 {"pets":[{"owner":2,"id":88}],"name":"Bob","age":20,"id":2}`},
		{method: "POST", target: "/user/2/pets", body: `{"id":88,"name":"Max"}`, want: `200 {"pets":[{"owner":2,"id":88}],"name":"Bob","age":20,"id":2}`},
		{method: "POST", target: "/user/2/pets?limit=1&sort=a", body: `{"name":"Max","skip":1}`, want: `200 {"pets":[{"name":"Max","owner":2,"id":4}],"name":"Bob","age":20,"id":2}`},
		// Many-to-many.
		{method: "POST", target: "/user/3/groups/1", want: `200 {"groups":[` + chess + `],"name":"Cyd","age":20,"id":3}`, then: [2]string{"/group/1/members?limit=5", "200 [" + ada + "," + bob + "," + cyd + "]"}},
		{method: "POST", target: "/user/1/groups/1", want: `200 {"groups":[` + chess + `],"name":"Ada","age":36,"home":1,"id":1}`, then: [2]string{"/group/1/members", "200 [" + ada + "," + bob + "]"}},
		{method: "POST", target: "/user/3/groups", body: `{"title":"go"}`, want: `200 {"groups":[{"title":"go","id":2}],"name":"Cyd","age":20,"id":3}`},
		// Refused.
		{method: "POST", target: "/user/9/pets/1", want: `404 {"status":404}`, then: unchanged},
		{method: "POST", target: "/user/9/pets", body: `{"name":"Max"}`, want: `404 {"status":404}`, then: unchanged},
		{method: "POST", target: "/group/1/members", body: `{"age":7}`, want: `400 ~"rule":"required"`, then: [2]string{"/group/1/members", "200 [" + ada + "," + bob + "]"}},
		{method: "POST", target: "/group/1/members", body: `{"name":"Ada"}`, want: `400 ~"rule":"unique"`, then: [2]string{"/group/1/members", "200 [" + ada + "," + bob + "]"}},
		{method: "POST", target: "/group/1/members/9", want: `400 ~"rule":"required"`, then: [2]string{"/user?populate=", everybody}},
		{method: "POST", target: "/user/1/home/1", want: "404 "},
		{method: "POST", target: "/user/1/color/1", want: "404 "},
	})
}

func TestRemove(t *testing.T) {
	const kept = `200 {"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"home":1,"id":1}`
	const without = `200 {"pets":[` + tom + `],"name":"Ada","age":36,"home":1,"id":1}`
	unchanged := [2]string{"/pet?populate=", "200 [" + rex + "," + tom + `,{"name":"Kim","id":3}]`}
	asked(t, true, []row{
		{method: "DELETE", target: "/user/1/pets/1", want: without, then: [2]string{"/pet/1?populate=", `200 {"name":"Rex","owner":null,"id":1}`}},
		{method: "DELETE", target: "/user/1/pets", body: `{"id":1}`, want: without},
		{method: "DELETE", target: "/user/1/pets?id=1", want: without},
		{method: "GET", target: "/user/1/pets/remove/1", want: without},
		{method: "DELETE", target: "/user/1/groups/1", want: `200 {"groups":[],"name":"Ada","age":36,"home":1,"id":1}`, then: [2]string{"/group/1/members", onlyBob}},
		// Who is no member stays where it is.
		{method: "DELETE", target: "/user/1/pets/3", want: kept, then: unchanged},
		{method: "DELETE", target: "/user/1/pets/99", want: kept, then: unchanged},
		{method: "DELETE", target: "/user/2/pets/1", want: `200 {"pets":[],"name":"Bob","age":20,"id":2}`, then: unchanged},
		{method: "DELETE", target: "/user/1/pets/abc", want: kept, then: unchanged},
		{method: "DELETE", target: "/user/1/pets", want: "500 Missing required child PK.", want10: `500 ~"type":"remove"`, then: unchanged},
		{method: "DELETE", target: "/user/9/pets/1", want: "404 ", want10: "404 Not Found", then: unchanged},
		{method: "DELETE", target: "/user/1/home/1", want: "404 "},
		{method: "DELETE", target: "/user/1/color/1", want: "404 "},
	})
}
