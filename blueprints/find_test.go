package blueprints_test

import "testing"

const (
	ada     = `{"name":"Ada","age":36,"home":1,"id":1}`
	bob     = `{"name":"Bob","age":20,"id":2}`
	cyd     = `{"name":"Cyd","age":20,"id":3}`
	nowhere = "404 No record found with the specified `id`."
)

func TestFind(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user"},
		{method: "GET", target: "/user?populate="},
		{method: "GET", target: "/user/find?populate="},
		{method: "PATCH", target: "/user/find?populate=", body: `{"age":36}`},
		{method: "GET", target: "/USER/?populate="},
		{method: "GET", target: "/user?populate=&age=20"},
		{method: "GET", target: "/user?populate=&name=ada"},
		{method: "GET", target: "/user?populate=&name=Ada&name=Cyd"},
		{method: "GET", target: "/user?populate=&age=20&name=Cyd"},
		{method: "GET", target: "/user?populate=&color=red"},
		{method: "GET", target: "/user?populate=&callback=f"},
		{method: "GET", target: "/user?populate=&id=2"},
		{method: "GET", target: "/user?populate=&id=9"},
		{method: "GET", target: "/user?populate=&id=2&id=1"},
		{method: "GET", target: `/user?populate=&where={"age":20}`},
		{method: "GET", target: `/user?populate=&where={"age":20}&name=Ada`},
		{method: "GET", target: `/user?populate=&where={"age":{">":20}}`},
		{method: "GET", target: `/user?populate=&where={"age":{"lessThanOrEqual":20}}`},
		{method: "GET", target: `/user?populate=&where={"name":{"contains":"d"}}`},
		{method: "GET", target: `/user?populate=&where={"name":{"startsWith":"b"}}`},
		{method: "GET", target: `/user?populate=&where={"name":{"!":"Ada"}}`},
		{method: "GET", target: `/user?populate=&where={"name":{"!":["Ada","Bob"]}}`},
		{method: "GET", target: `/user?populate=&where={"or":[{"name":"Ada"},{"name":"Cyd"}]}`},
		{method: "GET", target: `/user?populate=&where={"name":["Bob"]}`},
		{method: "GET", target: `/user?populate=&where={"name":[]}`},
		{method: "GET", target: `/user?populate=&where={"home":null}`},
		{method: "GET", target: `/user?populate=&where={"color":"red"}`},
		{method: "GET", target: `/user?populate=&where[age]=36`},
		{method: "GET", target: `/user?populate=&where=`},
		{method: "GET", target: `/user?populate=&where={}`},
		{method: "GET", target: `/user?populate=&where=null`},
		{method: "GET", target: `/user?populate=&where={oops`},
		{method: "GET", target: `/user?populate=&where={"age":{"sideways":1}}`},
		{method: "GET", target: `/user?populate=&where={"or":{"age":1}}`},
		{method: "GET", target: `/user?populate=&where={"age":{}}`},
		{method: "POST", target: "/user/find?populate=", body: `{"where":{"name":"Bob"}}`},
		{method: "GET", target: "/user?populate=&limit=1"},
		{method: "GET", target: "/user?populate=&limit=0"},
		{method: "GET", target: "/user?populate=&limit=-1"},
		{method: "GET", target: "/user?populate=&limit=abc"},
		{method: "GET", target: "/user?populate=&limit=2&skip=1"},
		{method: "GET", target: "/user?populate=&skip=1"},
		{method: "GET", target: "/user?populate=&skip=9"},
		{method: "GET", target: "/user?populate=&skip=-1"},
		{method: "GET", target: "/user?populate=&sort=name"},
		{method: "GET", target: "/user?populate=&sort=name%20DESC"},
		{method: "GET", target: "/user?populate=&sort=name+desc&limit=1"},
		{method: "GET", target: `/user?populate=&sort={"name":-1}`},
		{method: "GET", target: `/user?populate=&sort={"age":1,"name":0}`},
		{method: "GET", target: "/user?populate=&sort[name]=-1"},
		{method: "GET", target: "/user?populate=&sort=name%20sideways"},
		{method: "GET", target: `/user?populate=&sort={"name":"up"}`},
		{method: "GET", target: "/user?populate=home&name=Ada"},
		{method: "GET", target: "/user?populate=pets,home&name=Ada"},
		{method: "GET", target: "/user?populate=[pets,home]&name=Ada"},
		{method: "GET", target: "/user?populate[]=pets&populate[]=home&name=Ada"},
		{method: "GET", target: "/user?populate=false&name=Ada"},
		{method: "GET", target: "/user?populate=true&name=Ada"},
		{method: "GET", target: "/user?populate=color&name=Ada"},
		{method: "PATCH", target: "/user"},
	})
}

func TestFindOne(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user/1"},
		{method: "HEAD", target: "/user/1"},
		{method: "GET", target: "/user/1?populate="},
		{method: "GET", target: "/user/find/1?populate=home"},
		{method: "DELETE", target: "/user/find/2?populate="},
		{method: "GET", target: "/user/2?populate=&name=Ada"},
		{method: "GET", target: `/user/2?populate=&where={"name":"Ada"}`},
		{method: "GET", target: "/user/2?populate=&limit=0&skip=1&sort=oops+x+y"},
		{method: "GET", target: "/user/9"},
		{method: "GET", target: "/user/0"},
		{method: "GET", target: "/user/-1"},
		{method: "GET", target: "/user/abc"},
		{method: "GET", target: "/user/1abc"},
		{method: "GET", target: "/user/1.5"},
		{method: "GET", target: "/user/1%2F2"},
	})
}
