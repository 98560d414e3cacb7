package httpd

import (
	"errors"
	"net/http"

	"framework/engine/web"
	"framework/router"
)

// visit is one HTTP request on its way through the middleware.
type visit struct {
	x      *router.Exchange
	w      http.ResponseWriter
	r      *http.Request
	upload *web.Upload
	held   web.Held
}

// end closes the upload of a request that was answered.
func (v *visit) end(p *Pipeline) {
	defer v.held.Release()
	if v.upload == nil {
		return
	}
	if !v.upload.Over() {
		// The client may have its answer while it still sends.
		_ = http.NewResponseController(v.w).Flush() // a writer that cannot delivers it at the end
	}
	if err := v.upload.Close(); err != nil {
		p.log.Warn("the files of an upload could not be removed", "error", err)
	}
}

// builtIn are the steps that the server has by itself. Those without a function
// are part of others: the timer and the override of methods of reading the
// request, and the body parser's error of answering it.
func builtIn() map[string]serveFunc {
	pass := func(*Pipeline, *visit) (router.Verdict, error) { return router.Pass, nil }
	return map[string]serveFunc{
		"startRequestTimer": pass, "handleBodyParserError": pass,
		custom: pass, Added: pass, "500": pass,
		"compress":       (*Pipeline).allowCompression,
		"cookieParser":   (*Pipeline).parseCookies,
		"session":        (*Pipeline).openSession,
		"bodyParser":     (*Pipeline).parseBody,
		"methodOverride": (*Pipeline).overrideMethod,
		"poweredBy":      (*Pipeline).announcePower,
		"router":         func(p *Pipeline, v *visit) (router.Verdict, error) { return p.dispatch(v.x) },
		"www":            (*Pipeline).serveFiles,
		"favicon":        (*Pipeline).serveFavicon,
		"404":            func(p *Pipeline, v *visit) (router.Verdict, error) { return p.notFound(v.x) },
	}
}

// allowCompression lets what answers from here on be compressed.
func (p *Pipeline) allowCompression(v *visit) (router.Verdict, error) {
	if p.compressed {
		web.AllowCompression(v.w.Header())
	}
	return router.Pass, nil
}

// parseCookies reads the cookies of a request.
func (p *Pipeline) parseCookies(v *visit) (router.Verdict, error) {
	web.ReadCookies(v.x, p.opts.Web)
	return router.Pass, nil
}

// openSession gives a request its session.
func (p *Pipeline) openSession(v *visit) (router.Verdict, error) {
	if p.opts.Sessions == nil {
		return router.Pass, nil
	}
	x := v.x
	flush := p.opts.Sessions.Open(x)
	if res, ok := x.Response.(*web.Responder); ok {
		res.Before(func() {
			if err := flush(x.Context()); err != nil {
				p.log.Error("a session could not be stored", "error", err)
			}
		})
	}
	return router.Pass, nil
}

// parseBody reads the body of a request.
func (p *Pipeline) parseBody(v *visit) (router.Verdict, error) {
	opts := p.opts.Web
	v.held.Budget, opts.Limits.Held = p.opts.Budget, &v.held
	upload, err := web.ReadBody(v.x, v.w, v.r, opts)
	if err != nil {
		return router.Answered, err
	}
	if v.upload = upload; upload != nil {
		web.SetUpload(v.x, upload)
	}
	return router.Pass, nil
}

// watchedBody parses bodies and lets the project answer for those that cannot
// be parsed.
func watchedBody(failed func(x *router.Exchange, err error) (router.Verdict, error)) serveFunc {
	return func(p *Pipeline, v *visit) (router.Verdict, error) {
		verdict, err := p.parseBody(v)
		if err != nil {
			return failed(v.x, err)
		}
		return verdict, nil
	}
}

// recoverBody answers requests whose body cannot be read.
func (p *Pipeline) recoverBody(x *router.Exchange, failed error) (router.Verdict, error) {
	if e, ok := errors.AsType[*router.Error](failed); ok && e.Code == web.BodyErrorCode {
		return router.Answered, p.failures.unreadable(x, failed)
	}
	return router.Answered, failed
}

// overrideMethod gives a request the method that its header or field names.
func (p *Pipeline) overrideMethod(v *visit) (router.Verdict, error) {
	web.OverrideMethod(v.x, p.opts.Web)
	return router.Pass, nil
}

func (p *Pipeline) announcePower(v *visit) (router.Verdict, error) {
	if p.poweredBy != nil {
		v.x.Response.Header()["X-Powered-By"] = p.poweredBy
	}
	return router.Pass, nil
}

func (p *Pipeline) serveFiles(v *visit) (router.Verdict, error) {
	for _, files := range p.opts.Files {
		if verdict, err := files.Serve(v.x); verdict == router.Answered || err != nil {
			return verdict, err
		}
	}
	return router.Pass, nil
}

func (p *Pipeline) serveFavicon(v *visit) (router.Verdict, error) {
	if p.opts.Favicon == nil {
		return router.Pass, nil
	}
	return p.opts.Favicon.Serve(v.x)
}

func (p *Pipeline) notFound(x *router.Exchange) (router.Verdict, error) {
	if on := p.opts.Events.NotFound; on.listened() {
		return on.Handler.Serve(x)
	}
	return p.failures.missing(x)
}
